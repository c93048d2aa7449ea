/**
 * A copy of a JSON value in which every number has at most twelve significant digits: machines may
 * differ in the last bits of a logarithm, and published numbers must not.
 * @example roundedNumbers({ share: 0.1 + 0.2 }).share // 0.3
 */
export function roundedNumbers<Value>(value: Value): Value {
  return rounded(value) as Value;
}

function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : significant(value);
  if (Array.isArray(value)) return value.map(rounded);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (one === undefined ? [] : [[key, rounded(one)]])),
  );
}

function significant(value: number): number {
  return Number(value.toPrecision(12));
}
