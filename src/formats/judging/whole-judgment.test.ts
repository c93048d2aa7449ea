import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Judgment } from '../../domain/judging/judgment.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { buildTask } from '../../../test/build-task.ts';
import { takeJudgments } from '../../../test/take-judgments.ts';
import { compileTask } from '../../truth/judging/faults.ts';
import { parseRow } from '../jsonl.ts';
import { judgmentLine, readRuling, rulingLine } from './whole-judgment.ts';

const name = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');
const answers = fc.dictionary(
  fc.string({ minLength: 1 }),
  fc.oneof(fc.boolean(), fc.integer(), fc.string()),
  { maxKeys: 4 },
);
const time = fc.option(fc.constantFrom('2026-01-31T09:30:00Z', '2026-01-31T09:30:00.125+02:00'));

function readBack<T>(line: string, read: (row: Readonly<Record<string, unknown>>) => T): T {
  const parsed = parseRow(line);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  return read(parsed.row);
}

describe('a judgment', () => {
  const task = buildTask({ questions: { yes: {}, why: { scale: 'text', required: false } } });
  const compiled = compileTask(task);
  const context = { guideline: null, guidelineRequired: false, units: null };

  it('is identical after being written and read back', () => {
    const asides = fc.record(
      {
        confidence: fc.constantFrom('low' as const, 'medium' as const, 'high' as const),
        notes: fc.string({ minLength: 1 }),
        flag: fc.constant(true),
        uncertain: fc.constant(true),
      },
      { requiredKeys: [] },
    );
    const id = fc.stringMatching(/^[a-z]+( [a-z]+)?$/);
    const judgment: fc.Arbitrary<Judgment> = fc.record({
      unit: id,
      task: fc.constant('task'),
      annotator: id,
      answers: fc.record({ yes: fc.boolean(), why: name }, { requiredKeys: ['yes'] }),
      asides,
      guideline: fc.option(fc.string()),
      taskHash: fc.option(fc.string()),
      round: fc.option(fc.string()),
      at: time,
      seconds: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })),
    });
    fc.assert(
      fc.property(judgment, (one) => {
        const rows = [{ row: readBack(judgmentLine(one), (row) => row), line: 1 }];
        expect(takeJudgments(compiled, context, 'reject', rows)).toMatchObject({
          judgments: [JSON.parse(JSON.stringify(one))],
          changes: [],
          faults: [],
        });
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it('is one line, with its keys in a fixed order', () => {
    expect(
      judgmentLine({
        unit: 'u',
        task: 't',
        annotator: 'a',
        answers: { q: true },
        asides: { notes: 'n' },
        guideline: null,
        taskHash: null,
        round: null,
        at: null,
        seconds: 3,
      }),
    ).toBe(
      '{"unit":"u","task":"t","annotator":"a","answers":{"q":true},"guideline":null,"task_hash":null,"round":null,"at":null,"seconds":3,"notes":"n"}\n',
    );
  });
});

describe('a ruling', () => {
  it('is identical after being written and read back, whether it answers or excludes', () => {
    const decision = fc.oneof(
      answers.map((given) => ({ kind: 'answers' as const, answers: given })),
      fc.constant({ kind: 'exclude' as const }),
    );
    const ruling: fc.Arbitrary<Ruling> = fc.record({
      unit: name,
      task: name,
      by: name,
      reason: name,
      at: time,
      decision,
    });
    fc.assert(
      fc.property(
        ruling,
        (one) =>
          void expect(readBack(rulingLine(one), readRuling)).toEqual({
            ok: true,
            value: JSON.parse(JSON.stringify(one)),
          }),
      ),
      { seed: 1, numRuns: 200 },
    );
  });

  it('says either answers or exclude, and always a reason', () => {
    const base = { unit: 'u', task: 't', by: 'b', reason: 'r' };
    const messages = (row: Readonly<Record<string, unknown>>): unknown => {
      const read = readRuling(row);
      return read.ok ? 'ok' : read.faults.map((found) => found.message);
    };
    expect(messages({ ...base, exclude: true })).toBe('ok');
    expect(messages(base)).toEqual([
      'answers is nothing, expected either answers or exclude: true',
    ]);
    expect(messages({ ...base, exclude: true, answers: {} })).toEqual([
      'answers is given together with exclude, expected either answers or exclude: true',
    ]);
    expect(messages({ ...base, reason: '', exclude: false })).toEqual([
      'reason is "", expected a non-empty text',
      'exclude is false, expected true',
    ]);
    expect(messages({ ...base, reason: '' })).toEqual([
      'reason is "", expected a non-empty text',
      'answers is nothing, expected either answers or exclude: true',
    ]);
  });
});
