import { noValue, pointEstimate } from '../estimate.ts';
import type { Estimate } from '../estimate.ts';
import { normalQuantile } from '../normal.ts';
import { reason } from '../reason.ts';
import type { PoweredSample } from './powered-moments.ts';

/**
 * Prediction-powered quantile: the value that a share p of all units lies below (½: the median),
 * from few human and many model judgments. Uses the model's distribution, corrected at every value
 * by how far it is off on the units that people judged.
 *
 * F(v) = share(f′ ≤ v) + share(y ≤ v) − share(f ≤ v). The estimate is the least value that occurs
 * with F(v) ≥ p; the interval has all values that occur with |F(v) − p| ≤ z·√(var([f′ ≤ v])/N +
 * var([y ≤ v] − [f ≤ v])/n). Angelopoulos et al. 2023, https://doi.org/10.1126/science.adi6000
 *
 * No value without human judgments or without further predictions.
 * @example const sample = { human: [1, 2, 3], model: [1, 2, 3], unjudged: [1, 2, 3, 4, 5] };
 * predictionPoweredQuantile(sample, 0.5).value // 3
 */
export function predictionPoweredQuantile(
  { human, model, unjudged }: PoweredSample,
  p: number,
  confidence = 0.95,
): Estimate {
  const [n, others] = [human.length, unjudged.length];
  if (n === 0) return noValue('no-human-judgments', 0, others);
  if (others === 0) return noValue('no-unjudged', n);
  const values = [...new Set([...human, ...model, ...unjudged])].toSorted((a, b) => a - b);
  const z = normalQuantile((1 + confidence) / 2);
  let estimate: number | null = null;
  const kept: number[] = [];
  for (const value of values) {
    const share = unjudged.filter((one) => one <= value).length / others;
    let [sum, squares] = [0, 0];
    for (let at = 0; at < n; at++) {
      const off = Number(human[at] <= value) - Number(model[at] <= value);
      sum += off;
      squares += off * off;
    }
    const off = sum / n;
    const variance = (share * (1 - share)) / others + (squares / n - off * off) / n;
    const miss = share + off - p;
    if (estimate === null && miss >= -1e-12) estimate = value;
    if (Math.abs(miss) <= z * Math.sqrt(variance)) kept.push(value);
  }
  const found = estimate ?? values[values.length - 1];
  if (kept.length === 0) return pointEstimate(found, n, 0, 'no-interval-no-spread');
  const interval = [Math.min(found, kept[0]), Math.max(found, kept[kept.length - 1])] as const;
  return { value: found, n, skipped: 0, interval, method: reason('interval-prediction-powered') };
}
