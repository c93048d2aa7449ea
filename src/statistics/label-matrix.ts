/** Which unit has which label: `has[unit * labels + label]` is 1 or 0. */
export interface LabelMatrix {
  readonly units: number;
  readonly labels: number;
  readonly has: Uint8Array;
}

/** Throws a RangeError unless the matrix has units × labels cells of 0 and 1. */
export function checkLabelMatrix({ units, labels, has }: LabelMatrix): void {
  if (has.length !== units * labels)
    throw new RangeError(`the label matrix has ${has.length} cells, expected ${units} × ${labels}`);
  for (let cell = 0; cell < has.length; cell++)
    if (has[cell] > 1)
      throw new RangeError(`cell ${cell} of the label matrix is ${has[cell]}, expected 0 or 1`);
}

/** Per label: how many units have it. */
export function labelCounts({ units, labels, has }: LabelMatrix): Int32Array {
  const counts = new Int32Array(labels);
  for (let unit = 0, cell = 0; unit < units; unit++)
    for (let label = 0; label < labels; label++) counts[label] += has[cell++];
  return counts;
}
