import type { SpeedReply } from '../../../../server/routes/monitoring/monitor-replies.ts';

/** With more dots than this a chart cannot be read. */
const mostDrawn = 25;

/** The width of the widest letter next to the chart, in pixels. */
const letter = 7;

/** How wide the names beside a chart are: as wide as needed, at most a third of the chart. */
export function roomForNames(names: readonly string[], width: number): number {
  const longest = Math.max(0, ...names.map((name) => name.length));
  return Math.round(Math.min(longest * letter + 24, width / 3));
}

/** A name, cut to fit there; the table has the whole name. */
export function fittedName(name: string, room: number): string {
  const most = Math.max(Math.floor((room - 24) / letter), 4);
  return name.length <= most ? name : `${name.slice(0, most - 1)}…`;
}

/** Whose speed is drawn, in table order; of many, those furthest from the usual speed. */
export function drawnSpeeds({
  annotators,
  expected,
}: Pick<SpeedReply, 'annotators' | 'expected'>): SpeedReply['annotators'] {
  const timed = annotators.filter((one) => one.per_hour.value !== null);
  if (timed.length <= mostDrawn) return timed;
  const speeds = timed.map((one) => one.per_hour.value!).toSorted((a, b) => a - b);
  const median = speeds[speeds.length >> 1]!;
  const [from = 0, to = 0] = expected ?? [median, median];
  const distance = (one: SpeedReply['annotators'][number]): number =>
    Math.abs(one.per_hour.value! - (from + to) / 2);
  const furthest = new Set(timed.toSorted((a, b) => distance(b) - distance(a)).slice(0, mostDrawn));
  return timed.filter((one) => furthest.has(one));
}
