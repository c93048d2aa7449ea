import { inEnglish } from '../../../domain/english.ts';
import { defined } from '../../../domain/defined.ts';
import { cutRelease, releaseObstacles } from '../../../operations/release/cut-release.ts';
import type { CutRelease, StatedObstacle } from '../../../operations/release/cut-release.ts';
import { releaseFolder } from '../../../operations/release/release-from-folder.ts';
import { chooseProject, withWorkspace } from '../../../operations/workspace/command-line.ts';
import type { AddCommand } from '../../commands.ts';
import {
  byOption,
  databaseOption,
  examples,
  jsonOption,
  projectOption,
  seedOption,
  written,
} from '../../options.ts';
import { count, note, number, print, printJson } from '../../output.ts';
import { progressBar } from '../../progress.ts';

interface Options {
  readonly version: string;
  readonly out: string;
  readonly seed: number;
  readonly dryRun?: true;
  readonly allowOpen?: string;
  readonly names?: true;
  readonly withText?: true;
  readonly replies?: true;
  readonly sign?: string;
  readonly date?: string;
  readonly database: string;
  readonly project?: string;
  readonly by?: string;
  readonly json?: true;
}

/** `assay release`: a folder whose every number can be recomputed. */
export const addRelease: AddCommand = (program, exit) => {
  program
    .command('release')
    .description('cut a release: truth, raw judgments, figures and their hashes in one folder')
    .argument('[folder]', 'a protocol folder or a release to cut from, instead of the workspace')
    .requiredOption('--version <version>', 'the version of the release, such as 1.0')
    .requiredOption('-o, --out <folder>', 'the folder to make; it must not exist', written)
    .option('--dry-run', 'only list what stands in the way')
    .option('--allow-open <reason>', 'leave out what is open or awaited, and print the reason')
    .option('--names', 'name people (default: pseudonyms)')
    .option('--with-text', 'publish the texts of units (default: their hashes)')
    .option('--replies', 'publish model replies in full (default: their hashes)')
    .option('--sign <key>', 'sign the manifest with this private Ed25519 key')
    .option('--date <time>', 'with a folder: the time for rows without one, in ISO 8601')
    .addOption(seedOption)
    .addOption(projectOption)
    .addOption(byOption)
    .addOption(databaseOption())
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples(
        ['assay release --version 1.0 --out release-1.0 --sign release-key'],
        'Refuses, with a list, while units lack a truth or a gate failed.\n' +
          'Check a release with `assay verify`, or with `sha256sum -c SHA256SUMS`.',
      ),
    )
    .action(async (folder: string | undefined, options: Options) => {
      const reading = progressBar('Reading the record');
      const writing = progressBar('Writing files');
      const request = {
        version: options.version,
        out: options.out,
        seed: options.seed,
        allowOpen: options.allowOpen ?? null,
        names: options.names === true,
        withText: options.withText === true,
        replies: options.replies === true,
        sign: options.sign ?? null,
        reading: reading.step,
        writing: writing.step,
      };
      if (options.dryRun && folder === undefined) {
        const found = await withWorkspace({ database: options.database }, async (context) =>
          releaseObstacles(context, await chooseProject(context, options.project)),
        );
        if (options.json) printJson({ obstacles: texts(found) });
        else print(found.length === 0 ? 'Nothing stands in the way.' : found.map(line).join('\n'));
        exit(found.length === 0 ? 0 : 1);
        return;
      }
      const place = { database: options.database, ...defined({ by: options.by }) };
      const result =
        folder === undefined
          ? await withWorkspace(place, async (context) =>
              cutRelease(context, await chooseProject(context, options.project), request),
            )
          : await releaseFolder(folder, request, options.date ?? null);
      reading.stop();
      writing.stop();
      if (options.json) printJson(resultJson(result));
      else report(result);
      exit(result.cut ? 0 : 1);
    });
};

function report(result: CutRelease): void {
  for (const one of result.warnings) note(inEnglish(one));
  if (!result.cut) {
    print(result.obstacles.map(line).join('\n'));
    const may = result.obstacles.every((one) => one.mayBeLeftOut);
    note(
      `Nothing was released: ${number(result.obstacles.length, 'obstacle')}.` +
        (may ? ' Pass --allow-open with a reason to leave these out.' : ''),
    );
    return;
  }
  const { folder, figures, files, bytes, manifest, entry, leftOut } = result;
  const { counts } = figures;
  print(
    `${folder}: version ${figures.version}, ${count(counts.released)} units from ` +
      `${count(counts.judgments)} judgments and ${count(counts.rulings)} rulings.`,
  );
  print(`${count(files)} files, ${count(bytes)} bytes. manifest.json: ${manifest}`);
  print(
    entry === null
      ? 'Cut from files: no audit log knows this release, so only a signature can say whose it is.'
      : `Audit head ${entry.seq}:${entry.hash}: keep it elsewhere; ` +
          '`assay verify --head` proves the release by it.',
  );
  for (const one of leftOut) note(`Left out: ${inEnglish(one.text)}`);
}

function line(one: StatedObstacle): string {
  return inEnglish(one.text);
}

function texts(all: readonly StatedObstacle[]) {
  return all.map(({ text, mayBeLeftOut }) => ({
    code: text.code,
    values: text.values,
    message: inEnglish(text),
    may_be_left_out: mayBeLeftOut,
  }));
}

function resultJson(result: CutRelease): unknown {
  const warnings = result.warnings.map(inEnglish);
  if (!result.cut) return { released: false, obstacles: texts(result.obstacles), warnings };
  const { folder, figures, files, bytes, manifest, entry, leftOut } = result;
  const { project, version, counts } = figures;
  const left = texts(leftOut);
  return {
    released: true,
    folder,
    project,
    version,
    files,
    bytes,
    manifest,
    audit_head: entry === null ? null : `${entry.seq}:${entry.hash}`,
    counts,
    left_out: left,
    warnings,
  };
}
