import { inEnglish } from '../../../domain/english.ts';
import { verifyRelease } from '../../../operations/release/verify-release.ts';
import type { VerifiedRelease } from '../../../operations/release/verify-release.ts';
import { workspaceDifferences } from '../../../operations/release/known-release.ts';
import { withWorkspace } from '../../../operations/workspace/command-line.ts';
import type { AddCommand } from '../../commands.ts';
import { examples, jsonOption } from '../../options.ts';
import { count, note, number, print, printJson } from '../../output.ts';
import { progressBar } from '../../progress.ts';

interface Options {
  readonly signer?: string;
  readonly head?: string;
  readonly database?: string;
  readonly json?: true;
}

/** `assay verify`: recomputes every number of a release, and names what differs. */
export const addVerify: AddCommand = (program, exit) => {
  program
    .command('verify')
    .description('recompute a release from its raw judgments, and name everything that differs')
    .argument('<folder>', 'the folder of the release')
    .option('--signer <file>', 'the public Ed25519 key that must have signed it')
    .option('--head <seq:hash>', 'the audit head that it must carry, kept elsewhere')
    .option('-d, --database <address>', 'the workspace whose audit log must know the release')
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples(
        ['assay verify release-1.0 --signer release-key.pub'],
        'Needs nothing but the folder. A forgery that is consistent in itself is found by\n' +
          'the signature of a known key, or by an audit head that was kept elsewhere.',
      ),
    )
    .action(async (folder: string, options: Options) => {
      const bar = progressBar('Recomputing files');
      const own = await verifyRelease({
        folder,
        signer: options.signer ?? null,
        head: options.head ?? null,
        progress: bar.step,
      });
      bar.stop();
      const result = await compared(own, options.database);
      if (options.json) printJson(resultJson(result));
      else report(result);
      exit(result.differences.length === 0 ? 0 : 1);
    });
};

/** With what the audit log of a workspace says, where one is named. */
async function compared(
  result: VerifiedRelease,
  database: string | undefined,
): Promise<VerifiedRelease> {
  const { project, manifest, differences } = result;
  if (database === undefined || project === null) return result;
  const found = await withWorkspace({ database }, (context) =>
    workspaceDifferences(context, project, manifest),
  );
  return { ...result, differences: [...differences, ...found] };
}

const mostShown = 50;

function report(result: VerifiedRelease): void {
  const { differences, files, project, version, signature, auditHead } = result;
  if (differences.length > 0) {
    const shown = differences.slice(0, mostShown);
    print(shown.map(({ file, what }) => `${file}: ${inEnglish(what)}`).join('\n'));
    note(`The release differs in ${number(differences.length, 'place')}.`);
    return;
  }
  print(`${project ?? ''} ${version ?? ''}: ${count(files)} files, all recomputed and equal.`);
  print(signatures[signature]);
  if (auditHead !== null) print(`audit head ${auditHead}`);
}

const signatures: Readonly<Record<VerifiedRelease['signature'], string>> = {
  checked: 'Signed by the given key.',
  'self-consistent': 'Signed; pass --signer with a public key that you trust to check by whom.',
  wrong: 'The signature is wrong.',
  none: 'Not signed.',
};

function resultJson(result: VerifiedRelease): unknown {
  const { folder, project, version, files, signature, auditHead, manifest } = result;
  return {
    equal: result.differences.length === 0,
    folder,
    project,
    version,
    files,
    signature,
    audit_head: auditHead,
    manifest,
    differences: result.differences.map(({ file, row = null, field = null, what }) => ({
      file,
      row,
      field,
      code: what.code,
      values: what.values,
      message: inEnglish(what),
    })),
  };
}
