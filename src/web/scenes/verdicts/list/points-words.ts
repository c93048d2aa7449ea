import type { Format } from '../../../texts/format.ts';

/** Points as they are written: whole where they are whole. */
export function pointsWords(format: Format, points: number): string {
  return Number.isInteger(points) ? format.decimal(points, 0) : format.decimal(points, 2);
}

/** What is added, with its sign. */
export function addedWords(format: Format, points: number): string {
  return points < 0 ? pointsWords(format, points) : `+${pointsWords(format, points)}`;
}
