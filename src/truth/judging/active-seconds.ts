/**
 * Active seconds from pauses between acts: more than `idle` counts as `idle`, below 0 as nothing.
 * @example cappedSeconds([10, 1000], 300) // 310
 */
export function cappedSeconds(pauses: readonly number[], idle: number): number {
  return pauses.reduce((sum, pause) => sum + Math.min(Math.max(pause, 0), idle), 0);
}
