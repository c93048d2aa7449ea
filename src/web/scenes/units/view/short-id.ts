/**
 * The name of a unit as a heading shows it: hashes in it by their beginning. A heading of 64 digits
 * says less than one of eight.
 * @example shortId('4200ab055e8d7e48cbf665d59f74ba0d1f77963a::hr-remote') // '4200ab05…::hr-remote'
 */
export function shortId(unit: string): string {
  return unit.replaceAll(/\b([0-9a-f]{8})[0-9a-f]{24,}\b/g, '$1…');
}
