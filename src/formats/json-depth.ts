/** Deeper values are refused: no row needs them, and recursive code would run out of stack. */
export const deepestNesting = 64;

/**
 * True when arrays and objects are nested more than `limit` deep. Uses no recursion.
 * @example nestedTooDeep([[1]], 1) // true
 */
export function nestedTooDeep(value: unknown, limit = deepestNesting): boolean {
  let level: readonly object[] = isNested(value) ? [value] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.flatMap((entry) => Object.values(entry).filter(isNested));
  }
  return false;
}

function isNested(value: unknown): value is object {
  return value !== null && typeof value === 'object';
}
