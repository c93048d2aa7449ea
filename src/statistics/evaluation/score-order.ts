/** Below this many scores, a plain sort is as fast. */
const few = 2048;

/**
 * The places of scores from the highest to the lowest; equal scores keep their order. A radix sort
 * over single precision, put right where only double precision tells two scores apart.
 * @example scoreOrder(Float64Array.of(0.2, 0.9, 0.5)) // [1, 2, 0]
 */
export function scoreOrder(scores: Float64Array): Int32Array {
  const size = scores.length;
  let order = new Int32Array(size);
  for (let at = 0; at < size; at++) order[at] = at;
  if (size <= few) return order.toSorted((a, b) => scores[b] - scores[a] || a - b);
  // Keys move along with their places, so that memory is read in a line.
  let keys: Uint32Array = sortableKeys(scores);
  let spare = new Int32Array(size);
  let spareKeys: Uint32Array = new Uint32Array(size);
  for (const shift of [0, 11, 22]) {
    const starts = new Int32Array(2049);
    for (let at = 0; at < size; at++) starts[((keys[at] >>> shift) & 2047) + 1]++;
    for (let digit = 1; digit < 2049; digit++) starts[digit] += starts[digit - 1];
    for (let at = 0; at < size; at++) {
      const key = keys[at];
      const to = starts[(key >>> shift) & 2047]++;
      spare[to] = order[at];
      spareKeys[to] = key;
    }
    [order, spare] = [spare, order];
    [keys, spareKeys] = [spareKeys, keys];
  }
  settleNearTies(order, keys, scores);
  return order;
}

/** Whole numbers that rise as single-precision scores fall. */
function sortableKeys(scores: Float64Array): Uint32Array {
  const keys = new Uint32Array(Float32Array.from(scores).buffer);
  for (let at = 0; at < keys.length; at++) {
    // Both zeros are one score.
    const bits = keys[at] === 0x80000000 ? 0 : keys[at];
    const rising = bits >= 0x80000000 ? ~bits >>> 0 : (bits | 0x80000000) >>> 0;
    keys[at] = ~rising >>> 0;
  }
  return keys;
}

/** `keys` are in the order of `order`. */
function settleNearTies(order: Int32Array, keys: Uint32Array, scores: Float64Array): void {
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    let differ = false;
    while (to < order.length && keys[to] === keys[from]) {
      if (scores[order[to]] !== scores[order[from]]) differ = true;
      to++;
    }
    if (differ) order.subarray(from, to).sort((a, b) => scores[b] - scores[a] || a - b);
    from = to;
  }
}

/** The distinct scores as groups, from the highest score (0) to the lowest. */
export interface ScoreThresholds {
  readonly count: number;
  /** The group of each score. */
  readonly groupOf: Int32Array;
}

/**
 * Groups equal scores. Scores are often rounded, so that a million have few distinct values: those
 * are numbered by a hash table, and only they are sorted.
 * @example scoreThresholds(Float64Array.of(0.2, 0.9, 0.2)).groupOf // [1, 0, 1]
 */
export function scoreThresholds(scores: Float64Array): ScoreThresholds {
  return fewThresholds(scores) ?? sortedThresholds(scores);
}

/** With more distinct scores than this, sorting all of them is as fast. */
const mostDistinct = 1 << 15;

function fewThresholds(scores: Float64Array): ScoreThresholds | null {
  const most = Math.min(scores.length, mostDistinct);
  const mask = 2 ** Math.ceil(Math.log2(4 * most + 1)) - 1;
  const slots = new Int32Array(mask + 1);
  const values = new Float64Array(most);
  const bits = new Int32Array(scores.buffer, scores.byteOffset, 2 * scores.length);
  const groupOf = new Int32Array(scores.length);
  let count = 0;
  for (let at = 0; at < scores.length; at++) {
    const score = scores[at];
    // Both zeros are one score.
    const hash =
      score === 0 ? 0 : Math.imul(bits[2 * at] ^ Math.imul(bits[2 * at + 1], 31), 0x9e3779b1);
    let slot = (hash ^ (hash >>> 15)) & mask;
    while (slots[slot] !== 0 && values[slots[slot] - 1] !== score) slot = (slot + 1) & mask;
    if (slots[slot] === 0) {
      if (count === most) return null;
      values[count] = score;
      slots[slot] = ++count;
    }
    groupOf[at] = slots[slot] - 1;
  }
  const order = scoreOrder(values.subarray(0, count));
  const placeOf = new Int32Array(count);
  for (let place = 0; place < count; place++) placeOf[order[place]] = place;
  for (let at = 0; at < groupOf.length; at++) groupOf[at] = placeOf[groupOf[at]];
  return { count, groupOf };
}

function sortedThresholds(scores: Float64Array): ScoreThresholds {
  const order = scoreOrder(scores);
  const groupOf = new Int32Array(scores.length);
  let group = 0;
  for (let at = 0; at < order.length; at++) {
    if (at > 0 && scores[order[at]] !== scores[order[at - 1]]) group++;
    groupOf[order[at]] = group;
  }
  return { count: order.length === 0 ? 0 : group + 1, groupOf };
}
