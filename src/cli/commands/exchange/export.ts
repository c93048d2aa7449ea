import { once } from 'node:events';
import { Option } from 'commander';
import { printChoice } from '../../../domain/fault.ts';
import { chooseProject, withWorkspace } from '../../../operations/workspace/command-line.ts';
import { exportFile } from '../../../operations/exchange/export-file.ts';
import { exportFormats, exportKinds } from '../../../operations/exchange/export-request.ts';
import type { ExportKind, ExportRequest } from '../../../operations/exchange/export-request.ts';
import { saveExport } from '../../../operations/exchange/save-export.ts';
import type { AddCommand } from '../../commands.ts';
import { databaseOption, list, wholeNumber } from '../../options.ts';
import { count, note, print, printJson } from '../../output.ts';
import { progressCount } from '../../progress.ts';

interface Options extends Omit<ExportRequest, 'project' | 'kind' | 'precedence'> {
  readonly database: string;
  readonly project?: string;
  readonly kind: ExportKind;
  readonly precedence?: readonly string[];
  readonly out?: string;
  readonly force?: true;
  readonly by?: string;
  readonly json?: true;
}

/** `assay export`: what is in a workspace, as a file. */
export const addExport: AddCommand = (program, exit) => {
  program
    .command('export')
    .description(
      'write units, judgments, rulings or the truth of a workspace, in our formats and those of other tools',
    )
    .addOption(
      new Option('--kind <kind>', 'what is written').choices(exportKinds).default('judgments'),
    )
    .option('-P, --project <name>', 'the project (else the only one)')
    .option('-t, --task <name>', 'the task (else the only one)')
    .option(
      '--format <format>',
      `how it is written (else the first): ${exportKinds.map((kind) => `${kind}: ${exportFormats[kind].join(', ')}`).join('; ')}`,
    )
    .option('--run <id>', 'only the judgments of one run')
    .option('--annotator <name>', 'only one annotator’s judgments')
    .option(
      '--task-hash <hash>',
      'the version of the questions (else the present one); versions are never mixed',
    )
    .option(
      '--escape-formulas',
      'an apostrophe before cells that a spreadsheet would run; for looking at, not for importing again',
    )
    .option('--question <name>', 'of qrels and adjudication: the question, where there are several')
    .option('--topic <name>', 'of an override file or a judgment cache: what the topic is called')
    .option('--base <name>', 'of adjudication: the annotator whose judgments are looked over')
    .option('--target <name>', 'of adjudication: who is to look')
    .option('--cap <n>', 'of adjudication: how many likely pairs per query', wholeNumber)
    .option('--blind', 'of adjudication: without band, label and rationale')
    .option(
      '--precedence <rounds>',
      'of the adjudicated file: which round counts where a pair was judged differently; latest, or rounds with commas',
      list,
    )
    .option('-o, --out <file>', 'the file, with a manifest beside it (else standard output)')
    .option('--force', 'replace files that exist')
    .option('--by <name>', 'in whose name it is logged (else yours)')
    .addOption(databaseOption('-d, --database <address>', 'the workspace: a file or postgres://…'))
    .option('--json', 'print the manifest as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  assay export --kind truth --format csv --out truth.csv\n\nOnly submitted judgments are written, one row per unit and annotator, under one\nversion of the questions.',
    )
    .action(async (options: Options) => {
      const { database, project, precedence, out, force, by, json, ...request } = options;
      await withWorkspace({ database, ...(by === undefined ? {} : { by }) }, async (context) => {
        const chosen = await chooseProject(context, project);
        const exported = await exportFile(context, {
          ...request,
          project: chosen,
          ...(precedence === undefined
            ? {}
            : { precedence: precedence[0] === 'latest' ? ('latest' as const) : precedence }),
        });
        if (out === undefined) {
          await writeOut(exported.pieces);
        } else {
          const counted = progressCount('Writing', 'bytes');
          const saved = await saveExport(exported, out, force === true, counted.step);
          counted.stop();
          if (json) printJson({ ...exported.manifest, ...saved });
          else
            print(
              `${saved.file}: ${exported.manifest.rows === null ? '' : `${count(exported.manifest.rows)} rows, `}${count(saved.bytes)} bytes, task ${exported.manifest.task} (${exported.manifest.task_hash})`,
            );
        }
        if (exported.manifest.left_out_fields !== undefined)
          note(
            `A file for ${exported.manifest.format} has no place for ${printChoice(exported.manifest.left_out_fields, 'and')} of a judgment, which were left out.`,
          );
        if (exported.manifest.escaped === true)
          note(
            'Cells that a spreadsheet would run have an apostrophe before them. To import the file again, export it without --escape-formulas.',
          );
        if (exported.manifest.left_out > 0)
          note(
            `${count(exported.manifest.left_out)} judgments under other versions were left out.`,
          );
      });
      exit(0);
    });
};

/**
 * Writes to standard output as fast as it is read. Whoever reads may stop early, as head does; then
 * there is nobody left to write for.
 */
async function writeOut(pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  try {
    for await (const piece of pieces) {
      if (process.stdout.errored !== null) return;
      if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  }
}
