import { inEnglish } from '../../../domain/english.ts';
import { workspaceDifferences } from '../../../operations/release/known-release.ts';
import type { LookedUp } from '../../../operations/release/known-release.ts';
import { verifyRelease } from '../../../operations/release/verify-release.ts';
import type { VerifiedRelease } from '../../../operations/release/verify-release.ts';
import { withWorkspace } from '../../../operations/workspace/command-line.ts';
import type { AddCommand } from '../../commands.ts';
import { examples, jsonOption } from '../../options.ts';
import { count, note, number, print, printJson } from '../../output.ts';
import { progressBar } from '../../progress.ts';
import { keptHead } from '../workspace/audit.ts';
import type { KeptHead } from '../workspace/audit.ts';

interface Options {
  readonly signer?: string;
  readonly head?: KeptHead;
  readonly database?: string;
  readonly json?: true;
}

/** `assay verify`: recomputes every number of a release, and names what differs. */
export const addVerify: AddCommand = (program, exit) => {
  program
    .command('verify')
    .description('recompute a release from its raw judgments, and name everything that differs')
    .argument('<release>', 'the folder of the release, or its ZIP archive')
    .option('--signer <file>', 'the public Ed25519 key that must have signed it')
    .option('--head <seq:hash>', 'an audit head from after it was cut, kept elsewhere', keptHead)
    .option('-d, --database <address>', 'the workspace whose audit log must know the release')
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples(
        ['assay verify release-1.0 --signer release-key.pub', 'assay verify release-1.0.zip'],
        'The release alone proves that everything in it follows from its judgments, and\n' +
          'that no gate failed without a waiver: not that these are the judgments that\n' +
          'were given. Whoever changes answers and computes all again has a release that\n' +
          'is equal, too.\n' +
          '  --signer    proves who signed it as it is\n' +
          '  --head      proves that it is the release that the audit log knew when the\n' +
          '              head was kept; the one that `assay release` printed, or a\n' +
          '              later one with the workspace. A release that was cut from\n' +
          '              files has no head\n' +
          '  --database  proves that this workspace cut it, as far as its log is intact:\n' +
          '              `assay audit verify --head` checks that',
      ),
    )
    .action(async (folder: string, options: Options) => {
      const bar = progressBar('Recomputing files');
      const { database, head = null, signer = null } = options;
      const request = { folder, signer, head, progress: bar.step };
      const result =
        database === undefined
          ? await verifyRelease(request)
          : await withWorkspace({ database }, async (context) => {
              const lookUp = (release: LookedUp) => workspaceDifferences(context, release, head);
              return await verifyRelease({ ...request, lookUp });
            });
      bar.stop();
      if (options.json) printJson(resultJson(result));
      else report(result, options);
      exit(result.differences.length === 0 ? 0 : 1);
    });
};

const mostShown = 50;

function report(
  result: VerifiedRelease,
  { head, database }: Pick<Options, 'head' | 'database'>,
): void {
  const { differences, files, project, version, signature, entry } = result;
  if (differences.length > 0) {
    const shown = differences.slice(0, mostShown);
    print(shown.map(({ file, what }) => `${file}: ${inEnglish(what)}`).join('\n'));
    note(`The release differs in ${number(differences.length, 'place')}.`);
    return;
  }
  print(`${project ?? ''} ${version ?? ''}: ${count(files)} files, all recomputed and equal.`);
  print(signatures[signature]);
  if (entry === null)
    print('Cut from files: it has no audit entry, so no audit head can prove it.');
  else
    print(`Audit entry ${headOf(entry)}${comparisons(head !== undefined, database !== undefined)}`);
}

function headOf({ seq, hash }: NonNullable<VerifiedRelease['entry']>): string {
  return `${seq}:${hash}`;
}

/** What the entry was compared with: the folder alone cannot prove it. */
function comparisons(hasHead: boolean, hasLog: boolean): string {
  if (hasHead) return ', proven by the kept head.';
  if (hasLog) return ', as in the log of the workspace. Pass --head to prove the log.';
  return ', compared with no kept head. Pass --head to prove it.';
}

const signatures: Readonly<Record<VerifiedRelease['signature'], string>> = {
  checked: 'Signed by the given key.',
  'self-consistent': 'Signed; pass --signer with a public key that you trust to check by whom.',
  wrong: 'The signature is wrong.',
  none: 'Not signed.',
};

function resultJson(result: VerifiedRelease): unknown {
  const { folder, project, version, files, signature, entry, manifest } = result;
  return {
    equal: result.differences.length === 0,
    folder,
    project,
    version,
    files,
    signature,
    audit_head: entry === null ? null : headOf(entry),
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
