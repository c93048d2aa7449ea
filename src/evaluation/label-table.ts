/**
 * Truth and predictions side by side, a column per label: what is true, what was predicted and, if
 * the system says so, how sure it is. A million units with 14 labels stay small.
 */
export interface LabelTable {
  readonly units: number;
  readonly labels: readonly string[];
  /** Per label and unit: the true grade; −1 where nobody said. */
  readonly truth: readonly Int16Array[];
  /** Per label and unit: predicted or not; −1 where the system said nothing. */
  readonly predicted: readonly Int8Array[];
  /** Per label: the scores, where the system gives any; NaN where it gives none. */
  readonly scores: readonly (Float64Array | null)[];
  /** The lowest grade that counts as true. */
  readonly level: number;
  /** What each unit stands for: 1 over its chance to be drawn. */
  readonly weights: Float64Array | null;
  /** Units that belong together, such as the chunks of a document. */
  readonly subjects: Int32Array | null;
}

/** Only these units. */
export function chosenUnits(table: LabelTable, units: readonly number[]): LabelTable {
  const chosen = Int32Array.from(units);
  return {
    ...table,
    units: chosen.length,
    truth: table.truth.map((column) => Int16Array.from(chosen, (unit) => column[unit]!)),
    predicted: table.predicted.map((column) => Int8Array.from(chosen, (unit) => column[unit]!)),
    scores: table.scores.map((column) =>
      column === null ? null : Float64Array.from(chosen, (unit) => column[unit]!),
    ),
    weights:
      table.weights === null ? null : Float64Array.from(chosen, (unit) => table.weights![unit]!),
    subjects:
      table.subjects === null ? null : Int32Array.from(chosen, (unit) => table.subjects![unit]!),
  };
}
