import { rankingFacts, trecBase, trecName } from '../../domain/evaluation/ranking-measure.ts';
import type { RankingKind, RankingMeasure } from '../../domain/evaluation/ranking-measure.ts';
import type { ReferenceScores } from '../../formats/evaluation/reference-scores.ts';
import { relevanceString } from '../../statistics/evaluation/judged-ranking.ts';
import type { JudgedQuery } from './judge-run.ts';
import { measureRankings, summarise } from './measure-rankings.ts';
import type { MeasuredRankings } from './measure-rankings.ts';

/** The options of trec_eval besides the files and the measures. */
export interface TrecOptions {
  /** `-c`: queries that the run does not have count as 0. */
  readonly complete?: boolean;
  /** `-J`: documents without a judgment were removed. */
  readonly judgedOnly?: boolean;
  /** `-q`: the values of each query are printed before those of all. */
  readonly perQuery?: boolean;
  /** What the run calls itself. */
  readonly run?: string;
  /** `runid` is printed first, as in trec_eval's lists of measures. */
  readonly printsRun?: boolean;
  /** `-Z`: values are standard scores among these reference runs. */
  readonly reference?: ReferenceScores;
}

/**
 * The output of trec_eval 10: name, query and value in columns, four decimals, measures in its own
 * order. Queries without relevant documents count as 0. Measures that trec_eval does not have
 * follow under Assay's names. With reference scores, names start with Z, and a value without a
 * reference is -1000000.
 */
export function trecReport(
  queries: readonly JudgedQuery[],
  measures: readonly RankingMeasure[],
  options: TrecOptions = {},
): string {
  const { complete = false, judgedOnly = false, perQuery = false, reference } = options;
  const { run = '', printsRun = false } = options;
  const used = queries.filter(({ isMissing }) => complete || !isMissing);
  const columns = inTrecOrder(measures).map((measure) => {
    const plain = measureRankings(used, measure, { complete, zeroes: true });
    const isScored = reference !== undefined && measure.kind !== 'relstring';
    const measured =
      isScored && measure.kind !== 'NumQ' ? standardised(plain, used, reference) : plain;
    const { summary } = rankingFacts(measure);
    const digits: 0 | 4 = summary === 'sum' && !isScored ? 0 : 4;
    const printsEach = summary !== 'geometric' && measure.kind !== 'NumQ';
    const name = `${isScored ? 'Z' : ''}${trecName(measure).padEnd(22)}`;
    return { measure, measured, digits, printsEach, name };
  });
  const lines: string[] = [];
  if (perQuery)
    used.forEach(({ query, ranking, isMissing }, at) => {
      for (const { measure, measured, digits, printsEach, name } of columns) {
        if (!printsEach) continue;
        if (measure.kind === 'relstring') {
          const length = measure.parameters === '' ? 10 : Number(measure.parameters);
          const isBogus = isMissing && !judgedOnly && measure.parameters !== '';
          const grades = isBogus ? bogusString : relevanceString(ranking, length);
          lines.push(`${name}\t${query}\t'${grades}'`);
          continue;
        }
        const isZero = isMissing && !keptWhenMissing.has(measure.kind) && reference === undefined;
        const value = isZero ? 0 : measured.values[at]!;
        lines.push(`${name}\t${query}\t${fixed(value, digits)}`);
      }
    });
  if (printsRun) lines.push(`${'runid'.padEnd(22)}\tall\t${run}`);
  for (const { measure, measured, digits, name } of columns) {
    if (measure.kind === 'relstring') continue;
    // With -c, trec_eval counts every grade above 0 here, whatever the level.
    const value =
      complete && measure.kind === 'NumRel'
        ? queries.reduce((sum, { positive }) => sum + positive, 0)
        : summarise(measured);
    lines.push(`${name}\tall\t${fixed(value ?? 0, digits)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Counts of what was judged, which a query has even if the run has nothing for it. */
const keptWhenMissing: ReadonlySet<RankingKind> = new Set(['NumRel', 'PrefPossible']);

/**
 * With -c, trec_eval ranks one document outside the pool for a query that the run does not have,
 * and relstring shows it where its length is given.
 */
const bogusString = '-';

/** What trec_eval prints for a value without a reference. */
const withoutReference = -1_000_000;

function standardised(
  measured: MeasuredRankings,
  queries: readonly JudgedQuery[],
  reference: ReferenceScores,
): MeasuredRankings {
  const name = trecName(measured.measure);
  const values = measured.values.map((value, at) => {
    const found = reference.get(queries[at]!.query)?.get(name);
    if (found === undefined) return withoutReference;
    if (found.deviation !== 0) return (value - found.mean) / found.deviation;
    return value === found.mean ? 0 : withoutReference;
  });
  return { ...measured, values };
}

/** Names without cutoffs and parameters, in the order in which trec_eval 10 prints them. */
const order = [
  'num_q',
  'num_ret',
  'num_rel',
  'num_rel_ret',
  'map',
  'gm_map',
  'Rprec',
  'bpref',
  'recip_rank',
  'iprec_at_recall',
  'P',
  'relstring',
  'recall',
  'infAP',
  'gm_bpref',
  'Rprec_mult',
  'utility',
  '11pt_avg',
  'binG',
  'G',
  'dcg',
  'ideal_dcg',
  'ndcg',
  'ndcg_rel',
  'Rndcg',
  'ndcg_cut',
  'map_cut',
  'relative_P',
  'success',
  'set_P',
  'set_relative_P',
  'set_recall',
  'set_map',
  'set_F',
  'num_nonrel_judged_ret',
  'prefs_num_prefs_poss',
  'prefs_num_prefs_ful',
  'prefs_num_prefs_ful_ret',
  'prefs_simp',
  'prefs_pair',
  'prefs_avgjg',
  'prefs_avgjg_Rnonrel',
  'prefs_simp_ret',
  'prefs_pair_ret',
  'prefs_avgjg_ret',
  'prefs_avgjg_Rnonrel_ret',
  'prefs_simp_imp',
  'prefs_pair_imp',
  'prefs_avgjg_imp',
  'map_avgjg',
  'P_avgjg',
  'Rprec_mult_avgjg',
  'yaap',
  'rbp',
  'rbp_resid',
  'unj',
];

function inTrecOrder(measures: readonly RankingMeasure[]): readonly RankingMeasure[] {
  const place = (measure: RankingMeasure): number => {
    const isPreference = rankingFacts(measure).judgments === 'preferences';
    const at = order.indexOf((isPreference ? trecName(measure) : trecBase(measure)) ?? '');
    return at < 0 ? order.length : at;
  };
  return measures
    .map((measure) => ({ measure, at: place(measure) }))
    .toSorted((a, b) => a.at - b.at || (a.measure.at ?? 0) - (b.measure.at ?? 0))
    .map(({ measure }) => measure);
}

/**
 * A number with a fixed count of decimals, rounded as the C library does: exactly, halves to even.
 * Of numbers with four decimals, only odd multiples of 1/32 lie halfway.
 */
function fixed(value: number, digits: 0 | 4): string {
  if (digits === 0) return String(Math.trunc(value));
  const isHalfway = Number.isInteger(value * 32) && !Number.isInteger(value * 16);
  if (!isHalfway) return value.toFixed(digits);
  const lower = Math.floor(value * 10_000);
  return ((lower + (lower % 2 === 0 ? 0 : 1)) / 10_000).toFixed(digits);
}
