/** Orders texts by their code units, as sorting without a comparison does. */
export function byCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
