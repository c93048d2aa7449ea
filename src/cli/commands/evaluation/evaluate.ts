import { Option } from 'commander';
import { refuse } from '../../../domain/fault.ts';
import { evaluateRun, reportRun } from '../../../operations/evaluation/evaluate-run.ts';
import type { RunRequest } from '../../../operations/evaluation/evaluate-run.ts';
import { evaluateClasses } from '../../../operations/evaluation/evaluate-classes.ts';
import type { ClassRequest } from '../../../operations/evaluation/evaluate-classes.ts';
import type { RagFamily } from '../../../operations/evaluation/results.ts';
import { evaluateRag } from '../../../operations/evaluation/evaluate-rag.ts';
import { evaluateRules } from '../../../operations/evaluation/evaluate-rules.ts';
import type { OpenedRelease } from '../../../operations/evaluation/open-release.ts';
import { evaluateTable } from '../../../operations/evaluation/evaluate-table.ts';
import type { TableRequest } from '../../../operations/evaluation/evaluate-table.ts';
import {
  labelLimits,
  limitReports,
  limitedMeasures,
} from '../../../operations/evaluation/fail-under.ts';
import type { AddCommand } from '../../commands.ts';
import {
  examples,
  jsonOption,
  list,
  numberAbove,
  positiveWhole,
  seedOption,
  wholeNumber,
} from '../../options.ts';
import { print } from '../../output.ts';
import type { ExitCode } from '../../output.ts';
import { classJson, classReport } from './class-report.ts';
import { limitLines } from './measure-table.ts';
import { plainJson, plainReport } from './plain-report.ts';
import type { PlainEvaluation } from './plain-report.ts';
import { addReleaseOptions, againstRelease, printResult, truthOptions } from './release-truth.ts';
import type { ReleaseOptions } from './release-truth.ts';
import { runJson, runReport } from './run-report.ts';
import { tableJson, tableReport } from './table-report.ts';

interface Options extends ReleaseOptions {
  /** The truth of a release that the guard let through. */
  readonly opened?: OpenedRelease;
  readonly qrels?: string;
  readonly run?: string;
  readonly truth?: string;
  readonly predictions?: string;
  readonly id: string;
  readonly labels?: readonly string[];
  readonly class?: string;
  readonly rag?: RagFamily;
  readonly k: readonly string[];
  readonly rules?: true;
  readonly order?: readonly string[];
  readonly threshold: number;
  readonly chance?: string;
  readonly subject?: string;
  readonly compare?: string[];
  readonly measures?: string;
  readonly perQuery?: true;
  readonly complete?: true;
  readonly level?: number;
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
  const command = program
    .command('evaluate')
    .description('measure a system against the truth, with intervals and comparisons')
    .option('--qrels <file>', 'relevance judgments: TREC qrels, or CSV, JSONL or Parquet')
    .option('--run <file>', 'what a system retrieved: a TREC run, or CSV, JSONL or Parquet')
    .option('--truth <file>', 'a table of truth, a row per unit: CSV, JSONL or Parquet')
    .option('--predictions <file>', 'a table of predictions: labels (0/1 or grades), score_<label>')
    .option('--id <column>', 'the column of the unit in both tables', 'id')
    .option('--labels <list>', 'the labels (default: those that both tables have)', list)
    .addOption(
      new Option('--rag <family>', 'a RAG system, by the labels in --truth').choices([
        'retrieval',
        'grounding',
        'generation',
      ]),
    )
    .option('--k <list>', 'chunks that --rag retrieval looks at', list, ['1', '3', '5', '10'])
    .option('--rules', 'parsed rules instead of labels: JSONL with a list of rules per row')
    .option('--class <column>', 'one class or verdict per unit instead of labels')
    .option('--order <list>', 'the classes from lowest to highest, for distances', list)
    .option('--threshold <score>', 'predicted from this score on', numberAbove(-Infinity), 0.5)
    .option(
      '--chance <column>',
      'of the truth: each unit’s chance to be drawn (default: inclusion_probability)',
    )
    .option('--subject <column>', 'of the truth: what units belong to, drawn together')
    .option('--compare <files...>', 'further runs or predictions, compared pair by pair')
    .option(
      '-m, --measures <list>',
      `measures, also by trec_eval’s names (default: ${usualMeasures})`,
    )
    .option('-q, --per-query', 'also give the values of each query')
    .option('-c, --complete', 'queries that the run does not have count as 0')
    .option('-l, --level <grade>', 'the lowest grade that is relevant (default: 1)', wholeNumber)
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
    .option(
      '--slice <field>',
      'measure for each value of a field of the units, or of the --queries',
    )
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
          'assay evaluate --truth t.csv --predictions a.csv --fail-under "F1(macro)=0.7"',
          'assay evaluate --release release-1.0 --predictions a.csv --system mine',
        ],
        'Exit status: 0 done, 1 below a limit of --fail-under, 2 invalid input.',
      ),
    )
    .action(async (options: Options) => exit(await evaluate(options)));
  addReleaseOptions(command);
};

async function evaluate(options: Options): Promise<ExitCode> {
  const { release, qrels, truth, rag, compare = [] } = options;
  // Systems can all be named to --compare; the first is then the one that is reported on.
  const isRanking = qrels !== undefined || (release !== undefined && options.run !== undefined);
  const named = isRanking ? options.run : options.predictions;
  const system = named ?? compare[0];
  const others = named === undefined ? compare.slice(1) : compare;
  const given = { ...options, compare: others };
  if (release === undefined) return evaluateFiles(given, system);
  if (qrels !== undefined || truth !== undefined || options.rules === true)
    refuse('usage', { reason: 'With --release, leave out --qrels, --truth and --rules.' });
  if (rag === undefined && system === undefined)
    refuse('usage', { reason: 'Pass --predictions or --run with what the system said.' });
  const systems = rag === undefined ? 1 + others.length : 1;
  return againstRelease(release, given, systems, (opened) => {
    const read = { ...given, ...truthOptions(opened, options, isRanking), opened };
    return evaluateFiles(read, system);
  });
}

async function evaluateFiles(options: Options, system: string | undefined): Promise<ExitCode> {
  const { qrels, truth } = options;
  if (qrels !== undefined && truth === undefined && system !== undefined)
    return evaluateRankings(qrels, system, options);
  if (truth !== undefined && options.rag !== undefined)
    return evaluateAnswers(truth, options.rag, options);
  if (truth !== undefined && options.rules === true && system !== undefined)
    return evaluateParsedRules(truth, system, options);
  if (truth !== undefined && qrels === undefined && system !== undefined)
    return options.class === undefined
      ? evaluatePredictions(truth, system, options)
      : evaluateVerdicts(truth, system, options.class, options);
  return refuse('usage', {
    reason:
      'Pass --qrels and --run to measure a ranking, --truth and --predictions for labels, or ' +
      '--release.',
  });
}

/** What the truth is called in a report. */
function shownTruth(options: Options, file: string): string {
  return options.opened?.report.release ?? file;
}

async function evaluatePredictions(
  truth: string,
  predictions: string,
  options: Options,
): Promise<ExitCode> {
  if (options.format === 'trec_eval')
    refuse('usage', { reason: '--format trec_eval is for --qrels. Leave it out.' });
  const request: TableRequest = {
    truth,
    predictions,
    others: options.compare ?? [],
    id: options.id,
    labels: options.labels ?? null,
    level: options.level ?? 1,
    threshold: options.threshold,
    chance: options.chance ?? null,
    subject: options.subject ?? null,
    slice: options.slice ?? null,
    zeroes: options.empty === 'zero',
    measures: options.measures ?? null,
    votes: options.overVotes ?? null,
    seed: options.seed,
    resamples: options.resamples,
  };
  const evaluation = await evaluateTable(request);
  const { measures, labels } = evaluation.evaluation;
  const all = new Map([
    ...(evaluation.rankings ?? []),
    ...measures,
    ...labels.flatMap((one) => [...one.measures]),
  ]);
  const limits = labelLimits(options.failUnder ?? null, all);
  const reports = limitReports(limits, all, options.strict === true);
  const shown = { ...request, truth: shownTruth(options, truth) };
  const overall = [...(evaluation.rankings ?? new Map()).keys(), ...measures.keys()];
  await printResult(options.opened ?? null, overall, options.json === true, {
    json: () => tableJson(request, evaluation, reports),
    text: () => tableReport(shown, evaluation, reports),
  });
  return reports.every(({ isMet }) => isMet) ? 0 : 1;
}

async function evaluateAnswers(
  truth: string,
  family: RagFamily,
  options: Options,
): Promise<ExitCode> {
  const { seed, resamples } = options;
  const cutoffs = options.k.map(positiveWhole);
  const zeroes = options.empty === 'zero';
  const slice = options.slice ?? null;
  const found = await evaluateRag({ truth, family, cutoffs, zeroes, slice, seed, resamples });
  const counts = { queries: found.queries, units: found.units };
  return finish(`${shownTruth(options, truth)}: ${family}`, { ...found, counts }, options);
}

async function evaluateParsedRules(
  truth: string,
  predictions: string,
  options: Options,
): Promise<ExitCode> {
  const { id, seed, resamples } = options;
  const found = await evaluateRules({ truth, predictions, id, seed, resamples });
  const { measures, sources, notPredicted, notTrue } = found;
  const counts = { sources, not_in_predictions: notPredicted, not_in_truth: notTrue };
  return finish(`${predictions} against ${truth}`, { measures, slices: null, counts }, options);
}

async function finish(title: string, found: PlainEvaluation, options: Options): Promise<ExitCode> {
  const limits = labelLimits(options.failUnder ?? null, found.measures);
  const reports = limitReports(limits, found.measures, options.strict === true);
  await printResult(options.opened ?? null, found.measures.keys(), options.json === true, {
    json: () => plainJson(found, reports),
    text: () => plainReport(title, found, reports),
  });
  return reports.every(({ isMet }) => isMet) ? 0 : 1;
}

async function evaluateVerdicts(
  truth: string,
  predictions: string,
  column: string,
  options: Options,
): Promise<ExitCode> {
  const request: ClassRequest = {
    truth,
    predictions,
    others: options.compare ?? [],
    id: options.id,
    column,
    order: options.order ?? null,
    subject: options.subject ?? null,
    seed: options.seed,
    resamples: options.resamples,
  };
  const evaluation = await evaluateClasses(request);
  const limits = labelLimits(options.failUnder ?? null, evaluation.measures);
  const reports = limitReports(limits, evaluation.measures, options.strict === true);
  const shown = { ...request, truth: shownTruth(options, truth) };
  await printResult(options.opened ?? null, evaluation.measures.keys(), options.json === true, {
    json: () => classJson(evaluation, reports),
    text: () => classReport(shown, evaluation, reports),
  });
  return reports.every(({ isMet }) => isMet) ? 0 : 1;
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
    level: options.level ?? 1,
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
  const named = { ...request, qrels: shownTruth(options, qrels) };
  await printResult(options.opened ?? null, evaluation.measures.keys(), options.json === true, {
    json: () => runJson(request, evaluation, reports, shown),
    text: () => (isPlain ? limitLines(reports) : runReport(named, evaluation, reports, shown)),
  });
  return reports.every(({ isMet }) => isMet) ? 0 : 1;
}
