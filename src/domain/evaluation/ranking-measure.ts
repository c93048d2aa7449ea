/**
 * A measure of a ranking as a value: what it is, its parameters and its cutoff. It has one spelling
 * that parses and prints: `AP`, `nDCG@10`, `nDCG(exp)@10`, `RBP(p=0.8)`.
 */
export interface RankingMeasure {
  readonly kind: RankingKind;
  /** What stands in parentheses, as written; empty for none. */
  readonly parameters: string;
  /** What stands after the @: ranks, or for `IPrec` and `Rprec` a share; null for none. */
  readonly at: number | null;
}

/** How values of queries become one: their mean, their sum, or their geometric mean. */
type Summary = 'mean' | 'sum' | 'geometric' | 'none';

/** What is known of a kind of measure before anything is computed. */
export interface RankingKindFacts {
  /** trec_eval's name without a cutoff, and with one; null where it has none. */
  readonly trec: string | null;
  readonly trecAt: string | null;
  /** Whether a cutoff must, may or must not stand behind it: ranks, or a share of recall. */
  readonly at: 'none' | 'ranks' | 'some ranks' | 'share' | 'some share';
  /** What may stand in parentheses. */
  readonly parameters:
    | 'none'
    | 'gains'
    | 'numbers'
    | 'persistence'
    | 'length'
    | 'grade'
    | 'scope'
    | 'retrieved';
  /** The cutoffs that trec_eval takes when none is named. */
  readonly usual: readonly number[];
  readonly summary: Summary;
  /** Without relevant documents the query has no value. */
  readonly needsRelevant: boolean;
  /** The judgments that it needs. */
  readonly judgments: JudgmentsKind | 'any';
}

/** Grades of documents, grades of several groups of judges, or preferences between documents. */
export type JudgmentsKind = 'grades' | 'groups' | 'preferences';

const manyRanks = [5, 10, 15, 20, 30, 100, 200, 500, 1000];
const tenths = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
const multiples = [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8, 2];

const plain: RankingKindFacts = {
  trec: null,
  trecAt: null,
  at: 'none',
  parameters: 'none',
  usual: [],
  summary: 'mean',
  needsRelevant: true,
  judgments: 'grades',
};
const counted = { summary: 'sum', needsRelevant: false } as const;
const preferred = { ...plain, judgments: 'preferences', parameters: 'scope' } as const;
const grouped = { ...plain, judgments: 'groups' } as const;

/** Every kind of measure, in the order in which trec_eval prints them; others follow. */
export const rankingKinds = {
  NumQ: { ...plain, ...counted, trec: 'num_q', judgments: 'any' },
  NumRet: { ...plain, ...counted, trec: 'num_ret', judgments: 'any' },
  NumRel: { ...plain, ...counted, trec: 'num_rel' },
  NumRelRet: { ...plain, ...counted, trec: 'num_rel_ret' },
  AP: { ...plain, trec: 'map', trecAt: 'map_cut', at: 'some ranks', usual: manyRanks },
  GMAP: { ...plain, trec: 'gm_map', summary: 'geometric' },
  Rprec: { ...plain, trec: 'Rprec', trecAt: 'Rprec_mult', at: 'some share', usual: multiples },
  bpref: { ...plain, trec: 'bpref' },
  RR: { ...plain, trec: 'recip_rank', at: 'some ranks' },
  IPrec: { ...plain, trecAt: 'iprec_at_recall', at: 'share', usual: tenths },
  P: { ...plain, trecAt: 'P', at: 'ranks', usual: manyRanks },
  relstring: {
    ...plain,
    trec: 'relstring',
    parameters: 'length',
    summary: 'none',
    needsRelevant: false,
  },
  R: { ...plain, trecAt: 'recall', at: 'ranks', usual: manyRanks },
  infAP: { ...plain, trec: 'infAP' },
  GMbpref: { ...plain, trec: 'gm_bpref', summary: 'geometric' },
  utility: { ...plain, trec: 'utility', parameters: 'numbers', needsRelevant: false },
  IPrecAvg: { ...plain, trec: '11pt_avg', parameters: 'numbers' },
  binG: { ...plain, trec: 'binG' },
  G: { ...plain, trec: 'G', parameters: 'gains' },
  DCG: { ...plain, trec: 'dcg', parameters: 'gains', at: 'some ranks', needsRelevant: false },
  idealDCG: { ...plain, trec: 'ideal_dcg', parameters: 'gains', needsRelevant: false },
  nDCG: {
    ...plain,
    trec: 'ndcg',
    trecAt: 'ndcg_cut',
    at: 'some ranks',
    parameters: 'gains',
    usual: manyRanks,
  },
  nDCGrel: { ...plain, trec: 'ndcg_rel', parameters: 'gains' },
  Rndcg: { ...plain, trec: 'Rndcg', parameters: 'gains' },
  RelP: { ...plain, trecAt: 'relative_P', at: 'ranks', usual: manyRanks },
  Success: { ...plain, trecAt: 'success', at: 'ranks', usual: [1, 5, 10] },
  SetP: { ...plain, trec: 'set_P' },
  SetRelP: { ...plain, trec: 'set_relative_P' },
  SetR: { ...plain, trec: 'set_recall' },
  SetAP: { ...plain, trec: 'set_map' },
  SetF: { ...plain, trec: 'set_F', parameters: 'numbers' },
  NumNonrelRet: { ...plain, ...counted, trec: 'num_nonrel_judged_ret' },
  PrefPossible: { ...preferred, ...counted, trec: 'prefs_num_prefs_poss', parameters: 'none' },
  PrefFulfilled: { ...preferred, ...counted, trec: 'prefs_num_prefs_ful', parameters: 'retrieved' },
  Pref: { ...preferred, trec: 'prefs_simp' },
  PrefPair: { ...preferred, trec: 'prefs_pair' },
  PrefGroup: { ...preferred, trec: 'prefs_avgjg' },
  PrefBalanced: { ...preferred, trec: 'prefs_avgjg_Rnonrel', parameters: 'retrieved' },
  GroupAP: { ...grouped, trec: 'map_avgjg' },
  GroupP: { ...grouped, trecAt: 'P_avgjg', at: 'ranks', usual: manyRanks },
  GroupRprec: { ...grouped, trecAt: 'Rprec_mult_avgjg', at: 'share', usual: multiples },
  SmoothAP: { ...plain, trec: 'yaap' },
  RBP: { ...plain, trec: 'rbp', parameters: 'persistence' },
  RBPresid: { ...plain, trec: 'rbp_resid', parameters: 'persistence', needsRelevant: false },
  Unjudged: { ...plain, trecAt: 'unj', at: 'ranks', usual: [5, 10, 20], needsRelevant: false },
  Judged: { ...plain, at: 'ranks', needsRelevant: false },
  ERR: { ...plain, at: 'some ranks', parameters: 'grade' },
  F1: { ...plain, at: 'ranks' },
} as const satisfies Readonly<Record<string, RankingKindFacts>>;

/** A kind of measure of a ranking. */
export type RankingKind = keyof typeof rankingKinds;

/** What is known of a measure's kind. */
export function rankingFacts({ kind }: Pick<RankingMeasure, 'kind'>): RankingKindFacts {
  return rankingKinds[kind];
}

/**
 * The measure as it is written.
 * @example printRankingMeasure({ kind: 'nDCG', parameters: 'exp', at: 10 }) // 'nDCG(exp)@10'
 */
export function printRankingMeasure({ kind, parameters, at }: RankingMeasure): string {
  const inner = parameters === '' ? '' : `(${parameters})`;
  return `${kind}${inner}${at === null ? '' : `@${at}`}`;
}

/** trec_eval's name without cutoff and parameters; null where it does not have the measure. */
export function trecBase(measure: Pick<RankingMeasure, 'kind' | 'at'>): string | null {
  const { trec, trecAt } = rankingFacts(measure);
  return measure.at === null ? trec : trecAt;
}

/**
 * trec_eval's name for the measure, or the measure's own where trec_eval has none.
 * @example
 * trecName({ kind: 'nDCG', parameters: '', at: 10 }) // 'ndcg_cut_10'
 * trecName({ kind: 'IPrec', parameters: '', at: 0.1 }) // 'iprec_at_recall_0.10'
 */
export function trecName(measure: RankingMeasure): string {
  const { trec, trecAt, at: rule } = rankingFacts(measure);
  const { parameters, at } = measure;
  if (at !== null && trecAt !== null && parameters === '')
    return `${trecAt}_${rule.endsWith('share') ? at.toFixed(2) : at}`;
  if (at === null && trec !== null && parameters !== 'exp')
    return parameters === '' ? trec : `${trec}_${parameters}`;
  return printRankingMeasure(measure);
}
