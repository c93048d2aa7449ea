import type { SeededRandom } from './seeded-random.ts';

/**
 * A random number of successes in so many independent trials. Exact in distribution, and as fast
 * for a million trials as for ten: few expected successes by adding up probabilities, many by
 * Hörmann's transformed rejection (BTRS). Hörmann 1993, https://doi.org/10.1080/00949659308811496
 */
export function binomialDraw(random: SeededRandom, trials: number, probability: number): number {
  if (trials === 0 || probability <= 0) return 0;
  if (probability >= 1) return trials;
  if (probability > 0.5) return trials - binomialDraw(random, trials, 1 - probability);
  return trials * probability < 10
    ? drawFew(random, trials, probability)
    : drawMany(random, trials, probability);
}

/**
 * How often each of several kinds comes up when as many as there are in total are drawn with
 * replacement: one binomial draw per kind from those that are left. Writes the result into `drawn`.
 */
export function multinomialDraw(
  random: SeededRandom,
  counts: Float64Array,
  total: number,
  drawn: Float64Array,
): void {
  let left = total;
  let mass = total;
  for (let kind = 0; kind < counts.length; kind++) {
    drawn[kind] = left === 0 ? 0 : binomialDraw(random, left, Math.min(1, counts[kind] / mass));
    left -= drawn[kind];
    mass -= counts[kind];
  }
}

function drawFew(random: SeededRandom, trials: number, probability: number): number {
  const odds = probability / (1 - probability);
  for (;;) {
    let rest = random.next();
    let chance = Math.exp(trials * Math.log1p(-probability));
    for (let successes = 0; successes <= trials; successes++) {
      if (rest < chance) return successes;
      rest -= chance;
      chance *= (odds * (trials - successes)) / (successes + 1);
      // Rounding can leave a rest above all probabilities; then the draw is repeated.
      if (chance === 0) break;
    }
  }
}

function drawMany(random: SeededRandom, trials: number, probability: number): number {
  const deviation = Math.sqrt(trials * probability * (1 - probability));
  const b = 1.15 + 2.53 * deviation;
  const a = -0.0873 + 0.0248 * b + 0.01 * probability;
  const centre = trials * probability + 0.5;
  const squeeze = 0.92 - 4.2 / b;
  const alpha = (2.83 + 5.1 / b) * deviation;
  const odds = probability / (1 - probability);
  const mode = Math.floor((trials + 1) * probability);
  for (;;) {
    const u = random.next() - 0.5;
    const v = random.next();
    const us = 0.5 - Math.abs(u);
    const successes = Math.floor(((2 * a) / us + b) * u + centre);
    if (us >= 0.07 && v <= squeeze) return successes;
    if (successes < 0 || successes > trials) continue;
    const height = Math.log((v * alpha) / (a / (us * us) + b));
    const bound =
      (mode + 0.5) * Math.log((mode + 1) / (odds * (trials - mode + 1))) +
      (trials + 1) * Math.log((trials - mode + 1) / (trials - successes + 1)) +
      (successes + 0.5) * Math.log((odds * (trials - successes + 1)) / (successes + 1)) +
      stirlingTail(mode) +
      stirlingTail(trials - mode) -
      stirlingTail(successes) -
      stirlingTail(trials - successes);
    if (height <= bound) return successes;
  }
}

/** ln k! less Stirling's formula ½ ln 2π + (k + ½) ln(k + 1) − (k + 1). */
function stirlingTail(k: number): number {
  if (k < smallTails.length) return smallTails[k];
  const inverse = 1 / (k + 1);
  const square = inverse * inverse;
  return inverse * (1 / 12 - square * (1 / 360 - square / 1260));
}

const smallTails = Array.from({ length: 10 }, (_, k) => {
  let factorial = 1;
  for (let factor = 2; factor <= k; factor++) factorial *= factor;
  return Math.log(factorial) - 0.5 * Math.log(2 * Math.PI) - (k + 0.5) * Math.log(k + 1) + (k + 1);
});
