import { groupBy } from '../src/domain/group-by.ts';
import { table } from '../src/cli/output.ts';
import { bcaInterval, jackknife } from '../src/statistics/bootstrap-interval.ts';
import { bootstrap } from '../src/statistics/bootstrap.ts';
import { hasValue } from '../src/statistics/estimate.ts';
import type { Estimate, Interval } from '../src/statistics/estimate.ts';
import { quantile } from '../src/statistics/quantile.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import { brennanPrediger } from '../src/statistics/agreement/brennan-prediger.ts';
import type { AnalyticInterval } from '../src/statistics/agreement/chance-corrected.ts';
import { cohenKappa } from '../src/statistics/agreement/cohen-kappa.ts';
import { confusion } from '../src/statistics/agreement/confusion.ts';
import { fleissKappa, fleissKappaStatistic } from '../src/statistics/agreement/fleiss-kappa.ts';
import { gwetAc, gwetAcStatistic } from '../src/statistics/agreement/gwet-ac.ts';
import type { StatisticOf } from '../src/statistics/agreement/jeffreys-interval.ts';
import { jeffreysPrior } from '../src/statistics/agreement/jeffreys-prior.ts';
import { krippendorffAlpha } from '../src/statistics/agreement/krippendorff-alpha.ts';
import {
  percentAgreement,
  percentAgreementStatistic,
} from '../src/statistics/agreement/percent-agreement.ts';
import { ratingPatterns } from '../src/statistics/agreement/rating-patterns.ts';
import type { Ratings } from '../src/statistics/agreement/ratings.ts';
import { positiveAgreement } from '../src/statistics/agreement/specific-agreement.ts';
import {
  ordinalWeights,
  positions,
  quadraticWeights,
} from '../src/statistics/agreement/weights.ts';
import { comparedRatings, measure } from '../src/truth/agreement/measures.ts';
import { macroMeasure, pooledMeasure } from '../src/truth/agreement/overall.ts';
import type { Report } from './benchmark.ts';
import { behaviours } from './coverage-behaviours.ts';
import type { Behaviour } from './coverage-behaviours.ts';

type Options = { readonly interval: AnalyticInterval };
type Measure = (ratings: Ratings, options: Options) => Estimate;

function measuresFor({ prevalence, annotators }: Behaviour): Record<string, Measure> {
  const categories = prevalence.length;
  const ordered = quadraticWeights(positions(categories));
  return {
    'percent agreement': (ratings, options) => percentAgreement(ratingPatterns(ratings), options),
    'Fleiss’ κ': (ratings, options) => fleissKappa(ratingPatterns(ratings), options),
    ...(annotators.length === 2
      ? { 'Cohen’s κ': (ratings, options) => cohenKappa(confusion(ratings), options) }
      : {}),
    α: (ratings, options) => krippendorffAlpha(ratingPatterns(ratings), options),
    AC1: (ratings, options) => gwetAc(ratingPatterns(ratings), options),
    ...(categories === 2
      ? { yes: (ratings, options) => positiveAgreement(ratingPatterns(ratings), options) }
      : {
          AC2: (ratings, options) =>
            gwetAc(ratingPatterns(ratings), { ...options, weights: ordinalWeights(categories) }),
          ...(annotators.length === 2
            ? {
                'Cohen’s κ²': (ratings, options) =>
                  cohenKappa(confusion(ratings), { ...options, weights: ordered }),
              }
            : {}),
        }),
    'Brennan–Prediger': (ratings, options) => brennanPrediger(ratingPatterns(ratings), options),
  } satisfies Record<string, Measure>;
}

const drawn: Readonly<Record<string, StatisticOf>> = {
  'percent agreement': percentAgreementStatistic,
  'Fleiss’ κ': fleissKappaStatistic,
  AC1: gwetAcStatistic,
};

/** How often an interval held the truth, and how wide it was. */
interface Score {
  held: number;
  width: number;
  count: number;
}

interface Line {
  readonly behaviour: string;
  readonly n: number;
  readonly measure: string;
  readonly truth: number;
  readonly scores: Readonly<Record<string, Score>>;
}

/** Coverage and width of 95 % intervals in simulation, with the truth of the population. */
export const report: Report<readonly Line[]> = {
  name: 'coverage of 95 % intervals',
  async measure(quick) {
    const repetitions = quick ? 200 : 2000;
    const lines = behaviours.flatMap((one) => simulate(one, repetitions));
    return [...lines, ...simulateLabels(20, 2, repetitions), ...simulateLabels(50, 3, repetitions)];
  },
  print: (lines) =>
    [...groupBy(lines, ({ behaviour, n }) => `${behaviour}, n = ${n}`)]
      .map(([title, own]) => {
        const rows = own.map(({ measure: name, truth, scores }) => [
          name,
          truth.toFixed(3),
          ...methods.map((method) => shown(scores[method])),
        ]);
        return `${title}\n${table(['measure', 'true', ...methods], rows, 120)}`;
      })
      .join('\n\n'),
};

const methods = ['gwet', 'fisher-z', 'bca', 'dirichlet', 'jeffreys'] as const;

function shown(score: Score | undefined): string {
  if (score === undefined || score.count === 0) return '–';
  const held = ((100 * score.held) / score.count).toFixed(1);
  return `${held} % ${(score.width / score.count).toFixed(2)}`;
}

const random = seededRandom('coverage');

function pick(chances: readonly number[]): number {
  let rest = random.next();
  for (let at = 0; at < chances.length - 1; at += 1) if ((rest -= chances[at]!) < 0) return at;
  return chances.length - 1;
}

function sample({ prevalence, annotators, panels }: Behaviour, units: number): Ratings {
  const size = annotators.length;
  const codes = new Int8Array(units * size).fill(-1);
  const everybody = annotators.map((_, at) => at);
  for (let unit = 0; unit < units; unit += 1) {
    const truth = pick(prevalence);
    const members = panels?.[random.integer(panels.length)] ?? everybody;
    for (const member of members) codes[unit * size + member] = pick(annotators[member]![truth]!);
  }
  return { units, annotators: size, categories: prevalence.length, codes };
}

/** A million units in which everything occurs as often as it is likely: the population. */
function population({ prevalence, annotators, panels }: Behaviour): Ratings {
  const [size, categories] = [annotators.length, prevalence.length];
  const rows: { readonly codes: readonly number[]; readonly units: number }[] = [];
  const groups = panels ?? [annotators.map((_, at) => at)];
  for (const members of groups) {
    for (let vector = 0; vector < categories ** members.length; vector += 1) {
      const said = members.map((_, at) => Math.floor(vector / categories ** at) % categories);
      const chance = prevalence.reduce(
        (sum, share, truth) =>
          sum +
          members.reduce(
            (product, who, at) => product * annotators[who]![truth]![said[at]!]!,
            share,
          ),
        0,
      );
      const codes = Array.from({ length: size }, (_, who) => said[members.indexOf(who)] ?? -1);
      rows.push({ codes, units: Math.round((1e6 * chance) / groups.length) });
    }
  }
  const units = rows.reduce((sum, row) => sum + row.units, 0);
  const codes = new Int8Array(units * size);
  let place = 0;
  for (const row of rows)
    for (let unit = 0; unit < row.units; unit += 1, place += size) codes.set(row.codes, place);
  return { units, annotators: size, categories, codes };
}

function simulate(behaviour: Behaviour, repetitions: number): Line[] {
  const all = population(behaviour);
  const lines = Object.entries(measuresFor(behaviour)).map(([name, of]) => ({
    of,
    behaviour: behaviour.name,
    n: behaviour.n,
    measure: name,
    truth: of(all, { interval: 'gwet' }).value ?? Number.NaN,
    scores: newScores(),
  }));
  process.stderr.write(`${behaviour.name}, n = ${behaviour.n} …\n`);
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const ratings = sample(behaviour, behaviour.n);
    for (const { of, measure: name, truth, scores } of lines) {
      const gwet = of(ratings, { interval: 'gwet' });
      const ours = of(ratings, { interval: 'jeffreys' });
      if (!hasValue(gwet) || !hasValue(ours)) continue;
      add(scores['gwet']!, gwet.interval, truth);
      add(scores['jeffreys']!, ours.interval, truth);
      add(scores['fisher-z']!, fisher(gwet.value, gwet.interval, name), truth);
      const statisticOf = drawn[name];
      if (behaviour.draws !== true || statisticOf === undefined) continue;
      add(scores['bca']!, bca(ratings, statisticOf, gwet.value), truth);
      add(scores['dirichlet']!, dirichlet(ratings, statisticOf), truth);
    }
  }
  return lines;
}

function newScores(): Record<string, Score> {
  return Object.fromEntries(methods.map((name) => [name, { held: 0, width: 0, count: 0 }]));
}

function add(score: Score, interval: Interval | null, truth: number): void {
  if (interval === null) return;
  score.count += 1;
  score.width += interval[1] - interval[0];
  if (interval[0] - 1e-9 <= truth && truth <= interval[1] + 1e-9) score.held += 1;
}

/** The usual standard error on the scale of Fisher's z; of a share, on that of the odds. */
function fisher(value: number, interval: Interval | null, name: string): Interval | null {
  if (interval === null) return null;
  const margin = value - interval[0];
  const isShare = name === 'percent agreement' || name === 'yes';
  const x = isShare ? 2 * value - 1 : value;
  const far = (isShare ? 2 : 1) * margin;
  if (!(Math.abs(x) < 1)) return [value, value];
  const [low, high] = [-1, 1].map((sign) =>
    Math.tanh(Math.atanh(x) + (sign * far) / (1 - x * x)),
  ) as [number, number];
  return isShare ? [(low + 1) / 2, (high + 1) / 2] : [low, high];
}

function bca(ratings: Ratings, statisticOf: StatisticOf, value: number): Interval | null {
  const patterns = ratingPatterns(ratings);
  const statistic = statisticOf(patterns);
  const leftOut = jackknife(patterns, statistic);
  const resampled = bootstrap(patterns, statistic, { resamples: 1000, seed: 1 });
  return leftOut === null ? null : bcaInterval(value, resampled, leftOut);
}

/** Quantiles of the measure in a thousand draws from the posterior. */
function dirichlet(ratings: Ratings, statisticOf: StatisticOf): Interval | null {
  const { patterns, counts } = jeffreysPrior(ratingPatterns(ratings));
  const statistic = statisticOf(patterns);
  const shares = new Float64Array(counts.length);
  const values: number[] = [];
  for (let draw = 0; draw < 1000; draw += 1) {
    for (let pattern = 0; pattern < counts.length; pattern += 1)
      shares[pattern] = gammaDraw(counts[pattern]!);
    const value = statistic(shares);
    if (value !== null) values.push(value);
  }
  const sorted = Float64Array.from(values).toSorted();
  return [quantile(sorted, 0.025), quantile(sorted, 0.975)];
}

/** Marsaglia and Tsang 2000, https://doi.org/10.1145/358407.358414 */
function gammaDraw(shape: number): number {
  if (shape < 1) return gammaDraw(shape + 1) * (1 - random.next()) ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const x = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
    const v = (1 + x / Math.sqrt(9 * d)) ** 3;
    if (v > 0 && Math.log(1 - random.next()) < 0.5 * x * x + d * (1 - v + Math.log(v)))
      return d * v;
  }
}

/** How often each of fourteen labels applies. */
const labels = [0.03, 0.05, 0.05, 0.08, 0.1, 0.1, 0.12, 0.15, 0.15, 0.2, 0.2, 0.25, 0.3, 0.4];

function sampleLabels(units: number, annotators: number): Ratings[] {
  const codes = labels.map(() => new Int8Array(units * annotators));
  for (let unit = 0; unit < units; unit += 1) {
    const isHard = random.next() < 0.2;
    labels.forEach((prevalence, label) => {
      const applies = random.next() < prevalence;
      const yes = applies ? (isHard ? 0.75 : 0.92) : isHard ? 0.1 : 0.02;
      for (let at = 0; at < annotators; at += 1)
        codes[label]![unit * annotators + at] = random.next() < yes ? 1 : 0;
    });
  }
  return codes.map((own) => ({ units, annotators, categories: 2, codes: own }));
}

function simulateLabels(units: number, annotators: number, repetitions: number): Line[] {
  const names = ['percent_agreement', 'fleiss_kappa', 'gwet_ac1'] as const;
  const everything = sampleLabels(200_000, annotators);
  const questionsOf = (all: readonly Ratings[], name: (typeof names)[number]) =>
    all.map((ratings) => {
      const compared = comparedRatings(() => ratings, { kind: 'nominal' }, ratings);
      return { compared, estimate: measure(name, compared) };
    });
  const ways = { 'mean of 14 labels': macroMeasure, '14 labels pooled': pooledMeasure };
  const lines = Object.entries(ways).flatMap(([way, overall]) =>
    names.map((name) => ({
      overall,
      name,
      behaviour: `${annotators} annotators, ${way}`,
      n: units,
      measure: name,
      truth: overall(name, questionsOf(everything, name)).value ?? Number.NaN,
      each: questionsOf(everything, name).map((one) => one.estimate.value ?? Number.NaN),
      scores: newScores(),
    })),
  );
  process.stderr.write(`${annotators} annotators on 14 labels, n = ${units} …\n`);
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const all = sampleLabels(units, annotators);
    for (const { overall, name, truth, each, scores } of lines) {
      const questions = questionsOf(all, name);
      const estimate = overall(name, questions);
      // A label that nobody chose is in no mean, nor is its truth.
      const own = each.filter((_, at) => questions[at]!.estimate.value !== null);
      const target =
        overall === macroMeasure ? own.reduce((sum, one) => sum + one, 0) / own.length : truth;
      if (hasValue(estimate)) add(scores['jeffreys']!, estimate.interval, target);
    }
  }
  return lines;
}
