import { table } from '../src/cli/output.ts';
import { betaQuantile } from '../src/statistics/beta.ts';
import { hasValue } from '../src/statistics/estimate.ts';
import type { Estimate, Interval } from '../src/statistics/estimate.ts';
import { clopperPearsonInterval } from '../src/statistics/evaluation/clopper-pearson-interval.ts';
import { predictionPoweredMean } from '../src/statistics/evaluation/prediction-powered-mean.ts';
import type { PoweredSample } from '../src/statistics/evaluation/powered-moments.ts';
import { rateDifference } from '../src/statistics/evaluation/rate-difference.ts';
import { roganGladen } from '../src/statistics/evaluation/rogan-gladen.ts';
import { normalQuantile } from '../src/statistics/normal.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import type { Report } from './benchmark.ts';

/** How often an interval held the truth, and how wide it was. */
interface Line {
  readonly estimate: string;
  readonly of: string;
  readonly method: string;
  readonly held: number;
  readonly width: number;
  readonly without: number;
}

type Trial = () => Readonly<Record<string, Interval | null>>;

/** Coverage and width of the 95 % intervals about judges, in simulation. */
export const report: Report<readonly Line[]> = {
  name: 'coverage of 95 % intervals about judges',
  async measure(quick) {
    const repetitions = quick ? 500 : 4000;
    return [
      ...[30, 50, 100, 300].flatMap((n) =>
        [0.5, 0.2, 0.05].flatMap((share) => poweredShares(n, share, repetitions)),
      ),
      ...[30, 100].flatMap((n) => poweredNumbers(n, repetitions)),
      ...[20, 50, 100, 300].flatMap((n) =>
        [0.7, 0.9].flatMap((truth) => sensitivities(n, truth, repetitions)),
      ),
      ...[0.05, 0.3].flatMap((share) => corrected(share, repetitions)),
      ...[30, 100].flatMap((n) => differences(n, repetitions)),
    ];
  },
  print: (lines) =>
    table(
      ['estimate', 'of', 'method', 'coverage', 'width', 'without'],
      lines.map(({ estimate, of, method, held, width, without }) => [
        estimate,
        of,
        method,
        `${(100 * held).toFixed(1)} %`,
        width.toFixed(3),
        without === 0 ? '' : `${(100 * without).toFixed(1)} %`,
      ]),
    ),
};

const random = seededRandom('judge-coverage');
const isHit = (chance: number): boolean => random.next() < chance;

function count(n: number, chance: number): number {
  let found = 0;
  for (let at = 0; at < n; at += 1) if (isHit(chance)) found += 1;
  return found;
}

function intervalOf(estimate: Estimate): Interval | null {
  return hasValue(estimate) ? estimate.interval : null;
}

function simulate(
  estimate: string,
  of: string,
  truth: number,
  repetitions: number,
  trial: Trial,
): readonly Line[] {
  const scores = new Map<string, { held: number; width: number; with: number }>();
  for (let repetition = 0; repetition < repetitions; repetition += 1)
    for (const [method, interval] of Object.entries(trial())) {
      const score = scores.get(method) ?? { held: 0, width: 0, with: 0 };
      scores.set(method, score);
      if (interval === null) continue;
      score.with += 1;
      score.width += interval[1] - interval[0];
      if (interval[0] <= truth && truth <= interval[1]) score.held += 1;
    }
  return [...scores].map(([method, score]) => ({
    estimate,
    of,
    method,
    held: score.held / score.with,
    width: score.width / score.with,
    without: 1 - score.with / repetitions,
  }));
}

/** A share of yes; the model finds 90 % of yes and leaves 85 % of no alone. */
function poweredShares(n: number, share: number, repetitions: number): readonly Line[] {
  return simulate('share', `${share}, ${n} human, 1,000 model`, share, repetitions, () => {
    const unit = (): readonly [number, number] => {
      const yes = isHit(share);
      return [Number(yes), Number(isHit(yes ? 0.9 : 0.15))];
    };
    return powered(n, unit);
  });
}

/** A mean of numbers around 3; the model is half a point too high, with noise. */
function poweredNumbers(n: number, repetitions: number): readonly Line[] {
  return simulate('mean', `numbers, ${n} human, 1,000 model`, 3, repetitions, () =>
    powered(n, () => {
      const value = 3 + normalQuantile(random.next() || 0.5);
      return [value, value + 0.5 + 0.5 * normalQuantile(random.next() || 0.5)];
    }),
  );
}

function powered(n: number, unit: () => readonly [number, number]): ReturnType<Trial> {
  const [human, model, unjudged]: number[][] = [[], [], []];
  for (let at = 0; at < n; at += 1) {
    const [said, predicted] = unit();
    human!.push(said);
    model!.push(predicted);
  }
  for (let at = 0; at < 1000; at += 1) unjudged!.push(unit()[1]);
  const sample: PoweredSample = { human: human!, model: model!, unjudged: unjudged! };
  const { estimate, classical, smallSample } = predictionPoweredMean(sample);
  return {
    'PPI++': intervalOf(estimate),
    'small sample': smallSample,
    'human alone': intervalOf(classical),
  };
}

function sensitivities(n: number, truth: number, repetitions: number): readonly Line[] {
  return simulate('sensitivity', `${truth}, ${n} yes`, truth, repetitions, () => {
    const found = count(n, truth);
    const jeffreys: Interval = [
      found === 0 ? 0 : betaQuantile(0.025, found + 0.5, n - found + 0.5),
      found === n ? 1 : betaQuantile(0.975, found + 0.5, n - found + 0.5),
    ];
    return { exact: clopperPearsonInterval(found, n), Jeffreys: jeffreys };
  });
}

/** The judge's share of yes on 1,000 units, corrected by 40 known yes and 100 known no. */
function corrected(share: number, repetitions: number): readonly Line[] {
  return simulate('corrected share', `${share}, 40 yes, 100 no`, share, repetitions, () => {
    const truePositives = count(40, 0.85);
    const trueNegatives = count(100, 0.93);
    const known = {
      truePositives,
      falseNegatives: 40 - truePositives,
      trueNegatives,
      falsePositives: 100 - trueNegatives,
    };
    const yes = count(1000, 0.85 * share + 0.07 * (1 - share));
    return { 'Lang–Reiczigel': intervalOf(roganGladen({ yes, n: 1000, known })) };
  });
}

/** Error rates of 20 % and 5 %. */
function differences(n: number, repetitions: number): readonly Line[] {
  return simulate('difference', `0.20 − 0.05, ${n} each`, 0.15, repetitions, () => {
    const first = { count: count(n, 0.2), n };
    const second = { count: count(n, 0.05), n };
    return { Newcombe: intervalOf(rateDifference(first, second)) };
  });
}
