import type { RankingKind, RankingMeasure } from '../../domain/evaluation/ranking-measure.ts';
import {
  averagePrecision,
  smoothedAveragePrecision,
} from '../../statistics/evaluation/average-precision.ts';
import {
  elevenPointPrecision,
  f1At,
  interpolatedPrecision,
  judgedAt,
  precisionAt,
  rPrecision,
  recallAt,
  reciprocalRank,
  relativePrecisionAt,
  successAt,
  unjudgedAt,
} from '../../statistics/evaluation/cutoff-measures.ts';
import {
  bpref,
  inferredAveragePrecision,
} from '../../statistics/evaluation/judged-only-measures.ts';
import {
  nonrelevantRetrieved,
  relevantRetrieved,
} from '../../statistics/evaluation/judged-ranking.ts';
import type { JudgedRanking } from '../../statistics/evaluation/judged-ranking.ts';
import {
  binaryG,
  gMeasure,
  ndcgAtLevels,
  ndcgOverRelevant,
} from '../../statistics/evaluation/ndcg-averages.ts';
import { dcg, idealDcg, ndcg } from '../../statistics/evaluation/ndcg.ts';
import type { Gain } from '../../statistics/evaluation/ndcg.ts';
import {
  balancedPreferenceShare,
  groupPreferenceShare,
  pairPreferenceShare,
  preferenceShare,
  preferencesFulfilled,
  preferencesPossible,
} from '../../statistics/evaluation/preferences.ts';
import type {
  JudgedPreferences,
  PreferenceScope,
} from '../../statistics/evaluation/preferences.ts';
import {
  setAveragePrecision,
  setF,
  setPrecision,
  setRecall,
  setRelativePrecision,
  utility,
} from '../../statistics/evaluation/set-measures.ts';
import type { UtilityWorths } from '../../statistics/evaluation/set-measures.ts';
import {
  expectedReciprocalRank,
  rankBiasedPrecision,
  rankBiasedResidual,
} from '../../statistics/evaluation/user-models.ts';
import type { JudgedQuery } from './judge-run.ts';

/** The value of a measure for one ranking; where there is none, what trec_eval prints. */
type RankingFunction = (ranking: JudgedRanking) => number;

/** The function behind a measure: its value for a query that has the judgments that it needs. */
export function queryFunction(measure: RankingMeasure): (query: JudgedQuery) => number {
  if (isPreference(measure)) {
    const share = preferenceFunctions[measure.kind];
    const scope = scopes[measure.parameters] ?? 'all';
    return ({ preferences }) => share(preferences!, scope);
  }
  if (isGrouped(measure)) {
    const compute = functions[ofGroups[measure.kind]](measure);
    return ({ groups = [] }) => groups.reduce((sum, one) => sum + compute(one), 0) / groups.length;
  }
  const compute = functions[measure.kind as GradedKind](measure);
  return ({ ranking }) => compute(ranking);
}

const preferenceFunctions = {
  PrefPossible: preferencesPossible,
  PrefFulfilled: preferencesFulfilled,
  Pref: preferenceShare,
  PrefPair: pairPreferenceShare,
  PrefGroup: groupPreferenceShare,
  PrefBalanced: balancedPreferenceShare,
} as const;

const scopes: Readonly<Record<string, PreferenceScope>> = { ret: 'retrieved', imp: 'implied' };

/** How many preferences a measure counts in a query. */
export function preferencesCounted(
  { parameters }: RankingMeasure,
  preferences: JudgedPreferences,
): number {
  return preferencesPossible(preferences, scopes[parameters] ?? 'all');
}

/** The measure whose mean over groups it is. */
const ofGroups = { GroupAP: 'AP', GroupP: 'P', GroupRprec: 'Rprec' } as const;

type PreferenceKind = keyof typeof preferenceFunctions;
type GroupKind = keyof typeof ofGroups;
type GradedKind = Exclude<RankingKind, PreferenceKind | GroupKind>;

function isPreference(
  measure: RankingMeasure,
): measure is RankingMeasure & { kind: PreferenceKind } {
  return Object.hasOwn(preferenceFunctions, measure.kind);
}

function isGrouped(measure: RankingMeasure): measure is RankingMeasure & { kind: GroupKind } {
  return Object.hasOwn(ofGroups, measure.kind);
}

type Make = (measure: RankingMeasure) => RankingFunction;

/** Below this, a value counts as this in a geometric mean. */
const leastInGeometricMean = 0.00001;

const logarithm = (value: number): number => Math.log(Math.max(value, leastInGeometricMean));
const upTo = ({ at }: RankingMeasure): number => at ?? Infinity;

const functions: Readonly<Record<GradedKind, Make>> = {
  NumQ: () => () => 1,
  NumRet: () => (ranking) => ranking.grades.length,
  NumRel: () => (ranking) => ranking.relevant,
  NumRelRet: () => relevantRetrieved,
  AP: (measure) => (ranking) => averagePrecision(ranking, upTo(measure)),
  GMAP: () => (ranking) => logarithm(averagePrecision(ranking)),
  Rprec: ({ at }) => {
    if (at === null) return (ranking) => rPrecision(ranking);
    return (ranking) => rPrecision(ranking, at);
  },
  bpref: () => bpref,
  RR: (measure) => (ranking) => reciprocalRank(ranking, upTo(measure)),
  IPrec:
    ({ at }) =>
    (ranking) =>
      interpolatedPrecision(ranking, at!),
  P:
    ({ at }) =>
    (ranking) =>
      precisionAt(ranking, at!),
  relstring: () => () => 0,
  R:
    ({ at }) =>
    (ranking) =>
      recallAt(ranking, at!),
  infAP: () => inferredAveragePrecision,
  GMbpref: () => (ranking) => logarithm(bpref(ranking)),
  utility: ({ parameters }) => {
    const given = numbersIn(parameters);
    const worths = [1, -1, 0, 0].map((usual, at) => given[at] ?? usual);
    return (ranking) => utility(ranking, worths as unknown as UtilityWorths);
  },
  IPrecAvg: ({ parameters }) => {
    const points = numbersIn(parameters);
    if (points.length === 0) return (ranking) => elevenPointPrecision(ranking);
    return (ranking) => elevenPointPrecision(ranking, points);
  },
  binG: () => binaryG,
  G: ({ parameters }) => graded(parameters, gMeasure),
  DCG: (measure) => {
    const options = { cutoff: upTo(measure), gain: gainOf(measure.parameters) };
    return (ranking) => dcg(ranking, options);
  },
  idealDCG: ({ parameters }) => {
    const options = { gain: gainOf(parameters) };
    return (ranking) => idealDcg(ranking, options);
  },
  nDCG: (measure) => {
    const options = { cutoff: upTo(measure), gain: gainOf(measure.parameters) };
    return (ranking) => ndcg(ranking, options);
  },
  nDCGrel: ({ parameters }) => graded(parameters, ndcgOverRelevant),
  Rndcg: ({ parameters }) => graded(parameters, ndcgAtLevels),
  RelP:
    ({ at }) =>
    (ranking) =>
      relativePrecisionAt(ranking, at!),
  Success:
    ({ at }) =>
    (ranking) =>
      successAt(ranking, at!),
  SetP: () => setPrecision,
  SetRelP: () => setRelativePrecision,
  SetR: () => setRecall,
  SetAP: () => setAveragePrecision,
  SetF: ({ parameters }) => {
    const [x = 1] = numbersIn(parameters);
    return (ranking) => setF(ranking, x);
  },
  NumNonrelRet: () => nonrelevantRetrieved,
  SmoothAP: () => smoothedAveragePrecision,
  RBP: ({ parameters }) => {
    const { p, gain } = persistenceOf(parameters);
    return (ranking) => rankBiasedPrecision(ranking, p, gain);
  },
  RBPresid: ({ parameters }) => {
    const { p } = persistenceOf(parameters);
    return (ranking) => rankBiasedResidual(ranking, p);
  },
  Unjudged:
    ({ at }) =>
    (ranking) =>
      unjudgedAt(ranking, at!),
  Judged:
    ({ at }) =>
    (ranking) =>
      judgedAt(ranking, at!),
  ERR: (measure) => {
    const highest = measure.parameters === '' ? 4 : Number(measure.parameters);
    return (ranking) => expectedReciprocalRank(ranking, { cutoff: upTo(measure), highest });
  },
  F1:
    ({ at }) =>
    (ranking) =>
      f1At(ranking, at!),
};

function graded(
  parameters: string,
  measure: (ranking: JudgedRanking, gain: Gain) => number,
): RankingFunction {
  const gain = gainOf(parameters);
  return (ranking) => measure(ranking, gain);
}

function numbersIn(parameters: string): readonly number[] {
  return parameters === '' ? [] : parameters.split(',').map(Number);
}

function pairsIn(parameters: string): readonly (readonly [string, number])[] {
  return parameters
    .split(',')
    .map((pair) => pair.split('='))
    .flatMap(([name, value]) => (value === undefined ? [] : [[name!, Number(value)] as const]));
}

function gainOf(parameters: string): Gain {
  if (parameters === '') return 'linear';
  if (parameters === 'exp') return 'exponential';
  return new Map(pairsIn(parameters).map(([grade, gain]) => [Number(grade), gain]));
}

/** `p=0.8`, with gains by grade (`1=1,2=3`), or `rel=2`: grades from 2 on are worth 1, others 0. */
function persistenceOf(parameters: string): { readonly p: number; readonly gain: Gain } {
  const pairs = pairsIn(parameters);
  const p = pairs.find(([name]) => name === 'p')?.[1] ?? 0.9;
  const least = pairs.find(([name]) => name === 'rel')?.[1];
  if (least !== undefined) return { p, gain: { from: least } };
  const gains = pairs.filter(([name]) => name !== 'p');
  const gain = new Map(gains.map(([grade, worth]) => [Number(grade), worth]));
  return { p, gain: gains.length === 0 ? 'linear' : gain };
}
