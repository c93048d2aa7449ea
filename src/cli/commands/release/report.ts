import { extname } from 'node:path';
import { defined } from '../../../domain/defined.ts';
import { refuse } from '../../../domain/fault.ts';
import {
  draftReport,
  folderCards,
  projectCards,
  reportOfRelease,
} from '../../../operations/release/write-report.ts';
import { chooseProject, withWorkspace } from '../../../operations/workspace/command-line.ts';
import type { AddCommand } from '../../commands.ts';
import {
  byOption,
  databaseOption,
  examples,
  forceOption,
  jsonOption,
  projectOption,
  protocolOption,
  seedOption,
  written,
} from '../../options.ts';
import { print, printJson } from '../../output.ts';

interface Options {
  readonly out: string;
  readonly cards?: true;
  readonly names?: true;
  readonly seed: number;
  readonly force?: true;
  readonly protocol?: string;
  readonly project?: string;
  readonly database: string;
  readonly by?: string;
  readonly json?: true;
}

/** `assay report`: the report of a release or of the work so far, and label cards. */
export const addReport: AddCommand = (program, exit) => {
  program
    .command('report')
    .description('make the report of a release, a draft of it from the workspace, or label cards')
    .argument('[folder]', 'a release; without one, a draft is made from the workspace')
    .requiredOption(
      '-o, --out <file>',
      'the file to write: .pdf, or .html that proves itself',
      written,
    )
    .option('--cards', 'a page for each label, for annotators, instead of the report')
    .option('--names', 'name people (default: pseudonyms)')
    .addOption(seedOption)
    .addOption(protocolOption)
    .addOption(projectOption)
    .addOption(byOption)
    .addOption(databaseOption())
    .addOption(forceOption)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples([
        'assay report release-1.0 --out report.pdf',
        'assay report --project topics --out draft.html',
        'assay report --cards --protocol examples/regulatory-topics --out cards.pdf',
      ]),
    )
    .action(async (folder: string | undefined, options: Options) => {
      checkEnding(options);
      const file = { out: options.out, force: options.force === true };
      const place = { database: options.database, ...defined({ by: options.by }) };
      if (folder !== undefined && options.cards !== true) await reportOfRelease(folder, file);
      else if (options.cards === true && (folder ?? options.protocol) !== undefined)
        await folderCards(folder ?? options.protocol, file);
      else
        await withWorkspace(place, async (context) => {
          const project = await chooseProject(context, options.project);
          if (options.cards === true) return await projectCards(context, project, file);
          const choice = { seed: options.seed, names: options.names === true };
          return await draftReport(context, project, choice, file);
        });
      if (options.json) printJson({ file: options.out });
      else print(`${options.out} was written.`);
      exit(0);
    });
};

/** Label cards are for printing; a report may also be a page. */
function checkEnding({ out, cards }: Options): void {
  const endings = cards === true ? ['.pdf'] : ['.pdf', '.html'];
  if (endings.includes(extname(out).toLowerCase())) return;
  refuse('usage', { reason: `--out is ${out}, expected a name with ${endings.join(' or ')}.` });
}
