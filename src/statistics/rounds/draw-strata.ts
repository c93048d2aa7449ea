import type { LabelMatrix } from '../label-matrix.ts';

/** Units that a draw need not distinguish: same labels, same difficulty. */
export interface DrawStrata {
  readonly strata: number;
  readonly labels: number;
  /** Per stratum: the units in it are at `members[offsets[s]]` … `members[offsets[s + 1] − 1]`. */
  readonly offsets: Int32Array;
  readonly members: Int32Array;
  /** Per stratum: its number of units. */
  readonly size: Int32Array;
  /** Per stratum: 1 for hard units, 0 for easy ones. */
  readonly hard: Uint8Array;
  /** [stratum, label]: 1 or 0. */
  readonly has: Uint8Array;
}

/** Groups units by labels and difficulty; strata in order of first appearance. */
export function drawStrata(matrix: LabelMatrix, hard: Uint8Array | undefined): DrawStrata {
  const { units, labels } = matrix;
  const stratumOf = new Int32Array(units);
  const known = new Map<string, number>();
  const first: number[] = [];
  for (let unit = 0; unit < units; unit++) {
    const own = matrix.has.subarray(unit * labels, (unit + 1) * labels);
    const key = `${hard?.[unit] ?? 0}${own.join('')}`;
    const stratum = known.get(key) ?? known.size;
    if (stratum === known.size) {
      known.set(key, stratum);
      first.push(unit);
    }
    stratumOf[unit] = stratum;
  }
  const strata = known.size;
  const offsets = new Int32Array(strata + 1);
  for (const stratum of stratumOf) offsets[stratum + 1]++;
  const size = offsets.slice(1);
  for (let stratum = 0; stratum < strata; stratum++) offsets[stratum + 1] += offsets[stratum];
  const next = offsets.slice(0, strata);
  const members = new Int32Array(units);
  for (let unit = 0; unit < units; unit++) members[next[stratumOf[unit]]++] = unit;
  const has = new Uint8Array(strata * labels);
  first.forEach((unit, stratum) =>
    has.set(matrix.has.subarray(unit * labels, (unit + 1) * labels), stratum * labels),
  );
  const isHard = Uint8Array.from(first, (unit) => hard?.[unit] ?? 0);
  return { strata, labels, offsets, members, size, hard: isHard, has };
}
