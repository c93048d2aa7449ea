/**
 * How sure something (keyword rules, a model) is of each label: `score[unit * labels + label]`,
 * from 0 (surely not) to 1 (surely).
 */
export interface LabelScores {
  readonly units: number;
  readonly labels: number;
  readonly score: Float64Array;
}

/**
 * Uncertainty of weak labels: which units will be hard to judge, as far as rules or models can
 * tell; 0 for the surest unit.
 *
 * For the easy/hard mix of a {@link stratifiedDraw}. Three signs of difficulty, each brought to 0 …
 * 1 over the corpus:
 *   0.4 · entropy (mean over labels of the binary entropy of the score)
 * + 0.4 · disagreement (for instance between two sets of rules; given by the caller)
 * + 0.2 · (1 − largest score)
 * Without disagreement the other two weigh 2/3 and 1/3. A sign that is the same for all units says
 * nothing and counts 0.
 *
 * Entropy sampling: Lewis and Gale 1994, https://doi.org/10.1007/978-1-4471-2099-5_1
 *
 * @example uncertainty({ units: 2, labels: 1, score: Float64Array.of(0.9, 0.5) }) // [0, 1]
 */
export function uncertainty(
  { units, labels, score }: LabelScores,
  disagreement?: Float64Array,
): Float64Array {
  if (score.length !== units * labels)
    throw new RangeError(`there are ${score.length} scores, expected ${units} × ${labels}`);
  if (disagreement !== undefined && disagreement.length !== units)
    throw new RangeError(`disagreement has ${disagreement.length} units, expected ${units}`);
  const entropy = new Float64Array(units);
  const doubt = new Float64Array(units).fill(1);
  for (let unit = 0; unit < units; unit++) {
    for (let label = 0; label < labels; label++) {
      const value = score[unit * labels + label];
      if (!(value >= 0 && value <= 1))
        throw new RangeError(`score of unit ${unit}, label ${label} is ${value}, expected 0 to 1`);
      entropy[unit] += binaryEntropy(value) / labels;
      doubt[unit] = Math.min(doubt[unit], 1 - value);
    }
  }
  const signs =
    disagreement === undefined
      ? ([
          [entropy, 2 / 3],
          [doubt, 1 / 3],
        ] as const)
      : ([
          [entropy, 0.4],
          [disagreement, 0.4],
          [doubt, 0.2],
        ] as const);
  const total = new Float64Array(units);
  for (const [sign, weight] of signs) {
    const least = sign.reduce((smallest, value) => Math.min(smallest, value), Infinity);
    const range = sign.reduce((largest, value) => Math.max(largest, value), -Infinity) - least;
    if (range > 0)
      sign.forEach((value, unit) => {
        total[unit] += (weight * (value - least)) / range;
      });
  }
  return total;
}

/**
 * Marks the most uncertain share of the units as hard (1), all others as easy (0). Among equals the
 * earlier unit is hard.
 *
 * @example hardest(Float64Array.of(0.1, 0.9, 0.5, 0.2), 0.5) // [0, 1, 1, 0]
 */
export function hardest(scores: Float64Array, share: number): Uint8Array {
  if (!(share >= 0 && share <= 1)) throw new RangeError(`share is ${share}, expected 0 to 1`);
  const order = Int32Array.from(scores, (_, unit) => unit).toSorted(
    (first, second) => scores[second] - scores[first] || first - second,
  );
  const hard = new Uint8Array(scores.length);
  for (const unit of order.subarray(0, Math.round(share * scores.length))) hard[unit] = 1;
  return hard;
}

function binaryEntropy(p: number): number {
  return p === 0 || p === 1 ? 0 : -p * Math.log2(p) - (1 - p) * Math.log2(1 - p);
}
