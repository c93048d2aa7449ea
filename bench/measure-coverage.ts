import { table } from '../src/cli/output.ts';
import { parseRankingMeasures } from '../src/domain/evaluation/parse-ranking-measure.ts';
import { evaluateLabels } from '../src/evaluation/evaluate-labels.ts';
import type { JudgedQuery } from '../src/evaluation/rankings/judge-run.ts';
import type { LabelTable } from '../src/evaluation/label-table.ts';
import { summedClasses } from '../src/evaluation/summed-classes.ts';
import { estimateMeasures } from '../src/evaluation/summed-measures.ts';
import type { Measured } from '../src/evaluation/summed-measures.ts';
import { summedRankings } from '../src/evaluation/rankings/summed-rankings.ts';
import { unitBlocks } from '../src/evaluation/unit-blocks.ts';
import { judgedRanking } from '../src/statistics/evaluation/judged-ranking.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import type { Report } from './benchmark.ts';

/** How often the interval of a measure held its value in the whole population. */
interface Line {
  readonly of: string;
  readonly measure: string;
  readonly truth: number;
  readonly held: number;
  /** The share of samples that had an interval. */
  readonly with: number;
  readonly width: number;
}

type Measures = ReadonlyMap<string, Measured>;

/** Coverage and width of the 95 % intervals of measures of systems, in simulation. */
export const report: Report<readonly Line[]> = {
  name: 'coverage of 95 % intervals of measures of systems',
  async measure(quick) {
    const repetitions = quick ? 200 : 1000;
    return [
      ...[50, 200].flatMap((n) => [
        ...coverage(`ranking, ${n} queries`, rankings(0), n, repetitions),
        ...coverage(`good ranking, ${n} queries`, rankings(1), n, repetitions),
      ]),
      ...[50, 200, 1000].flatMap((n) => [
        ...coverage(`labels, ${n} units`, labels(1.1), n, repetitions),
        ...coverage(`good labels, ${n} units`, labels(2.2), n, repetitions),
      ]),
      ...[50, 200, 1000].flatMap((n) => [
        ...coverage(`scores, ${n} units`, scores(0.6), n, repetitions),
        ...coverage(`good scores, ${n} units`, scores(1.1), n, repetitions),
      ]),
      ...coverage('labels, 100 subjects of 5 units', subjects, 500, repetitions),
      ...[50, 100, 400].flatMap((n) => [
        ...coverage(`classes, ${n} units`, classes(0.75), n, repetitions),
        ...coverage(`good classes, ${n} units`, classes(0.97), n, repetitions),
      ]),
      ...[50, 100, 400].flatMap((n) =>
        [0.05, 0.1, 0.3].flatMap((prevalence) => [
          ...coverage(
            `label in ${prevalence}, ${n} units`,
            label(prevalence, 0.6, 0.85),
            n,
            repetitions,
          ),
          ...coverage(
            `good label in ${prevalence}, ${n} units`,
            label(prevalence, 0.95, 0.99),
            n,
            repetitions,
          ),
        ]),
      ),
    ];
  },
  print: (lines) =>
    table(
      ['of', 'measure', 'true value', 'with interval', 'coverage', 'width'],
      lines.map(({ of, measure, truth, held, with: share, width }) => [
        of,
        measure,
        truth.toFixed(3),
        `${(100 * share).toFixed(0)} %`,
        `${(100 * held).toFixed(1)} %`,
        width.toFixed(3),
      ]),
    ),
};

const random = seededRandom('measure-coverage');
const isHit = (chance: number): boolean => random.next() < chance;

type Draw = (n: number, resamples: number) => Measures;

/** The value of a very large sample stands for the truth. */
function coverage(of: string, draw: Draw, n: number, repetitions: number): readonly Line[] {
  const truth = draw(200_000, 2);
  const scores = new Map<string, { held: number; width: number; with: number }>();
  for (let repetition = 0; repetition < repetitions; repetition += 1)
    for (const [name, { low, high }] of draw(n, 500)) {
      const score = scores.get(name) ?? { held: 0, width: 0, with: 0 };
      scores.set(name, score);
      if (low === null || high === null) continue;
      score.with += 1;
      score.width += high - low;
      const { value } = truth.get(name)!;
      if (value !== null && low <= value && value <= high) score.held += 1;
    }
  return [...scores]
    .filter(([, score]) => score.with > 0)
    .map(([measure, score]) => ({
      of,
      measure,
      truth: truth.get(measure)!.value!,
      held: score.held / score.with,
      with: score.with / repetitions,
      width: score.width / score.with,
    }));
}

const rankingMeasures = parseRankingMeasures('nDCG@10,AP,R@10,P@5,RR,bpref').measures;

/** Queries of different difficulty, each with twenty of thirty judged documents retrieved. */
const rankings =
  (least: number) =>
  (n: number, resamples: number): Measures => {
    const queries = Array.from({ length: n }, (_, at): JudgedQuery => {
      const skill = least + random.next();
      const judged = Array.from({ length: 30 }, (): number =>
        isHit(0.3) ? 1 + Number(isHit(0.4)) : 0,
      );
      if (!judged.some((grade) => grade > 0)) judged[0] = 1;
      const ranked = judged
        .map((grade) => ({ grade, score: skill * grade + 1.5 * random.next() }))
        .toSorted((a, b) => b.score - a.score)
        .slice(0, 20);
      const ranking = judgedRanking(
        ranked.map(({ grade }) => grade),
        judged,
      );
      return { query: `q${at}`, ranking, isMissing: false, positive: 1 };
    });
    return estimateMeasures(summedRankings(queries, rankingMeasures), { seed: draws(), resamples });
  };

/** Three labels of prevalence 0.4, 0.2 and 0.1 with probabilities that are too sure. */
function labelTable(n: number, gain: number, shift: (unit: number) => number): LabelTable {
  const prevalences = [0.4, 0.2, 0.1];
  const truth = prevalences.map((chance) => Int16Array.from({ length: n }, () => +isHit(chance)));
  const scores = truth.map((own) =>
    Float64Array.from(own, (is, unit) => {
      const odds = gain * (2 * is - 1) + 2.5 * (random.next() + random.next() - 1) + shift(unit);
      return 1 / (1 + Math.exp(-odds));
    }),
  );
  const predicted = scores.map((own) => Int8Array.from(own, (score) => (score >= 0.5 ? 1 : 0)));
  return {
    units: n,
    labels: prevalences.map(String),
    truth,
    predicted,
    scores,
    level: 1,
    weights: null,
    subjects: null,
  };
}

const shownOfLabels = new Set([
  'P(micro)',
  'R(micro)',
  'F1(micro)',
  'F1(macro)',
  'jaccard(samples)',
  'subset_accuracy',
  'Brier(macro)',
  'log_loss(macro)',
  'ECE(macro)',
  'AP(macro)',
  'AUROC(macro)',
  'AP(micro)',
]);

function evaluated(units: LabelTable, resamples: number): Measures {
  const options = { zeroes: false, weighted: false };
  const { measures } = evaluateLabels(units, { seed: draws(), resamples }, options);
  return new Map([...measures].filter(([name]) => shownOfLabels.has(name)));
}

const labels =
  (gain: number) =>
  (n: number, resamples: number): Measures =>
    evaluated(
      labelTable(n, gain, () => 0),
      resamples,
    );

/** Average precision and AUROC of each of the labels, and over them. */
const scores =
  (gain: number) =>
  (n: number, resamples: number): Measures => {
    const options = { zeroes: false, weighted: false };
    const units = labelTable(n, gain, () => 0);
    const found = evaluateLabels(units, { seed: draws(), resamples }, options);
    const all = [...found.measures, ...found.labels.flatMap((own) => [...own.measures])];
    return new Map(all.filter(([name]) => /^(AP|AUROC)/.test(name)));
  };

/** One label of a prevalence that is found and left alone with these chances. */
const label =
  (prevalence: number, sensitivity: number, specificity: number) =>
  (n: number, resamples: number): Measures => {
    const truth = Int16Array.from({ length: n }, () => +isHit(prevalence));
    const predicted = Int8Array.from(truth, (own) =>
      Number(isHit(own === 1 ? sensitivity : 1 - specificity)),
    );
    const units: LabelTable = {
      units: n,
      labels: ['one'],
      truth: [truth],
      predicted: [predicted],
      scores: [null],
      level: 1,
      weights: null,
      subjects: null,
    };
    const options = { zeroes: false, weighted: false };
    return evaluateLabels(units, { seed: draws(), resamples }, options).labels[0]!.measures;
  };

/** Units of a subject are judged alike: half of what the scores miss is the subject's. */
function subjects(n: number, resamples: number): Measures {
  const of = Array.from({ length: Math.ceil(n / 5) }, () => 3 * (random.next() - 0.5));
  const group = Int32Array.from({ length: n }, (_, unit) => Math.floor(unit / 5));
  return evaluated(
    { ...labelTable(n, 1.1, (unit) => of[group[unit]!]!), subjects: group },
    resamples,
  );
}

/** Three ordered classes, of which one in ten is the rarest. */
const classes =
  (right: number) =>
  (n: number, resamples: number): Measures => {
    const truth = Int32Array.from({ length: n }, () => (isHit(0.1) ? 2 : Number(isHit(0.4))));
    const predicted = Int32Array.from(truth, (own) => {
      if (isHit(right)) return own;
      return (own + (isHit(0.7) ? 1 : 2)) % 3;
    });
    const names = ['low', 'medium', 'high'];
    const plain = { scores: null, weights: null, subjects: null, isOrdered: true };
    const judged = { units: n, classes: names, truth, predicted, ...plain };
    const summed = summedClasses(judged, unitBlocks(n, null, draws()));
    const measures = summed.measures.filter(({ name }) => !name.endsWith(']'));
    return estimateMeasures({ ...summed, measures }, { seed: draws(), resamples });
  };

/** A new seed for every sample. */
function draws(): number {
  return random.integer(2 ** 31);
}
