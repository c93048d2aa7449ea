import { statSync } from 'node:fs';
import { Option } from 'commander';
import { importFile } from '../../../operations/exchange/import-file.ts';
import type { ImportResult } from '../../../operations/exchange/import-file.ts';
import {
  importFormats,
  importKinds,
  readMapping,
} from '../../../operations/exchange/import-request.ts';
import type {
  ImportFormat,
  ImportKind,
  ImportMapping,
} from '../../../operations/exchange/import-request.ts';
import { chooseProject, withWorkspace } from '../../../operations/workspace/command-line.ts';
import { receiveFile } from '../../../operations/exchange/receive-file.ts';
import { readText } from '../../../operations/text-file.ts';
import type { AddCommand } from '../../commands.ts';
import { endWhenTold } from '../../stop-signal.ts';
import { databaseOption } from '../../options.ts';
import { count, note, print, printJson, table, wrap } from '../../output.ts';
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
  readonly matrix?: string;
  readonly labels?: string;
  readonly skipInvalid?: true;
  readonly dryRun?: true;
  readonly by?: string;
  readonly json?: true;
}

/** `assay import`: units, judgments and rulings into a workspace. */
export const addImport: AddCommand = (program, exit) => {
  program
    .command('import')
    .description(
      'bring units, judgments or rulings into a workspace: all of a file or nothing, and only what is new',
    )
    .argument('<file>', 'the file; - reads standard input')
    .addOption(new Option('--kind <kind>', 'what it holds').choices(importKinds).default('units'))
    .option('-P, --project <name>', 'the project (else the only one)')
    .option(
      '-p, --protocol <folder>',
      'the protocol folder; the project is made of it when it is not there yet',
    )
    .option('-t, --task <name>', 'the task (else the only one; RAG records make units of three)')
    .addOption(
      new Option('--format <format>', 'how it is written; recognised when left out')
        .choices(['auto', ...importFormats])
        .default('auto'),
    )
    .addOption(
      new Option(
        '--mode <mode>',
        'faulty judgments: reject stops everything, normalise mends and logs, flag keeps them aside',
      )
        .choices(['reject', 'normalise', 'flag'])
        .default('reject'),
    )
    .option('--mapping <file>', 'JSON: how another tool’s fields, labels and users are called here')
    .option('--annotator <name>', 'who judged, where the file does not say')
    .option(
      '--guideline <version>',
      'the guideline version that judgments carry (else the present one); any for whatever they carry',
    )
    .option('--matrix <file>', 'of a gold pack: the 0/1 matrix beside the chunks')
    .option('--labels <file>', 'of a gold pack: the labels beside the chunks')
    .option(
      '--skip-invalid',
      'of RAG records: leave faulty records out instead of refusing the file',
    )
    .option('--dry-run', 'check and count everything, and keep nothing')
    .option('--by <name>', 'in whose name it is logged (else yours)')
    .addOption(databaseOption('-d, --database <address>', 'the workspace: a file or postgres://…'))
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  assay import units.csv --protocol my-project\n  assay import export.json --kind judgments --mapping label-studio.json\n\nImporting a file again changes nothing, unless another came in between. A unit\nwhose content has changed is a conflict, not an update.',
    )
    .action(async (file: string, options: Options) => {
      endWhenTold();
      if (options.dryRun === true && options.protocol !== undefined)
        program.error(
          '--dry-run makes no project, so it needs one that is there: leave --protocol out, and name it with --project.',
        );
      const received = file === '-' ? await receiveFile(process.stdin) : null;
      const bar = progressBar('Reading');
      const size = statSync(received?.path ?? file, { throwIfNoEntry: false })?.size ?? 0;
      try {
        const result = await withWorkspace(
          {
            database: options.database,
            create: options.protocol !== undefined,
            ...(options.by === undefined ? {} : { by: options.by }),
          },
          async (context) =>
            importFile(context, {
              project: await chooseProject(context, options.project, options.protocol),
              kind: options.kind,
              path: received?.path ?? file,
              name: file === '-' ? 'standard input' : file,
              mode: options.mode,
              ...(options.task === undefined ? {} : { task: options.task }),
              ...(options.format === 'auto'
                ? options.matrix === undefined
                  ? {}
                  : { format: 'gold-pack' as const }
                : { format: options.format as ImportFormat }),
              ...(options.guideline === undefined ? {} : { guideline: options.guideline }),
              ...(options.skipInvalid === true ? { skipInvalid: true } : {}),
              ...(options.dryRun === true ? { dryRun: true } : {}),
              ...(options.matrix === undefined || options.labels === undefined
                ? {}
                : { goldFiles: { matrix: options.matrix, labels: options.labels } }),
              mapping: mappingOf(options),
              progress: (done, total) => bar.step(done, total || size),
            }),
        );
        bar.stop();
        if (options.json) printJson(result);
        else report(result);
        if (options.dryRun === true) note('Nothing was kept: this was a dry run.');
        exit(0);
      } finally {
        await received?.discard();
      }
    });
};

/** Prints what an import came to. */
export function report(result: ImportResult): void {
  if (result.recognised !== null) note(`Read as ${result.format}: ${result.recognised}.`);
  print(
    table(
      [{ title: 'task' }, { title: 'new', numeric: true }, { title: 'unchanged', numeric: true }],
      result.tasks.map((one) => [one.task, count(one.inserted), count(one.unchanged)]),
    ),
  );
  for (const [reason, amount] of Object.entries(result.skipped))
    note(`Left out: ${count(amount)} (${reason}).`);
  for (const warning of result.warnings) note(wrap(warning));
  if (result.revised > 0)
    note(`${count(result.revised)} of them revise judgments that an earlier import had brought.`);
  if (result.changes.length > 0)
    note(
      `${count(result.changes.length)} values were changed on the way in; the log has each of them.`,
    );
  if (result.aside > 0)
    note(
      `${count(result.aside)} rows with faults were kept aside; the log has them with their faults.`,
    );
  if (result.inserted === 0)
    note(
      result.before === null
        ? 'Nothing was new.'
        : `Nothing was new: ${result.before.by} imported this file on ${result.before.at.slice(0, 10)}.`,
    );
}

function mappingOf(options: Options): ImportMapping {
  const read =
    options.mapping === undefined ? {} : readMapping(readText(options.mapping), options.mapping);
  return options.annotator === undefined ? read : { ...read, annotator: options.annotator };
}
