/**
 * Largest-remainder allocation (Hamilton): whole numbers that add up to `total` and are as near as
 * possible to total × share. Every part gets its share rounded down; what is left goes, one each,
 * to the largest remainders, the earlier part first when equal. Shares need not add up to 1; none
 * may be negative. Balinski and Young 1975, https://doi.org/10.2307/2318729
 * @example largestRemainder(31, [50, 30, 21]) // [15, 9, 7]
 */
export function largestRemainder(total: number, shares: ArrayLike<number>): Int32Array {
  let sum = 0;
  for (let part = 0; part < shares.length; part++) {
    if (!(shares[part] >= 0 && shares[part] < Infinity))
      throw new RangeError(`share ${part} is ${shares[part]}, expected at least 0`);
    sum += shares[part];
  }
  if (!(sum > 0)) throw new RangeError('the shares add up to 0');
  const sizes = new Int32Array(shares.length);
  const remainder = new Float64Array(shares.length);
  let left = total;
  for (let part = 0; part < sizes.length; part++) {
    const wanted = (total * shares[part]) / sum;
    // 0.29 × 100 is 28.999999999999996: what is whole but for rounding counts as whole.
    sizes[part] = Math.floor(wanted + 1e-9);
    remainder[part] = wanted - sizes[part];
    left -= sizes[part];
  }
  const order = Array.from(sizes, (_, part) => part).toSorted(
    (first, second) => remainder[second] - remainder[first] || first - second,
  );
  for (let index = 0; index < left; index++) sizes[order[index]]++;
  return sizes;
}
