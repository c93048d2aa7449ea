import type { SpeedReply } from '../lead-figures/replies.ts';

/** With more dots than this a chart cannot be read. */
export const mostDrawn = 25;

/** Whose speed is drawn, in the order of the table: everybody whose speed is known, or of many those who are furthest from the middle of what is expected. */
export function drawnSpeeds({ annotators, expected }: Pick<SpeedReply, 'annotators' | 'expected'>): SpeedReply['annotators'] {
  const timed = annotators.filter((one) => one.per_hour.value !== null);
  if (timed.length <= mostDrawn) return timed;
  const [from = 0, to = 0] = expected;
  const distance = (one: SpeedReply['annotators'][number]): number => Math.abs(one.per_hour.value! - (from + to) / 2);
  const furthest = new Set(timed.toSorted((a, b) => distance(b) - distance(a)).slice(0, mostDrawn));
  return timed.filter((one) => furthest.has(one));
}
