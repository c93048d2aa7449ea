import { describe, expect, it } from 'vitest';
import { open } from './open-assignments.ts';

const assignments = [
  { unit: 'u1', annotator: 'anna', round: 'pilot', order: 0 },
  { unit: 'u2', annotator: 'anna', round: 'pilot', order: 1 },
  { unit: 'u1', annotator: 'ben', round: 'pilot', order: 0 },
];

describe('open', () => {
  it('is everything when nothing was judged', () => {
    expect(open(assignments, [])).toEqual(assignments);
  });

  it('leaves out what the annotator judged, and only that', () => {
    expect(open(assignments, [{ unit: 'u1', annotator: 'anna', round: 'pilot' }])).toEqual([
      assignments[1],
      assignments[2],
    ]);
  });

  it('takes a judgment that names no round, and not one of another round', () => {
    expect(open(assignments, [{ unit: 'u1', annotator: 'ben', round: null }])).toEqual([
      assignments[0],
      assignments[1],
    ]);
    expect(open(assignments, [{ unit: 'u1', annotator: 'ben', round: 'training' }])).toEqual(
      assignments,
    );
  });

  it('is empty when all quotas are met, however often something was judged', () => {
    const judgments = [...assignments, ...assignments];
    expect(open(assignments, judgments)).toEqual([]);
  });
});
