/** What fits into one batch. */
export interface ChunkLimits {
  readonly mostRequests: number;
  readonly mostBytes: number;
}

/** A part of a list of requests: from one place to before another. */
export interface Chunk {
  readonly from: number;
  readonly to: number;
}

/**
 * Splits requests, given by their bytes, into batches that fit. A number of requests in `taken` is
 * avoided where possible: a service without tags distinguishes batches by it. A request that is too
 * large for any batch must be left out before.
 * @example chunk([4, 4, 4], { mostRequests: 2, mostBytes: 9 })[1] // { from: 2, to: 3 }
 */
export function chunk(
  sizes: readonly number[],
  { mostRequests, mostBytes }: ChunkLimits,
  taken: ReadonlySet<number> = new Set(),
): readonly Chunk[] {
  const chunks: Chunk[] = [];
  const used = new Set(taken);
  for (let from = 0; from < sizes.length;) {
    let to = from;
    let bytes = 0;
    while (to < sizes.length && to - from < mostRequests && bytes + sizes[to]! <= mostBytes) {
      bytes += sizes[to]!;
      to += 1;
    }
    // Something must go, else the list would never end.
    to = Math.max(to, from + 1);
    if (taken.size > 0) to = from + distinct(to - from, used);
    used.add(to - from);
    chunks.push({ from, to });
    from = to;
  }
  return chunks;
}

function distinct(count: number, used: ReadonlySet<number>): number {
  let found = count;
  while (found > 1 && used.has(found)) found -= 1;
  return used.has(found) ? count : found;
}
