import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { judgmentRowReader } from './judgment-row.ts';
import { TextIndex } from '../text-index.ts';
import { QuickRows } from './quick-rows.ts';

const task = buildTask({
  questions: {
    relevant: {},
    severity: { when: 'relevant', scale: { nominal: ['none', 'mild', 'severe'] } },
  },
});
const compiled = compileTask(task);
const context = { guideline: '1.0', guidelineRequired: true, units: null };

function quick(): {
  read(text: string): readonly [string, string, readonly number[]] | null;
  learn(text: string): void;
} {
  const units = new TextIndex();
  const rows = new QuickRows(compiled, context, units);
  const reader = judgmentRowReader(compiled, context);
  return {
    read(text) {
      const bytes = new TextEncoder().encode(text);
      const unit = rows.read(bytes, 0, bytes.length);
      return unit < 0 ? null : [units.at(unit), rows.annotator, [...rows.codes]];
    },
    learn(text) {
      const read = reader(JSON.parse(text) as Record<string, unknown>);
      const bytes = new TextEncoder().encode(text);
      if (read.faults.length === 0) rows.learn(bytes, 0, bytes.length, read);
    },
  };
}

const right =
  '{"id": "u1", "relevant": true, "severity": "mild", "annotator_id": "m#1", ' +
  '"guideline_version": "1.0"}';

describe('QuickRows', () => {
  it('reads a row once the full reader has found the like right', () => {
    const rows = quick();
    expect(rows.read(right)).toBeNull();
    rows.learn(right);
    expect(rows.read(right.replace('u1', 'u2'))).toEqual(['u2', 'm#1', [1, 1]]);
    expect(rows.read(right.replace('mild', 'severe'))).toBeNull();
    expect(rows.read(right.replace('m#1', 'm#2'))).toBeNull();
  });

  it.each(['"notes": "n"', '"confidence": "high"', '"other": 1'])(
    'reads rows with %s once it has learnt their shape',
    (extra) => {
      const rows = quick();
      const longer = right.replace('}', `, ${extra}}`);
      rows.learn(right);
      expect(rows.read(longer)).toBeNull();
      rows.learn(longer);
      expect(rows.read(longer)).toEqual(['u1', 'm#1', [1, 1]]);
    },
  );

  it.each(['"task_hash": "x"', '"answers": {}', '"other": {}', '"id": "u1"'])(
    'leaves rows with %s to the full reader',
    (extra) => {
      const rows = quick();
      const longer = right.replace('}', `, ${extra}}`);
      rows.learn(right);
      rows.learn(longer);
      expect(rows.read(longer)).toBeNull();
    },
  );

  it('reads nothing that the full reader refuses, and all it reads as the full reader does', () => {
    const rows = quick();
    const reader = judgmentRowReader(compiled, context);
    const members = fc.record(
      {
        id: fc.constantFrom<unknown>('u1', ' u2', '', 'u:3', 'ü', 4, 'a"b'),
        relevant: fc.constantFrom<unknown>(true, true, false, false, 'true', null),
        severity: fc.constantFrom<unknown>('none', 'mild', 'severe', 'Mild', null, 1),
        annotator_id: fc.constantFrom<unknown>('m#1', 'm#1', 'm#1', 'm#2', '', 3),
        guideline_version: fc.constantFrom<unknown>('1.0', '1.0', '1.0', '1.1', null),
      },
      { requiredKeys: ['id', 'relevant', 'annotator_id', 'guideline_version'] },
    );
    let read = 0;
    fc.assert(
      fc.property(members, fc.constantFrom('', ' '), (row, space) => {
        const text = JSON.stringify(row, null, space).replaceAll('\n', ' ');
        const taken = rows.read(text);
        if (taken === null) {
          rows.learn(text);
          return;
        }
        read += 1;
        const full = reader(row);
        expect([full.faults, [full.unit, full.annotator, full.codes]]).toEqual([[], taken]);
      }),
      { seed: 1, numRuns: 5000 },
    );
    expect(read).toBeGreaterThan(50);
  });
});
