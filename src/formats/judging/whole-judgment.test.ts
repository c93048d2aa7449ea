import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Judgment } from '../../domain/judging/judgment.ts';
import { personName } from '../../domain/people/person-name.ts';
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

/** A flag that is not raised and an empty note say nothing, and are left out. */
function withoutSilence({ asides, ...one }: Judgment): Judgment {
  const said = Object.entries(asides).filter(([, value]) => value !== false && value !== '');
  return { ...one, asides: Object.fromEntries(said) };
}

describe('a judgment', () => {
  const task = buildTask({
    questions: {
      yes: {},
      grade: { scale: { ordinal: [0, 1, 2] }, required: false },
      kind: { scale: { nominal: ['a b', 'Ä', '1'] }, required: false },
      why: { scale: 'text', required: false },
      quote: { scale: { quote: { from: 'text' } }, required: false },
    },
    unit: { id: ['id'], show: ['text'] },
  });
  const compiled = compileTask(task);
  const context = { guideline: null, guidelineRequired: false, units: null };

  it('is identical after being written and read back', () => {
    const asides = fc.record(
      {
        confidence: fc.constantFrom('low' as const, 'medium' as const, 'high' as const),
        notes: fc.string(),
        flag: fc.boolean(),
        uncertain: fc.boolean(),
      },
      { requiredKeys: [] },
    );
    const judgment: fc.Arbitrary<Judgment> = fc.record({
      unit: name.map((text) => text.trim()),
      task: fc.constant('task'),
      annotator: name.map(personName),
      answers: fc.record(
        {
          yes: fc.boolean(),
          grade: fc.constantFrom(0, 1, 2),
          kind: fc.constantFrom('a b', 'Ä', '1'),
          why: name,
          quote: name,
        },
        { requiredKeys: ['yes'] },
      ),
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
        expect(takeJudgments(compiled, context, 'reject', rows)).toEqual({
          judgments: [withoutSilence(JSON.parse(JSON.stringify(one)) as Judgment)],
          changes: [],
          aside: [],
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
      '{"unit":"u","task":"t","annotator":"a","answers":{"q":true},"guideline":null,' +
        '"task_hash":null,"round":null,"at":null,"seconds":3,"notes":"n"}\n',
    );
  });

  it('is refused with all its faults', () => {
    const row = {
      unit: ' ',
      task: 'task',
      answers: { yes: null, __other: 1 },
      guideline: null,
      task_hash: {},
      round: 1,
      at: '2026-02-30T00:00:00Z',
      seconds: -1,
      confidence: 'High',
      more: 1,
    };
    const { faults } = takeJudgments(compiled, context, 'reject', [{ row, line: 1 }]);
    expect(faults.map((found) => found.message)).toEqual([
      'more is unknown here; expected unit, task, annotator, answers, guideline, task_hash, ' +
        'round, at, seconds, confidence, notes and 7 more',
      'round is 1, expected a text',
      'task_hash is an object, expected a text',
      'unit is " ", expected a non-empty text',
      'annotator is missing, expected a non-empty text',
      'confidence is "High", expected low, medium or high',
      'seconds is -1, expected a number of seconds',
      'at is "2026-02-30T00:00:00Z", expected a time such as 2026-01-31T09:30:00Z',
      '__other is unknown here; the questions are yes, grade, kind, why and quote',
      'yes is null, expected true or false',
    ]);
  });

  it('takes a key named __proto__ for what it is', () => {
    const text =
      '{"unit":"u","task":"task","annotator":"a","answers":{"__proto__":true,"yes":true}}';
    const row = JSON.parse(text) as Record<string, unknown>;
    const { faults } = takeJudgments(compiled, context, 'reject', [{ row, line: 1 }]);
    expect(faults.map((found) => found.message)).toEqual([
      '__proto__ is unknown here; the questions are yes, grade, kind, why and quote',
    ]);
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
    for (const reason of ['a\u0000b', 'a\ud800b'])
      expect(messages({ ...base, reason, exclude: true })).toEqual([
        expect.stringContaining('without null characters'),
      ]);
    expect(messages({ ...base, reason: '' })).toEqual([
      'reason is "", expected a non-empty text',
      'answers is nothing, expected either answers or exclude: true',
    ]);
  });
});
