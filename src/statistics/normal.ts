/**
 * Standard normal distribution: the probability of a value of at most x, to about 1e-15, in the
 * tails relative to the probability itself. Near the middle by the series φ(x) · (x + x³/3 + x⁵/15
 * + …), further out by Laplace's continued fraction; Abramowitz and Stegun 1964, 26.2.11 and
 * 26.2.14.
 * @example normalCdf(1.959963984540054) // 0.975
 */
export function normalCdf(x: number): number {
  return x > 0 ? 1 - lowerTail(-x) : lowerTail(x);
}

/** Density of the standard normal distribution. */
export function normalDensity(x: number): number {
  return Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
}

/**
 * Standard normal distribution: the value that a share p lies below; −∞ for 0 and ∞ for 1. Starts
 * from Abramowitz and Stegun 1964, 26.2.23 (right to 0.00045), improved by Halley's method on
 * {@link normalCdf}, which triples the right digits with every step.
 * @example normalQuantile(0.975) // 1.959963984540054
 */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`p is ${p}, expected a probability from 0 to 1`);
  if (p === 0) return -Infinity;
  if (p === 1) return Infinity;
  if (p === 0.5) return 0;
  return p <= 0.5 ? lowerQuantile(p) : -lowerQuantile(1 - p);
}

/** P(X ≤ x) for x ≤ 0. */
function lowerTail(x: number): number {
  if (x > -2.5) {
    let term = x;
    let sum = x;
    for (let odd = 3; Math.abs(term) > 1e-17 * Math.abs(sum); odd += 2) {
      term *= (x * x) / odd;
      sum += term;
    }
    return 0.5 + normalDensity(x) * sum;
  }
  // Evaluated from the inside out; at x = −2.5 a hundred and twenty levels are more than enough for
  // full precision.
  let fraction = 0;
  for (let level = 120; level >= 1; level--) fraction = level / (-x + fraction);
  return normalDensity(x) / (-x + fraction);
}

function lowerQuantile(p: number): number {
  const t = Math.sqrt(-2 * Math.log(p));
  let x = -(
    t -
    (2.515517 + t * (0.802853 + t * 0.010328)) /
      (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
  );
  for (let step = 0; step < 3; step++) {
    const miss = (normalCdf(x) - p) / normalDensity(x);
    x -= miss / (1 + (miss * x) / 2);
  }
  return x;
}
