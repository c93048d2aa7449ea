import { defined } from '../../../domain/defined.ts';
import { printChoice } from '../../../domain/text-values.ts';
import { existsSync } from 'node:fs';
import { Option } from 'commander';
import { intervalMethods } from '../../../domain/agreement/measure.ts';
import type { IntervalMethod } from '../../../domain/agreement/measure.ts';
import { InputError, refuse } from '../../../domain/fault.ts';
import {
  agreeOnRatings,
  agreeOnVotes,
  levelNames,
} from '../../../operations/agreement/agree-ratings.ts';
import type { LevelName } from '../../../operations/agreement/agree-ratings.ts';
import { agree, confusionMatrices } from '../../../operations/agreement/agree.ts';
import type { AgreeRequest } from '../../../operations/agreement/agree.ts';
import { withTablesAsRows } from '../../../operations/agreement/judgment-tables.ts';
import { mismatches } from '../../../operations/agreement/mismatches.ts';
import { withAllRereadable } from '../../../operations/rereadable-input.ts';
import { checkThere } from '../../../operations/text-file.ts';
import { checkNames, writeFiles } from '../../../operations/write-files.ts';
import type { AddCommand } from '../../commands.ts';
import { agreementJson, ratingsJson } from './agreement-json.ts';
import { agreementReport, ratingsReport } from './agreement-report.ts';
import { confusionReport } from './confusion-report.ts';
import {
  examples,
  forceOption,
  jsonOption,
  list,
  protocolOption,
  seedOption,
  taskOption,
  wholeNumber,
  written,
} from '../../options.ts';
import { note, print, printFaults, printJson } from '../../output.ts';
import type { ExitCode } from '../../output.ts';
import { progressBar, progressCount, stopProgress } from '../../progress.ts';

const letters = ['a', 'b', 'c', 'd', 'e'] as const;

interface Options extends Partial<Record<(typeof letters)[number], string>> {
  readonly protocol?: string;
  readonly task?: string;
  readonly round?: string;
  readonly guideline?: string;
  readonly units?: string[];
  readonly ratings?: string;
  readonly votes?: string;
  readonly columns?: readonly string[];
  readonly scale: LevelName;
  readonly categories?: readonly string[];
  readonly header?: boolean;
  readonly mismatches?: string;
  readonly confusion?: true;
  readonly overlap?: true;
  readonly retest?: true;
  readonly force?: true;
  readonly interval: IntervalMethod;
  readonly seed: number;
  readonly resamples: number;
  readonly json?: true;
}

/** `assay agree`: how far annotators agree beyond chance, and whether that is enough. */
export const addAgree: AddCommand = (program, exit) => {
  const command = program
    .command('agree')
    .description('measure agreement between annotators, with intervals, gate and disagreements')
    .argument(
      '[files...]',
      'JSONL or CSV with annotators in the rows; or pass a file per annotator: --a, --b …',
    );
  for (const letter of letters)
    command.option(
      `--${letter} <file>`,
      `judgments of one annotator${letter === 'a' ? ' (JSONL or CSV)' : ''}`,
    );
  command
    .addOption(protocolOption)
    .addOption(taskOption)
    .option('-r, --round <name>', 'the round whose gate applies')
    .option('--guideline <version>', 'guideline version of the judgments, if not the protocol’s')
    .option('--units <files...>', 'files with all units, to check ids and quotes against')
    .option('--confusion', 'show how every pair answered: units for each pair of answers')
    .option('--overlap', 'compare only the units that everybody judged')
    .option('--retest', 'compare an annotator with themselves')
    .option('--mismatches <file>', 'write the disagreements with all reasons as JSONL', written)
    .addOption(forceOption)
    .option('--ratings <file>', 'compare a CSV matrix: a row per unit, a column per annotator')
    .option('--votes <file>', 'compare a long table, CSV or JSONL: unit, annotator, answer')
    .option('--columns <list>', 'all columns of the votes, where they have no header', list)
    .addOption(
      new Option('--scale <level>', 'scale of the ratings')
        .choices([...levelNames])
        .default('nominal'),
    )
    .option('--header', 'the first row of the ratings is a header (default: detected)')
    .option('--no-header', 'the first row of the ratings holds ratings')
    .option('--categories <list>', 'all possible ratings, in order: 1,2,3', list)
    .addOption(
      new Option('--interval <method>', 'method of intervals; gwet: as other programs compute them')
        .choices([...intervalMethods])
        .default('jeffreys'),
    )
    .addOption(seedOption)
    .option('--resamples <number>', 'resamples of --interval bootstrap', wholeNumber, 1000)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples(
        ['assay agree --a anna.jsonl --b ben.jsonl --mismatches review.jsonl'],
        'Without a protocol, rows of the examples are recognised.\n\n' +
          'Exit status: 0 the gate passed, 1 it failed or has no value, 2 invalid input.',
      ),
    )
    .action((files: string[], options: Options) => {
      if (options.ratings !== undefined || options.votes !== undefined)
        exit(compareRatings(files, options));
      else exit(compareFiles(files, options));
    });
};

/** Options for files of judgments, or for a plain matrix: the other kind of input refuses them. */
const forFiles = [
  ...letters,
  'protocol',
  'task',
  'round',
  'guideline',
  'units',
  'confusion',
  'overlap',
  'retest',
  'mismatches',
] as const;
const forRatings = ['categories', 'header', 'columns'] as const;

function compareRatings(positional: readonly string[], options: Options): 0 {
  const { ratings, votes, scale, columns } = options;
  const own = ratings === undefined ? '--votes' : '--ratings';
  const other = [
    ...(ratings !== undefined && votes !== undefined ? ['--votes'] : []),
    ...forFiles.filter((name) => options[name] !== undefined).map((name) => `--${name}`),
    ...positional,
  ];
  if (other.length > 0)
    refuse('usage', {
      reason:
        `${own} compares a plain ${ratings === undefined ? 'table' : 'matrix'} alone, without ` +
        `${printChoice(other, 'and')}. Leave that out, or pass files of judgments ` +
        `in place of ${own}.`,
    });
  const bar = progressBar('Reading ratings');
  const interval = chosenInterval(options, bar);
  const categories = options.categories ?? null;
  const result =
    ratings === undefined
      ? agreeOnVotes(votes!, defined({ columns }), scale, categories, interval.choice, bar.step)
      : agreeOnRatings(
          ratings,
          scale,
          categories,
          interval.choice,
          bar.step,
          options.header ?? null,
        );
  bar.stop();
  interval.stop();
  if (options.json) printJson(ratingsJson(result, seedOf(options)));
  else print(ratingsReport(result));
  return 0;
}

/** How intervals are computed; resampling with a sign of life, since that may take long. */
function chosenInterval(
  { interval, seed, resamples }: Options,
  reading: { stop(): void },
): { readonly choice: NonNullable<AgreeRequest['interval']>; stop(): void } {
  if (interval !== 'bootstrap') return { choice: interval, stop: () => {} };
  const counted = progressCount('Resampling', 'draws');
  let draws = 0;
  const onDraw = (): void => {
    if (draws === 0) reading.stop();
    counted.step((draws += 1));
  };
  return { choice: { seed, resamples, onDraw }, stop: counted.stop };
}

/** The seed, where one was used. */
function seedOf({ interval, seed }: Options): number | null {
  return interval === 'bootstrap' ? seed : null;
}

function compareFiles(positional: readonly string[], options: Options): ExitCode {
  const named = letters.flatMap((letter) => options[letter] ?? []);
  const files = [...named, ...positional];
  const other = forRatings.find((name) => options[name] !== undefined);
  if (other !== undefined)
    refuse('usage', {
      reason:
        `--${other === 'header' && options.header === false ? 'no-header' : other} ` +
        `is for ${other === 'columns' ? '--votes' : '--ratings and --votes'}; the protocol says ` +
        'what judgments may be.',
    });
  if (named.length > 0 && positional.length > 0)
    refuse('usage', { reason: 'Name every file with --a, --b … or none of them.' });
  if (named.length === 1 || files.length === 0)
    refuse('usage', {
      reason:
        'Agreement needs two annotators: pass --a A.jsonl --b B.jsonl, a file that holds ' +
        'both, --ratings m.csv, or --votes v.csv.',
    });
  if (files.filter((file) => file === '-').length > 1)
    refuse('usage', { reason: 'Standard input can stand for one file only.' });
  // Without the first file, only report which files are missing; with it, missing files are
  // reported together with its faults.
  if (files[0] !== '-' && !existsSync(files[0]!))
    checkThere([
      ...files,
      ...(options.units ?? []),
      ...(options.protocol === undefined ? [] : [options.protocol]),
    ]);
  try {
    return withAllRereadable(files, (paths) =>
      withTablesAsRows(paths, options, (rows) => compare(rows, paths, named.length > 0, options)),
    );
  } catch (error) {
    if (
      !(error instanceof InputError) ||
      error.faults.some((one) => one.code !== 'wrong-guideline')
    )
      throw error;
    stopProgress();
    printFaults(error);
    note(
      'Where these were judged under another version of the guideline, name it: ' +
        '--guideline <version>.',
    );
    return 2;
  }
}

function compare(
  files: readonly string[],
  sources: readonly string[],
  onePerFile: boolean,
  options: Options,
): 0 | 1 {
  if (options.mismatches !== undefined)
    checkNames([options.mismatches], options.force === true, [
      ...sources,
      ...(options.units ?? []),
      ...(options.protocol === undefined ? [] : [options.protocol]),
    ]);
  const bar = progressBar('Reading judgments');
  const interval = chosenInterval(options, bar);
  const result = agree({
    ...options,
    files,
    onePerFile,
    units: options.units ?? [],
    overlap: options.overlap === true,
    retest: options.retest === true,
    interval: interval.choice,
    progress: bar.step,
  });
  bar.stop();
  // Further intervals are made as they are asked for.
  const matrices = options.confusion === true ? confusionMatrices(result) : null;
  const report = options.json
    ? agreementJson(result, seedOf(options), matrices)
    : [agreementReport(result), ...(matrices === null ? [] : [confusionReport(matrices)])].join(
        '\n\n',
      );
  interval.stop();
  if (options.mismatches !== undefined) {
    const rows = mismatches(result).map((row) => `${JSON.stringify(row)}\n`);
    writeFiles(new Map([[options.mismatches, rows.join('')]]), { force: options.force === true });
    note(
      `${rows.length} ${rows.length === 1 ? 'disagreement' : 'disagreements'} written to ` +
        `${options.mismatches}`,
    );
  }
  if (typeof report === 'string') print(report);
  else printJson(report);
  const status = result.gate?.status ?? 'NONE';
  return status === 'PASS' || status === 'NONE' ? 0 : 1;
}
