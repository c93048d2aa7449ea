/** How many units are looked at in one step: a few milliseconds of work. */
const unitsTogether = 20_000;

/**
 * The units of a large table in ranges, one for each step; `end` is behind the last of its range.
 * @example [...unitRanges(3)] // [{ first: 0, end: 3 }]
 */
export function* unitRanges(
  units: number,
  most = unitsTogether,
): Generator<{ readonly first: number; readonly end: number }> {
  for (let first = 0; first < units; first += most)
    yield { first, end: Math.min(units, first + most) };
}
