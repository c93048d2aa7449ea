import { printChoice } from '../../../domain/text-values.ts';
import { once } from 'node:events';
import { Option } from 'commander';
import { defined } from '../../../domain/defined.ts';
import { chooseProject, withWorkspace } from '../../../operations/workspace/command-line.ts';
import { exportFile } from '../../../operations/exchange/export-file.ts';
import { exportable, exportKinds } from '../../../domain/exchange/file-formats.ts';
import type { ExportKind } from '../../../domain/exchange/file-formats.ts';
import type { ExportManifest, ExportRequest } from '../../../operations/exchange/export-request.ts';
import { saveExport } from '../../../operations/exchange/save-export.ts';
import type { AddCommand } from '../../commands.ts';
import {
  byOption,
  databaseOption,
  examples,
  forceOption,
  list,
  projectOption,
  taskOption,
  wholeNumber,
} from '../../options.ts';
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

const formatList = exportKinds.map((kind) => `${kind}: ${exportable[kind].join(', ')}`).join('; ');

/** `assay export`: what is in a workspace, as a file. */
export const addExport: AddCommand = (program, exit) => {
  program
    .command('export')
    .description('export units, judgments, rulings, the truth or all in one table')
    .addOption(
      new Option('--kind <kind>', 'what to export').choices(exportKinds).default('judgments'),
    )
    .addOption(projectOption)
    .addOption(taskOption)
    .option('--format <format>', `the format (default: the first): ${formatList}`)
    .option('--run <id>', 'only the judgments of one run')
    .option('--annotator <name>', 'only the judgments of one annotator')
    .option('--task-hash <hash>', 'version of the questions (default: the current one)')
    .option(
      '--fields <names>',
      'truth and table: unit fields in each row, such as subject,text',
      list,
    )
    .option('--allow-partial', 'truth and table: decide before all quotas are met, and say so')
    .option('--raw', 'CSV and XLSX for programs: no apostrophe before formulas')
    .option('--question <name>', 'qrels and adjudication: the question, if there are several')
    .option('--topic <name>', 'override file or judgment cache: the name of the topic')
    .option('--base <name>', 'adjudication: the annotator whose judgments are reviewed')
    .option('--target <name>', 'adjudication: the reviewer')
    .option('--cap <n>', 'adjudication: maximum number of likely pairs per query', wholeNumber)
    .option('--blind', 'adjudication: without band, label and rationale')
    .option(
      '--precedence <rounds>',
      'adjudicated file: which round wins if judgments differ: latest, or a,b,c',
      list,
    )
    .option('-o, --out <file>', 'the file, plus a manifest (default: standard output)')
    .addOption(forceOption)
    .addOption(byOption)
    .addOption(databaseOption())
    .option('--json', 'print the manifest as JSON')
    .addHelpText(
      'after',
      examples(
        ['assay export --kind truth --format csv --out truth.csv'],
        'Judgments: only submitted ones, one row per unit and annotator, all under the\n' +
          'same version of the questions.',
      ),
    )
    .action(async (options: Options) => {
      const { database, project, precedence, out, force, by, json, ...request } = options;
      await withWorkspace({ database, ...defined({ by }) }, async (context) => {
        const exported = await exportFile(context, {
          ...request,
          project: await chooseProject(context, project),
          ...defined({
            precedence: precedence?.[0] === 'latest' ? ('latest' as const) : precedence,
          }),
        });
        if (out === undefined || out === '-') await writeOut(exported.pieces);
        else {
          const counted = progressCount('Writing', 'bytes');
          const saved = await saveExport(exported, out, force === true, counted.step);
          counted.stop();
          if (json) printJson({ ...exported.manifest, ...saved });
          else print(savedText(exported.manifest, saved));
        }
        for (const text of remarks(exported.manifest)) note(text);
      });
      exit(0);
    });
};

function savedText(
  { rows, task, task_hash: hash }: ExportManifest,
  saved: { readonly file: string; readonly bytes: number },
): string {
  const rowText = rows === null ? '' : `${count(rows)} rows, `;
  return `${saved.file}: ${rowText}${count(saved.bytes)} bytes, task ${task} (${hash})`;
}

function remarks({ format, left_out_fields, left_out }: ExportManifest): string[] {
  const found: string[] = [];
  if (left_out_fields !== undefined)
    found.push(
      `The ${format} format has no place for ${printChoice(left_out_fields, 'and')} of a ` +
        'judgment; left out.',
    );
  if (left_out > 0) found.push(`${count(left_out)} judgments under other versions were left out.`);
  return found;
}

/** Writes to standard output at the reader's pace. The reader may stop early, as `head` does. */
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
