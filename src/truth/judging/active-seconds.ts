/**
 * The active seconds in a row of moments at which somebody did something: the sum of the pauses
 * between them, a longer pause counting as `idle` seconds. Moments are in milliseconds and in
 * order; one that lies before the one before it counts as no time.
 *
 * @example activeSeconds([0, 10_000, 1_010_000], 300) // 310
 */
export function activeSeconds(moments: readonly number[], idle: number): number {
  let seconds = 0;
  for (let at = 1; at < moments.length; at += 1)
    seconds += cappedPause((moments[at]! - moments[at - 1]!) / 1000, idle);
  return seconds;
}

/**
 * The active seconds in a list of pauses between one act and the next, in seconds.
 * @example cappedSeconds([10, 1000], 300) // 310
 */
export function cappedSeconds(pauses: readonly number[], idle: number): number {
  return pauses.reduce((sum, pause) => sum + cappedPause(pause, idle), 0);
}

function cappedPause(seconds: number, idle: number): number {
  return Math.min(Math.max(seconds, 0), idle);
}
