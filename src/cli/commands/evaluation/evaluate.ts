import { Option } from 'commander';
import { refuse } from '../../../domain/fault.ts';
import {
  judgmentFormats,
  usualCutoffs,
  usualMeasures,
} from '../../../operations/evaluation/named-measures.ts';
import type { AddCommand } from '../../commands.ts';
import {
  examples,
  jsonOption,
  list,
  numberAbove,
  positiveWhole,
  seedOption,
  wholeNumber,
  written,
} from '../../options.ts';
import type { ExitCode } from '../../output.ts';
import {
  evaluateAnswers,
  evaluateParsedRules,
  evaluatePredictions,
  evaluateRankings,
  evaluateVerdicts,
} from './evaluate-kinds.ts';
import type { Options } from './evaluate-kinds.ts';
import { addReleaseOptions, againstRelease, truthOptions } from './release-truth.ts';

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
    .addOption(
      new Option('--k <list>', 'chunks that --rag retrieval looks at')
        .argParser(list)
        .default(usualCutoffs.map(String), usualCutoffs.join(',')),
    )
    .option('--rules', 'parsed rules instead of labels: JSONL with a list of rules per row')
    .option('--class <column>', 'one class or verdict per unit instead of labels')
    .option('--order <list>', 'the classes from lowest to highest, for distances', list)
    .option(
      '--threshold <score>',
      'scores from this one on count as predicted',
      numberAbove(-Infinity),
      0.5,
    )
    .option(
      '--chance <column>',
      'column of the truth: the chance of each unit, query or source to be drawn (default: ' +
        'inclusion_probability)',
    )
    .option('--subject <column>', 'column of the truth: what units belong to and are drawn with')
    .option(
      '--compare <files...>',
      'further runs, predictions or labels of --rag, compared pair by pair',
    )
    .option(
      '-m, --measures <list>',
      `measures, also by trec_eval’s names; may be repeated (default: ${usualMeasures})`,
      (more: string, before?: string) => (before === undefined ? more : `${before},${more}`),
    )
    .option('-q, --per-query', 'also give the values of each query')
    .option('-c, --complete', 'queries that the run does not have count as 0')
    .option('-l, --level <grade>', 'the lowest grade that is relevant (default: 1)', wholeNumber)
    .addOption(
      new Option(
        '-R, --judgments <format>',
        'what --qrels holds: grades, grades by group, the same as preferences, or preferences',
      )
        .choices(Object.keys(judgmentFormats))
        .default('qrels'),
    )
    .option('-M, --depth <ranks>', 'look only at this many documents of each query', positiveWhole)
    .option(
      '-N, --collection <documents>',
      'number of documents in the collection, for utility',
      positiveWhole,
    )
    .option('-J, --judged-only', 'remove documents without a judgment (default: not relevant)')
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
    .option(
      '-Z, --reference <file>',
      'with --format trec_eval: standard scores among reference runs (query, measure, mean, sd)',
    )
    .option(
      '--over-votes [file]',
      'the value under each annotator’s own answers: from a file, or those of the release',
    )
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
    .option('--html <file>', 'also write a self-contained HTML page', written)
    .addHelpText(
      'after',
      examples(
        [
          'assay evaluate --qrels qrels.txt --run bm25.run --measures nDCG@10,AP',
          'assay evaluate --qrels qrels.txt --run bm25.run --compare dense.run',
          'assay evaluate --truth t.csv --predictions a.csv --fail-under "F1(macro)=0.7"',
          'assay evaluate --release release-1.0 --predictions a.csv --html a.html',
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
  const answers = rag === undefined ? options.predictions : (truth ?? release);
  const named = isRanking ? options.run : answers;
  const system = named ?? compare[0];
  const others = named === undefined ? compare.slice(1) : compare;
  const given = { ...options, compare: others };
  if (release === undefined) return evaluateFiles(given, system);
  if (qrels !== undefined || truth !== undefined)
    refuse('usage', { reason: 'With --release, leave out --qrels and --truth.' });
  if (rag === undefined && system === undefined)
    refuse('usage', { reason: 'Pass --predictions or --run with what the system said.' });
  return againstRelease(release, given, 1 + others.length, (opened) => {
    const read = { ...given, ...truthOptions(opened, options, isRanking), opened };
    return evaluateFiles(read, system);
  });
}

async function evaluateFiles(options: Options, system: string | undefined): Promise<ExitCode> {
  const { qrels, truth } = options;
  if (options.overVotes === true)
    refuse('usage', { reason: 'Pass --over-votes with a file of each annotator’s answers.' });
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
