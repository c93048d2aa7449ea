import { expect, it } from 'vitest';
import type { SpeedReply } from '../../../../server/routes/monitoring/monitor-replies.ts';
import { drawnSpeeds, fittedName, roomForNames } from './drawn-speeds.ts';

const annotator = (name: string, value: number | null): SpeedReply['annotators'][number] =>
  ({ annotator: name, per_hour: { value, n: 9 } }) as SpeedReply['annotators'][number];

it('a chart shows those whose speed is known, and of many those who stand out', () => {
  expect(
    drawnSpeeds({
      expected: [5, 10],
      annotators: [annotator('ada', 7), annotator('ben', null)],
    }).map((one) => one.annotator),
  ).toEqual(['ada']);
  const usual = Array.from({ length: 100 }, (_, at) => annotator(`usual ${at}`, 7.5));
  const drawn = drawnSpeeds({
    expected: [5, 10],
    annotators: [annotator('fast', 40), ...usual, annotator('slow', 1)],
  });
  expect(drawn).toHaveLength(25);
  expect([drawn[0]!.annotator, drawn.at(-1)!.annotator]).toEqual(['fast', 'slow']);
});

it('names beside the chart stand whole where there is room, and never outside of it', () => {
  const long = 'annotator.number.001@example-institution.org';
  expect(fittedName(long, roomForNames(['ada', long], 1070))).toBe(long);
  const room = roomForNames(['ada', long], 300);
  expect(room).toBe(100);
  expect(fittedName(long, room)).toBe('annotator…');
  expect(fittedName('ada', room)).toBe('ada');
});
