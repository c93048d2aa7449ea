/**
 * Gives one value for all equal ones, so that the truth of 100,000 units does not hold the same
 * votes 100,000 times.
 * @example
 * const same = sharing((pair) => pair.join());
 * same([1, 2]) === same([1, 2]) // true
 */
export function sharing<Value>(keyOf: (value: Value) => string): (value: Value) => Value {
  const known = new Map<string, Value>();
  return (value) => {
    const key = keyOf(value);
    const same = known.get(key);
    if (same !== undefined) return same;
    known.set(key, value);
    return value;
  };
}
