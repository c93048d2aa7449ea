import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Judgment } from '../../domain/judging/judgment.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { parseRow } from '../jsonl.ts';
import { judgmentLine, readJudgment, readRuling, rulingLine } from './whole-judgment.ts';

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
      unit: name,
      task: name,
      annotator: name,
      answers,
      asides,
      guideline: fc.option(fc.string()),
      taskHash: fc.option(fc.string()),
      round: fc.option(fc.string()),
      at: time,
      seconds: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })),
    });
    fc.assert(
      fc.property(
        judgment,
        (one) =>
          void expect(readBack(judgmentLine(one), readJudgment)).toEqual({
            ok: true,
            value: JSON.parse(JSON.stringify(one)),
          }),
      ),
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

  it('is refused with all its faults', () => {
    const read = readJudgment({
      unit: ' ',
      task: 't',
      answers: { q: null },
      guideline: null,
      task_hash: null,
      round: 1,
      at: '2026-02-30T00:00:00Z',
      seconds: -1,
      confidence: 'High',
      more: 1,
    });
    expect(read.ok ? [] : read.faults.map((found) => found.message)).toEqual([
      'unit is " ", expected a non-empty text',
      'annotator is missing, expected a non-empty text',
      'answers is an object, expected an object with an answer (true, false, a number or a text) per question',
      'round is 1, expected a text',
      'at is "2026-02-30T00:00:00Z", expected a time such as 2026-01-31T09:30:00Z',
      'seconds is -1, expected a number of seconds',
      'confidence is "High", expected low, medium or high',
      'more is not known here; check the spelling, or leave it out',
    ]);
  });

  it('does not lose a key named __proto__', () => {
    const row = JSON.parse(
      '{"unit":"u","task":"t","annotator":"a","answers":{"__proto__":true},"guideline":null,"task_hash":null,"round":null,"at":null,"seconds":null}',
    ) as Record<string, unknown>;
    const read = readJudgment(row);
    expect(read.ok && Object.keys(read.value.answers)).toEqual(['__proto__']);
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
      'answers is given beside exclude, expected either answers or exclude: true',
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
