/**
 * How much two answers disagree: 0 for the same answer, 1 for the farthest apart, between for near
 * misses (one minus the agreement weights of the literature). Sums over a distribution of answers
 * are in closed form, so thousands of values need no table of millions of pairs.
 */
export interface AgreementWeights {
  readonly name: string;
  readonly categories: number;
  /** The disagreement of two categories, 0 to 1, and 0 for a category with itself. */
  disagreement(first: number, second: number): number;
  /** Per category: its mean disagreement with a second answer distributed by the shares. */
  expectedByFirst(shares: Float64Array): Float64Array;
  /** The same for a second answer given the first; differs only for asymmetric weights. */
  expectedBySecond(shares: Float64Array): Float64Array;
  /** The sum of all agreement weights (one minus disagreement) over all pairs of categories. */
  readonly totalAgreement: number;
}

/** Every disagreement counts fully: for nominal scales. */
export function identityWeights(categories: number): AgreementWeights {
  return {
    name: 'identity',
    categories,
    disagreement: (first, second) => (first === second ? 0 : 1),
    expectedByFirst: shareOfOthers,
    expectedBySecond: shareOfOthers,
    totalAgreement: categories,
  };
}

/**
 * Disagreement grows with the distance: |x − y| / range, x and y being values (interval and ratio
 * scales) or {@link positions}; the declared domain counts, with categories nobody used. Cicchetti
 * and Allison 1971; Gwet 2014, Handbook of inter-rater reliability, 4th edition, section 3.5.
 */
export function linearWeights(values: ArrayLike<number>): AgreementWeights {
  return scaledWeights('linear', values, 1, 0);
}

/**
 * Disagreement grows with the squared distance: (x − y)² / range², otherwise {@link linearWeights}.
 * Fleiss and Cohen 1973, https://doi.org/10.1177/001316447303300309
 */
export function quadraticWeights(values: ArrayLike<number>): AgreementWeights {
  return scaledWeights('quadratic', values, 0, 1);
}

/**
 * Gwet's ordinal weights: the number of pairs of categories from the one to the other, C(|k − l| +
 * 1, 2), over that from the first to the last. Only the order counts. Not comparable with the
 * ordinal metric of Krippendorff's alpha. Gwet 2014, Handbook of inter-rater reliability, section
 * 3.5.
 */
export function ordinalWeights(categories: number): AgreementWeights {
  // C(h + 1, 2) / C(q, 2) = (h² + h) / (q(q − 1)), and the scaled distance is u = h / (q − 1).
  const q = categories;
  return scaledWeights('ordinal', positions(q), 1 / q, (q - 1) / q);
}

/**
 * Weights of your own: `table[first][second]` says how much the two disagree, with zeros on the
 * diagonal. They are divided by the largest. Only Cohen's kappa tells the two sides apart; other
 * measures take the mean of both directions.
 */
export function customWeights(table: readonly (readonly number[])[]): AgreementWeights {
  const categories = table.length;
  let largest = 0;
  for (const [first, row] of table.entries()) {
    if (row.length !== categories)
      throw new RangeError(`row ${first + 1} has ${row.length} weights, expected ${categories}`);
    if (row[first] !== 0)
      throw new RangeError(
        `the weight of category ${first} with itself is ${row[first]}, expected 0`,
      );
    for (const weight of row) {
      if (!(weight >= 0 && weight < Infinity))
        throw new RangeError(`a weight is ${weight}, expected a number of at least 0`);
      largest = Math.max(largest, weight);
    }
  }
  const scale = largest === 0 ? 0 : 1 / largest;
  const expected =
    (weight: (category: number, other: number) => number) => (shares: Float64Array) =>
      shares.map((_, category) => {
        let sum = 0;
        for (let other = 0; other < categories; other++)
          sum += weight(category, other) * shares[other];
        return sum * scale;
      });
  const total = table.flat().reduce((sum, weight) => sum + weight, 0);
  return {
    name: 'custom',
    categories,
    disagreement: (first, second) => table[first][second] * scale,
    expectedByFirst: expected((category, other) => table[category][other]),
    expectedBySecond: expected((category, other) => table[other][category]),
    totalAgreement: categories * categories - total * scale,
  };
}

/** 0, 1, 2 …: the values of categories that have only an order. */
export function positions(categories: number): Float64Array {
  return Float64Array.from({ length: categories }, (_, category) => category);
}

function shareOfOthers(shares: Float64Array): Float64Array {
  let total = 0;
  for (const share of shares) total += share;
  return shares.map((share) => total - share);
}

/** linear · |u − v| + quadratic · (u − v)² of values scaled to 0 … 1. */
function scaledWeights(
  name: string,
  values: ArrayLike<number>,
  linear: number,
  quadratic: number,
): AgreementWeights {
  const categories = values.length;
  const scaled = scaleToUnit(values);
  const ascending = Int32Array.from(scaled.keys()).toSorted((a, b) => scaled[a] - scaled[b]);

  const expected = (shares: Float64Array): Float64Array => {
    // About the mean, so that values close together keep their digits; and that by way of a value
    // which occurs, so that a single category is exactly its own mean and its chance disagreement
    // exactly 0.
    const occurring = shares.findIndex((share) => share !== 0);
    const pivot = scaled[Math.max(0, occurring)];
    let total = 0;
    let moment = 0;
    for (let category = 0; category < categories; category++) {
      total += shares[category];
      moment += shares[category] * (scaled[category] - pivot);
    }
    const mean = pivot + (total === 0 ? 0 : moment / total);
    let spread = 0;
    for (let category = 0; category < categories; category++)
      spread += shares[category] * (scaled[category] - mean) ** 2;
    const result = new Float64Array(categories);
    let below = 0;
    let belowMoment = 0;
    for (const category of ascending) {
      const offset = scaled[category] - mean;
      below += shares[category];
      belowMoment += shares[category] * offset;
      // The moments about the mean sum to zero, which leaves twice the part below.
      const distance = offset * (2 * below - total) - 2 * belowMoment;
      result[category] = linear * distance + quadratic * (total * offset * offset + spread);
    }
    return result;
  };

  const even = new Float64Array(categories).fill(1);
  const pairs = expected(even).reduce((sum, value) => sum + value, 0);
  return {
    name,
    categories,
    disagreement(first, second) {
      const distance = Math.abs(scaled[first] - scaled[second]);
      return distance * (linear + quadratic * distance);
    },
    expectedByFirst: expected,
    expectedBySecond: expected,
    totalAgreement: categories * categories - pairs,
  };
}

function scaleToUnit(values: ArrayLike<number>): Float64Array {
  let low = Infinity;
  let high = -Infinity;
  for (let index = 0; index < values.length; index++) {
    if (!Number.isFinite(values[index]))
      throw new RangeError(`the value of a category is ${values[index]}, expected a number`);
    low = Math.min(low, values[index]);
    high = Math.max(high, values[index]);
  }
  const range = high - low;
  return Float64Array.from(values, (value) => (range > 0 ? (value - low) / range : 0));
}
