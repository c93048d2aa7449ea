/**
 * Beta distribution: the probability of a value of at most x, to about 1e-12 for shape parameters
 * up to a million. By the incomplete beta function as a continued fraction; Abramowitz and Stegun
 * 1964, 26.5.8.
 * @example betaCdf(0.5, 2, 3) // 0.6875
 */
export function betaCdf(x: number, a: number, b: number): number {
  checkShape(a, b);
  return cdfWith(logBeta(a, b), x, a, b);
}

/**
 * Beta distribution: the value that a share p lies below. Newton's method inside a bracket that
 * every step narrows; where a step leaves the bracket, it is halved instead. For Jeffreys' interval
 * of a share, the shape parameters are ½ + successes and ½ + failures; Brown, Cai and DasGupta
 * 2001, https://doi.org/10.1214/ss/1009213286
 * @example betaQuantile(0.6875, 2, 3) // 0.5
 */
export function betaQuantile(p: number, a: number, b: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`p is ${p}, expected a probability from 0 to 1`);
  checkShape(a, b);
  if (p === 0 || p === 1) return p;
  const scale = logBeta(a, b);
  let low = 0;
  let high = 1;
  let x = a / (a + b);
  for (let step = 0; step < 200; step++) {
    const miss = cdfWith(scale, x, a, b) - p;
    if (miss > 0) high = x;
    else low = x;
    const density = Math.exp((a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x) - scale);
    let next = x - miss / density;
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (Math.abs(next - x) <= 1e-15 * (x + next)) return next;
    x = next;
  }
  return x;
}

/** The continued fraction of the incomplete beta function, by the modified Lentz method. */
export function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  let c = 1;
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1), tiny);
  let value = d;
  for (let m = 1; m <= 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonZero(1 + even * d, tiny);
    c = nonZero(1 + even / c, tiny);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonZero(1 + odd * d, tiny);
    c = nonZero(1 + odd / c, tiny);
    value *= d * c;
    if (Math.abs(d * c - 1) < 1e-16) break;
  }
  return value;
}

function cdfWith(scale: number, x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) - scale);
  if (x < (a + 1) / (a + b + 2)) return (front * betaFraction(x, a, b)) / a;
  return 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/** ln B(a, b) = ln Γ(a) + ln Γ(b) − ln Γ(a + b). */
function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/** Stirling's series from 15 on, and Γ(x + 1) = x Γ(x) to get there. */
function logGamma(x: number): number {
  let product = 1;
  let shifted = x;
  for (; shifted < 15; shifted++) product *= shifted;
  const inverse = 1 / shifted;
  const square = inverse * inverse;
  const series =
    inverse *
    (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))));
  const main = (shifted - 0.5) * Math.log(shifted) - shifted + 0.5 * Math.log(2 * Math.PI);
  return main + series - Math.log(product);
}

function checkShape(a: number, b: number): void {
  if (!(a > 0 && b > 0))
    throw new RangeError(`the shape parameters are ${a} and ${b}, expected numbers above 0`);
}

function nonZero(value: number, tiny: number): number {
  return Math.abs(value) < tiny ? tiny : value;
}
