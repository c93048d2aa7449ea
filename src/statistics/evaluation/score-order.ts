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
