import { Option } from 'commander';
import { refuse } from '../../../domain/fault.ts';
import { evaluateRun, reportRun } from '../../../operations/evaluation/evaluate-run.ts';
import type { RunRequest } from '../../../operations/evaluation/evaluate-run.ts';
import { limitReports, limitedMeasures } from '../../../operations/evaluation/fail-under.ts';
import type { AddCommand } from '../../commands.ts';
import { examples, jsonOption, positiveWhole, seedOption, wholeNumber } from '../../options.ts';
import { print, printJson } from '../../output.ts';
import type { ExitCode } from '../../output.ts';
import { limitLines } from './measure-table.ts';
import { runJson, runReport } from './run-report.ts';

interface Options {
  readonly qrels?: string;
  readonly run?: string;
  readonly compare?: string[];
  readonly measures?: string;
  readonly perQuery?: true;
  readonly complete?: true;
  readonly level: number;
  readonly depth?: number;
  readonly judgedOnly?: true;
  readonly empty: 'skip' | 'zero';
  readonly format: 'table' | 'trec_eval';
  readonly overVotes?: string;
  readonly slice?: string;
  readonly queries?: string;
  readonly failUnder?: string;
  readonly strict?: true;
  readonly seed: number;
  readonly resamples: number;
  readonly json?: true;
}

const usualMeasures = 'nDCG@10,AP,R@10,P@5,RR,bpref,Judged@10';

/** `assay evaluate`: systems against relevance judgments or a table of truth. */
export const addEvaluate: AddCommand = (program, exit) => {
  program
    .command('evaluate')
    .description('measure a system against the truth, with intervals and comparisons')
    .option('--qrels <file>', 'relevance judgments: TREC qrels, or CSV, JSONL or Parquet')
    .option('--run <file>', 'what a system retrieved: a TREC run, or CSV, JSONL or Parquet')
    .option('--compare <files...>', 'further runs, compared pair by pair on the same queries')
    .option(
      '-m, --measures <list>',
      `measures, also by trec_eval’s names (default: ${usualMeasures})`,
    )
    .option('-q, --per-query', 'also give the values of each query')
    .option('-c, --complete', 'queries that the run does not have count as 0')
    .option('-l, --level <grade>', 'the lowest grade that is relevant', wholeNumber, 1)
    .option('--depth <ranks>', 'look only at this many documents of each query', positiveWhole)
    .option('--judged-only', 'remove documents without a judgment (default: not relevant)')
    .addOption(
      new Option('--empty <how>', 'queries without a value: left out and counted, or 0')
        .choices(['skip', 'zero'])
        .default('skip'),
    )
    .addOption(
      new Option(
        '--format <format>',
        'a table, or what trec_eval prints (then 0 for empty queries)',
      )
        .choices(['table', 'trec_eval'])
        .default('table'),
    )
    .option('--over-votes <file>', 'each annotator’s own answers: the value under each of them')
    .option('--slice <field>', 'measure for each value of a field of the queries (see --queries)')
    .option('--queries <file>', 'fields of the queries: CSV, JSONL or Parquet with query_id')
    .option('--fail-under <limits>', 'exit with 1 below a limit: nDCG@10=0.7,AP=0.3')
    .option('--strict', 'limits apply to the lower end of the interval')
    .addOption(seedOption)
    .option('--resamples <number>', 'resamples of intervals and tests', positiveWhole, 2000)
    .addOption(jsonOption)
    .addHelpText(
      'after',
      examples(
        [
          'assay evaluate --qrels qrels.txt --run bm25.run --measures nDCG@10,AP',
          'assay evaluate --qrels qrels.txt --run bm25.run --compare dense.run',
        ],
        'Exit status: 0 done, 1 below a limit of --fail-under, 2 invalid input.',
      ),
    )
    .action(async (options: Options) => exit(await evaluate(options)));
};

async function evaluate(options: Options): Promise<ExitCode> {
  const { qrels, compare = [] } = options;
  // Runs can all be named to --compare; the first is then the one that is reported on.
  const run = options.run ?? compare[0];
  const others = options.run === undefined ? compare.slice(1) : compare;
  if (qrels === undefined || run === undefined)
    refuse('usage', { reason: 'Pass --qrels and --run to measure a ranking.' });
  return evaluateRankings(qrels, run, { ...options, compare: others });
}

async function evaluateRankings(qrels: string, run: string, options: Options): Promise<ExitCode> {
  const isTrec = options.format === 'trec_eval';
  if ((options.slice === undefined) !== (options.queries === undefined))
    refuse('usage', { reason: 'Pass --slice and --queries together.' });
  const limits = limitedMeasures(options.failUnder ?? null);
  const asked = options.measures ?? (isTrec ? 'official' : usualMeasures);
  const request: RunRequest = {
    qrels,
    run,
    others: options.compare ?? [],
    measures: [asked, ...limits.map(({ measure }) => measure)].join(','),
    level: options.level,
    complete: options.complete === true,
    depth: options.depth ?? null,
    judgedOnly: options.judgedOnly === true,
    zeroes: options.empty === 'zero' || isTrec,
    votes: options.overVotes ?? null,
    slice: options.slice ?? null,
    queries: options.queries ?? null,
    seed: options.seed,
    resamples: options.resamples,
  };
  const isPlain = isTrec && options.json !== true;
  if (isPlain) print(await reportRun({ ...request, measures: asked }, options.perQuery === true));
  if (isPlain && limits.length === 0) return 0;
  const evaluation = await evaluateRun(request);
  const reports = limitReports(limits, evaluation.measures, options.strict === true);
  const shown = { perQuery: options.perQuery === true, trecNames: isTrec };
  if (options.json === true) printJson(runJson(request, evaluation, reports, shown));
  else if (!isPlain) print(runReport(request, evaluation, reports, shown));
  else print(limitLines(reports));
  return reports.every(({ isMet }) => isMet) ? 0 : 1;
}
