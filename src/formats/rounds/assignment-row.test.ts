import { describe, expect, it } from 'vitest';
import { assignmentLines, readAssignment } from './assignment-row.ts';

const assignment = { unit: 'Q1::NCT1', annotator: 'anna', round: 'pilot', order: 3 };

describe('rows of assignments', () => {
  it('are read as they are written, in both formats', () => {
    const [json] = [...assignmentLines([assignment], 'jsonl')];
    expect(readAssignment(JSON.parse(json!) as Record<string, unknown>)).toEqual({
      ok: true,
      value: assignment,
    });
    expect([...assignmentLines([assignment], 'csv')]).toEqual([
      'unit,annotator,round,order\n',
      'Q1::NCT1,anna,pilot,3\n',
    ]);
    expect(
      readAssignment({ unit: 'Q1::NCT1', annotator: 'anna', round: 'pilot', order: '3' }),
    ).toEqual({ ok: true, value: assignment });
  });

  it('say who was asked further, and why', () => {
    const asked = { ...assignment, annotator: 'cora', further: 'disagreement' } as const;
    for (const one of [assignment, asked])
      expect(readAssignment({ ...one })).toEqual({ ok: true, value: one });
    expect([...assignmentLines([assignment, asked], 'csv')]).toEqual([
      'unit,annotator,round,order,further\n',
      'Q1::NCT1,anna,pilot,3,\n',
      'Q1::NCT1,cora,pilot,3,disagreement\n',
    ]);
    const wrong = readAssignment({ ...assignment, further: 'third' });
    expect(wrong.ok ? [] : wrong.faults.map((one) => one.message)).toEqual([
      'further is "third", expected share, disagreement or flag',
    ]);
  });

  it('report all their faults', () => {
    const read = readAssignment({ unit: ' ', annotator: 7, order: -1, extra: true });
    expect(read.ok ? [] : read.faults.map((one) => one.message)).toEqual([
      'unit is " ", expected a non-empty text',
      'annotator is 7, expected a non-empty text',
      'round is missing, expected a non-empty text',
      'order is -1, expected a whole number of at least 0',
      'extra is unknown here; expected unit, annotator, round, order and further',
    ]);
  });
});
