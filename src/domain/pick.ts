/**
 * The named fields of an object and no others.
 *
 * @example pick({ id: 'a', at: 1, by: 'anna' }, 'id', 'by') // { id: 'a', by: 'anna' }
 */
export function pick<From extends object, Name extends keyof From>(
  from: From,
  ...names: readonly Name[]
): Pick<From, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>;
}
