/**
 * Values nested deeper than this are refused: no row needs it, and whoever walks it next would run
 * out of stack.
 */
export const deepestNesting = 64;

/**
 * True when arrays and objects lie in one another more than `limit` deep. Walks without recursion,
 * so that no input can exhaust the stack.
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
