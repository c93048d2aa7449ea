/**
 * The value of an object's own field: not of `constructor`, `toString` or `__proto__`, which files
 * use as names.
 * @example ownField({ a: 1 }, 'constructor') // undefined
 */
export function ownField<T>(
  row: Readonly<Record<string, T>> | undefined,
  name: string,
): T | undefined {
  return row !== undefined && Object.hasOwn(row, name) ? row[name] : undefined;
}

/** Sets an object's own field, also one named `__proto__`. */
export function setOwnField(row: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') row[name] = value;
  else
    Object.defineProperty(row, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
}

/** The value of an own field; undefined when the value is not an object with fields. */
export function fieldOf(value: unknown, name: string): unknown {
  return isFields(value) ? ownField(value, name) : undefined;
}

/** True for an object with named fields: not null, not an array. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/**
 * A name from a file for a message, shortened when it is absurdly long.
 * @example shownName('x'.repeat(100)).length // 60
 */
export function shownName(name: string): string {
  return name.length > 60 ? `${name.slice(0, 59)}…` : name;
}
