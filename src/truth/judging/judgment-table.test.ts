import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { answerCodes } from '../protocol/answer-codes.ts';
import { JudgmentTable } from './judgment-table.ts';

const task = buildTask({
  questions: {
    relevant: {},
    severity: { scale: { nominal: ['none', 'mild', 'severe'] } },
    why: { scale: 'text', required: false },
  },
});
const codes = (relevant: boolean, severity: string): number[] =>
  answerCodes(task, { relevant, severity, why: 'see line 3' });

describe('the table of judgments', () => {
  it('gives back what was put in, without texts', () => {
    const table = new JudgmentTable(task);
    const [anna, ben] = [table.annotator('anna'), table.annotator('ben')];
    expect([
      table.add(3, anna, codes(true, 'mild')),
      table.add(0, ben, codes(false, 'none')),
    ]).toEqual([true, true]);
    expect(table.answers(table.place(3, anna))).toEqual({ relevant: true, severity: 'mild' });
    expect(table.annotators).toEqual(['anna', 'ben']);
    expect([
      table.size,
      table.units,
      table.has(3, ben),
      table.isJudged(1),
      table.isJudged(9),
    ]).toEqual([2, 4, false, false, false]);
    expect([table.findAnnotator('ben'), table.findAnnotator('cora')]).toEqual([1, -1]);
  });

  it('refuses a second judgment when added, and takes it in place of the first when put', () => {
    const table = new JudgmentTable(task);
    const anna = table.annotator('anna');
    table.add(0, anna, codes(true, 'mild'));
    expect(table.add(0, anna, codes(false, 'none'))).toBe(false);
    expect(table.answers(table.first(0))).toMatchObject({ relevant: true });
    expect(table.put(0, anna, codes(false, 'none'))).toBe(false);
    expect(table.answers(table.first(0))).toMatchObject({ relevant: false });
    expect(table.size).toBe(1);
  });

  it('holds a judgment without any answer, which is not the same as none', () => {
    const table = new JudgmentTable(task);
    table.add(0, table.annotator('anna'), []);
    expect([table.has(0, 0), table.code(table.first(0), 0), table.size]).toEqual([true, -1, 1]);
  });

  it('keeps everything while it grows, in whatever order judgments come', () => {
    const judgment = fc.record({
      unit: fc.nat(40),
      who: fc.nat(90),
      relevant: fc.boolean(),
      severity: fc.constantFrom('none', 'mild', 'severe'),
    });
    fc.assert(
      fc.property(fc.array(judgment, { maxLength: 400 }), fc.nat(3), (given, room) => {
        const table = new JudgmentTable(task, room + 1);
        const expected = new Map<string, object>();
        for (const { unit, who, relevant, severity } of given) {
          const isNew = table.put(unit, table.annotator(`a${who}`), codes(relevant, severity));
          expect(isNew).toBe(!expected.has(`${unit} a${who}`));
          expected.set(`${unit} a${who}`, { relevant, severity });
        }
        const found = new Map<string, object>();
        for (let unit = 0; unit < table.units; unit += 1) {
          expect(table.end(unit) - table.first(unit)).toBe(table.count(unit));
          for (let place = table.first(unit); place < table.end(unit); place += 1)
            found.set(`${unit} ${table.annotators[table.who(place)]}`, table.answers(place));
        }
        expect(new Map([...found].toSorted())).toEqual(new Map([...expected].toSorted()));
        expect(table.size).toBe(expected.size);
      }),
      { seed: 1 },
    );
  });

  it('has room for more annotators than two bytes can number', () => {
    const table = new JudgmentTable(task);
    for (let at = 0; at <= 0x1_0000; at += 1) table.annotator(`a${at}`);
    table.add(0, 0x1_0000, codes(true, 'mild'));
    expect(table.who(table.first(0))).toBe(0x1_0000);
  });
});
