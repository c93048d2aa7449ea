import type { LabelMatrix } from '../label-matrix.ts';
import { checkLabelMatrix, labelCounts } from '../label-matrix.ts';

/**
 * Iterative stratification: divides units that may have several labels into parts, so that every
 * label is spread over the parts in the wanted shares. Returns the part of every unit. This is the
 * published algorithm with every tie broken by the lowest index, so the result depends only on the
 * order of the units. Sizes are near their targets, and rare labels can miss a small part: for
 * practical splits, see {@link stratifiedSplit}.
 *
 * Repeatedly take the label with the fewest units still to place; each of its units, in order, goes
 * to the part that lacks most of this label, among equals to the part that lacks most units. Units
 * without a label come last, to the part that lacks most units. Sechidis, Tsoumakas and Vlahavas
 * 2011, https://doi.org/10.1007/978-3-642-23808-6_10
 * @example const matrix = { units: 4, labels: 1, has: Uint8Array.of(1, 1, 0, 0) };
 * iterativeStratification(matrix, [0.5, 0.5]) // [0, 1, 0, 1]
 */
export function iterativeStratification(
  matrix: LabelMatrix,
  shares: readonly number[],
): Int32Array {
  checkLabelMatrix(matrix);
  const { units, labels, has } = matrix;
  const counts = labelCounts(matrix);
  const lacking = Float64Array.from(shares, (share) => share * units);
  // [label, part]
  const lackingOfLabel = Float64Array.from(
    { length: labels * shares.length },
    (_, cell) => shares[cell % shares.length] * counts[Math.floor(cell / shares.length)],
  );
  const part = new Int32Array(units).fill(-1);
  const remaining = counts.slice();
  const place = (unit: number, chosen: number): void => {
    part[unit] = chosen;
    lacking[chosen]--;
    for (let label = 0, cell = unit * labels; label < labels; label++, cell++) {
      if (has[cell] === 1) {
        remaining[label]--;
        lackingOfLabel[label * shares.length + chosen]--;
      }
    }
  };
  for (let label = rarest(remaining); label >= 0; label = rarest(remaining)) {
    const wanted = lackingOfLabel.subarray(label * shares.length, (label + 1) * shares.length);
    for (let unit = 0; unit < units; unit++) {
      if (part[unit] < 0 && has[unit * labels + label] === 1)
        place(unit, neediest(wanted, lacking));
    }
  }
  for (let unit = 0; unit < units; unit++)
    if (part[unit] < 0) place(unit, neediest(lacking, lacking));
  return part;
}

function rarest(remaining: Int32Array): number {
  let chosen = -1;
  for (let label = 0; label < remaining.length; label++) {
    if (remaining[label] > 0 && (chosen < 0 || remaining[label] < remaining[chosen]))
      chosen = label;
  }
  return chosen;
}

function neediest(wanted: Float64Array, lacking: Float64Array): number {
  let chosen = 0;
  for (let part = 1; part < wanted.length; part++) {
    if (
      wanted[part] > wanted[chosen] ||
      (wanted[part] === wanted[chosen] && lacking[part] > lacking[chosen])
    )
      chosen = part;
  }
  return chosen;
}
