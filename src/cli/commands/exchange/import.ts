import { inEnglish } from '../../../domain/english.ts';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Option } from 'commander';
import { defined } from '../../../domain/defined.ts';
import { InputError } from '../../../domain/fault.ts';
import { importFile } from '../../../operations/exchange/import-file.ts';
import type { ImportResult } from '../../../operations/exchange/import-file.ts';
import { saysWhatCounts } from '../../../domain/fold/uncounted.ts';
import { importKinds, toolFormats } from '../../../domain/exchange/file-formats.ts';
import { readMapping } from '../../../operations/exchange/import-request.ts';
import type { ImportFormat, ImportKind } from '../../../domain/exchange/file-formats.ts';
import type { ImportMapping } from '../../../operations/exchange/import-request.ts';
import { keptVersion } from '../../../operations/protocol/create-project.ts';
import { keptVersionText } from '../protocol/kept-version.ts';
import { protocolFolder } from '../../../operations/protocol/protocol-folder.ts';
import type { WorkContext } from '../../../operations/work-context.ts';
import { chooseProject, withWorkspace } from '../../../operations/workspace/command-line.ts';
import { receiveFile } from '../../../operations/receive-file.ts';
import { suggestImport } from '../../../operations/protocol/suggest-import.ts';
import type { ImportSuggestion } from '../../../operations/protocol/suggest-import.ts';
import { readText } from '../../../operations/text-file.ts';
import type { AddCommand } from '../../commands.ts';
import { endWhenTold } from '../../stop-signal.ts';
import {
  byOption,
  databaseOption,
  examples,
  forceOption,
  formatOption,
  jsonOption,
  mappingOption,
  modeOption,
  namedFormat,
  projectOption,
  usualDatabase,
} from '../../options.ts';
import {
  count,
  note,
  number,
  numeric,
  print,
  printFaults,
  printJson,
  table,
  wrap,
} from '../../output.ts';
import { progressBar } from '../../progress.ts';

interface Options {
  readonly database: string;
  readonly project?: string;
  readonly protocol?: string;
  readonly kind: ImportKind;
  readonly task?: string;
  readonly format: string;
  readonly mode: 'reject' | 'normalise' | 'flag';
  readonly mapping?: string;
  readonly annotator?: string;
  readonly guideline?: string;
  readonly round?: string;
  readonly numbered?: string;
  readonly matrix?: string;
  readonly labels?: string;
  readonly skipInvalid?: true;
  readonly raw?: true;
  readonly dryRun?: true;
  /** True, or the folder that the proposal is written into. */
  readonly suggest?: string | true;
  readonly force?: true;
  readonly by?: string;
  readonly json?: true;
}

/** `assay import`: units, judgments and rulings into a workspace. */
export const addImport: AddCommand = (program, exit) => {
  program
    .command('import')
    .description('import units, judgments or rulings into a workspace: the whole file or nothing')
    .argument('<file>', 'the file; - reads standard input')
    .addOption(new Option('--kind <kind>', 'what it holds').choices(importKinds).default('units'))
    .addOption(projectOption)
    .option('-p, --protocol <folder>', 'the protocol; creates the project if it does not exist')
    .option('-t, --task <name>', 'the task, if there are several; RAG records fill three')
    .addOption(formatOption)
    .addOption(modeOption)
    .addOption(mappingOption)
    .option('--annotator <name>', 'who judged, if the file does not say')
    .option(
      '--guideline <version>',
      'guideline version of the judgments (default: the current one), or any',
    )
    .option('--round <round>', 'the open round that the judgments go into')
    .option('--numbered <field>', 'units: the field for the number of each row, if none names it')
    .option('--matrix <file>', 'gold pack: the 0/1 matrix of the chunks')
    .option('--labels <file>', 'gold pack: the labels of the chunks')
    .option('--skip-invalid', 'RAG records: skip invalid records instead of rejecting the file')
    .option('--raw', 'tables: an apostrophe before a formula is part of the cell')
    .option('--dry-run', 'check and count everything, but save nothing')
    .option(
      '--suggest [folder]',
      'say what the file looks like and propose a protocol and a mapping; saves nothing else',
    )
    .addOption(forceOption)
    .addOption(byOption)
    .addOption(databaseOption())
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples(
        [
          'assay import units.csv --protocol my-project',
          'assay import export.json --kind judgments --mapping label-studio.json',
          'assay import anna.jsonl --kind judgments --round pilot',
          'assay import export.json --suggest my-project',
        ],
        'Importing a file again changes nothing, unless another was imported in ' +
          'between.\nA unit whose content has changed is a conflict, not an update.\n' +
          'Exit status: 0; 1 if no judgment counts because none went into a round.',
      ),
    )
    .action(async (file: string, options: Options) => {
      endWhenTold();
      if (options.suggest !== undefined) {
        const folder = options.suggest === true ? null : options.suggest;
        const suggested = await suggestImport(file, folder, options.force === true);
        if (options.json) printJson(suggested);
        else printSuggestion(file, suggested);
        exit(0);
        return;
      }
      if (options.dryRun === true && options.protocol !== undefined)
        program.error(
          '--dry-run creates no project: leave --protocol out and name an existing project ' +
            'with --project.',
        );
      if (options.numbered !== undefined && options.kind !== 'units')
        program.error('--numbered is for units: judgments name the units that they are about.');
      const received = file === '-' ? await receiveFile(process.stdin) : null;
      const bar = progressBar('Reading');
      const storing = progressBar('Storing');
      const size = statSync(received?.path ?? file, { throwIfNoEntry: false })?.size ?? 0;
      try {
        const result = await withWorkspace(
          {
            database: options.database,
            create: options.protocol !== undefined,
            ...defined({ by: options.by }),
          },
          async (context) => {
            const project = await chooseProject(context, options.project, options.protocol);
            await noteKeptVersion(context, project, options.protocol);
            return importFile(context, {
              project,
              kind: options.kind,
              path: received?.path ?? file,
              name: file === '-' ? 'standard input' : file,
              mode: options.mode,
              ...defined({
                task: options.task,
                format: formatOf(options),
                guideline: options.guideline,
                round: options.round,
                numbered: options.numbered,
                skipInvalid: options.skipInvalid,
                raw: options.raw,
                dryRun: options.dryRun,
              }),
              ...(options.matrix === undefined || options.labels === undefined
                ? {}
                : { goldFiles: { matrix: options.matrix, labels: options.labels } }),
              mapping: mappingOf(options),
              progress: (done, total) => bar.step(done, total || size),
              storing: storing.step,
              tell: (warnings) => {
                bar.stop();
                for (const warning of warnings) note(wrap(inEnglish(warning)));
              },
            });
          },
        );
        bar.stop();
        storing.stop();
        if (options.json) printJson(result);
        else {
          const isSaid = result.warnings.some(saysWhatCounts);
          report({ ...result, warnings: [], willCount: isSaid ? null : result.willCount });
          printPreview(result);
        }
        if (options.dryRun === true) note('Nothing was saved: this was a dry run.');
        if (!options.json) sayWayIn(file, options, result);
        // Nothing of the file counts, and only since it went into no round: not all is well.
        exit(result.willCount === 0 && result.wayIn !== null ? 1 : 0);
      } catch (error) {
        // Nothing says yet what the file is for: what it looks like is said first.
        if (received === null && isWithoutProject(error, options)) {
          printSuggestion(file, await suggestImport(file, null));
          if (existsSync('protocol.yaml'))
            note(
              'This folder has a protocol. To use it, import its units with --protocol . first.',
            );
        }
        throw error;
      } finally {
        await received?.discard();
      }
    });
};

/** Names the commands that make judgments count which were imported outside of rounds. */
function sayWayIn(file: string, options: Options, { wayIn }: ImportResult): void {
  if (wayIn === null) return;
  const { round, isOpen } = wayIn;
  if (round === null) {
    note('No round is open or may be opened now; this says why:');
    note(`  ${commandLine('round list', options, [])}`);
    return;
  }
  note('Judgments count in a round. To import these into one:');
  if (!isOpen) note(`  ${commandLine(`round open ${shellWord(round)}`, options, [])}`);
  const own = importFlags.flatMap((flag) => {
    const value = options[flag];
    if (value === undefined || (flag === 'mode' && value === 'reject')) return [];
    if (flag === 'format' && value === 'auto') return [];
    return value === true ? [`--${flag}`] : [`--${flag} ${shellWord(String(value))}`];
  });
  const words = [...own, `--round ${shellWord(round)}`];
  note(`  ${commandLine(`import ${shellWord(file)}`, options, words)}`);
}

/** Options of an import of judgments that a second one needs as well. */
const importFlags = [
  'kind',
  'task',
  'format',
  'mode',
  'mapping',
  'annotator',
  'guideline',
  'raw',
] as const;

/** What a terminal or a log shows must hold no password. */
function withoutPassword(address: string): string {
  return address.replace(/^(postgres(?:ql)?:\/\/[^:/@]+):[^@]*@/, '$1@');
}

function commandLine(command: string, options: Options, words: readonly string[]): string {
  const { database, project } = options;
  const place = [
    ...(project === undefined ? [] : [`--project ${shellWord(project)}`]),
    ...(database === usualDatabase ? [] : [`--database ${shellWord(withoutPassword(database))}`]),
  ];
  return ['assay', command, ...words, ...place].join(' ');
}

/** Prints what a file looks like, and what would be imported. */
function printSuggestion(file: string, suggested: ImportSuggestion): void {
  const { format, why, protocol, mapping, units, judgments } = suggested;
  const { said, left, notes, faults, files, numbered } = suggested;
  print(`${file} is read as ${format}: ${inEnglish(why)}.`);
  for (const one of said) note(wrap(inEnglish(one)));
  print(
    `\nUnits as they would be imported:\n${units.map((row) => JSON.stringify(row)).join('\n')}`,
  );
  if (judgments.length > 0)
    print(`\nJudgments:\n${judgments.map((row) => JSON.stringify(row)).join('\n')}`);
  for (const one of notes) note(wrap(`${inEnglish(one)}.`));
  for (const one of left) note(`Left out: ${inEnglish(one)}.`);
  if (faults.length > 0) {
    note('Would be refused:');
    printFaults(new InputError(faults.map((one) => ({ ...one, file }))));
  }
  if (files.length === 0) {
    print(`\nprotocol.yaml:\n${protocol}`);
    if (Object.keys(mapping).length > 0)
      print(`mapping.json:\n${JSON.stringify(mapping, null, 2)}\n`);
    note(`To write these files: assay import ${shellWord(file)} --suggest my-project`);
  } else {
    print(`\nWritten: ${files.join(', ')}.`);
    const folder = dirname(files[0]!);
    const mappingFile = join(folder, 'mapping.json');
    const mapped = files.includes(mappingFile) ? ` --mapping ${shellWord(mappingFile)}` : '';
    note('Read and change them, then:');
    const rows = numbered === null ? '' : ` --numbered ${numbered}`;
    // Named, since rows that have all fields of a unit are units, whatever tool wrote them.
    const isTool = toolFormats.includes(format);
    const read = `assay import ${shellWord(file)}${isTool ? ` --format ${format}` : ''}`;
    const isForUnits = isTool || mapping.columns !== undefined;
    const whole = isForUnits && Object.keys(mapping).length > 0 ? mapped : '';
    note(`  ${read} --protocol ${shellWord(folder)}${rows}${whole}`);
    if (judgments.length > 0) note(`  ${read} --kind judgments${mapped}`);
  }
}

/** A word as a shell takes it. */
function shellWord(word: string): string {
  return /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Prints the first units or judgments of a dry run as they would be imported. */
function printPreview({ kind, preview }: ImportResult): void {
  if (preview.length === 0) return;
  const rows = preview.map(({ unit, annotator, values }) =>
    [unit, annotator, JSON.stringify(values)].filter((part) => part !== null).join('  '),
  );
  print(`\nThe first ${kind} as they would be imported:\n${rows.join('\n')}`);
}

function isWithoutProject(error: unknown, { protocol, project }: Options): boolean {
  if (!(error instanceof InputError) || protocol !== undefined || project !== undefined)
    return false;
  return error.faults.some(({ code }) => code === 'no-project' || code === 'database-not-found');
}

/** Says that a project keeps its protocol when the folder has another one. */
async function noteKeptVersion(
  context: WorkContext,
  project: string,
  folder: string | undefined,
): Promise<void> {
  if (folder === undefined) return;
  const version = await keptVersion(context, project, protocolFolder(folder));
  if (version !== null) note(keptVersionText(project, version, folder));
}

/** Prints what an import came to. */
export function report(result: ImportResult): void {
  if (result.recognised !== null)
    note(`Read as ${result.format}: ${inEnglish(result.recognised)}.`);
  print(
    table(
      ['task', numeric('new'), numeric('unchanged')],
      result.tasks.map((one) => [one.task, count(one.inserted), count(one.unchanged)]),
    ),
  );
  for (const one of result.skipped) note(`Left out: ${inEnglish(one)}.`);
  for (const warning of result.warnings) note(wrap(inEnglish(warning)));
  if (result.willCount !== null && result.willCount > 0)
    note(`${number(result.willCount, 'judgment')} of the file will count.`);
  if (result.revised > 0)
    note(`${count(result.revised)} of them revise judgments from an earlier import.`);
  if (result.changes.length > 0)
    note(`${count(result.changes.length)} values were changed; the import log lists them.`);
  if (result.aside > 0)
    note(`${count(result.aside)} rows with faults were set aside; the import log lists them.`);
  if (result.inserted === 0)
    note(
      result.before === null
        ? 'Nothing was new.'
        : `Nothing was new: ${result.before.by} imported this file on ` +
            `${result.before.at.slice(0, 10)}.`,
    );
}

function formatOf({ format, matrix }: Options): ImportFormat | undefined {
  return namedFormat({ format }) ?? (matrix === undefined ? undefined : 'gold-pack');
}

function mappingOf(options: Options): ImportMapping {
  const read =
    options.mapping === undefined ? {} : readMapping(readText(options.mapping), options.mapping);
  return options.annotator === undefined ? read : { ...read, annotator: options.annotator };
}
