/**
 * The active seconds in a list of pauses between one act and the next, in seconds: a pause longer
 * than `idle` counts as `idle`, one below 0 as nothing.
 * @example cappedSeconds([10, 1000], 300) // 310
 */
export function cappedSeconds(pauses: readonly number[], idle: number): number {
  return pauses.reduce((sum, pause) => sum + Math.min(Math.max(pause, 0), idle), 0);
}
