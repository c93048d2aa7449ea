import { inEnglish } from '../../domain/english.ts';
import { describe, expect, it } from 'vitest';
import { buildTask, expressionOf } from '../../../test/build-task.ts';
import { compileCondition } from './condition.ts';

const task = buildTask({
  questions: {
    a: {},
    b: {},
    grade: { scale: { ordinal: [0, 1, 2], present: 2 } },
    size: { scale: { ordinal: ['small', 'large'] } },
    kind: { scale: { nominal: ['x', 'y', 'very odd'] } },
    why: { scale: 'text' },
  },
});

describe('compileCondition', () => {
  it.each([
    // Kleene's tables for not, and, or and =>: yes 1, no 0, not answered -1.
    [
      'not a',
      [
        [1, false],
        [0, true],
        [-1, null],
      ],
    ],
    [
      'a and b',
      [
        [1, 1, true],
        [1, 0, false],
        [1, -1, null],
        [0, 1, false],
        [0, 0, false],
        [0, -1, false],
        [-1, 1, null],
        [-1, 0, false],
        [-1, -1, null],
      ],
    ],
    [
      'a or b',
      [
        [1, 1, true],
        [1, 0, true],
        [1, -1, true],
        [0, 1, true],
        [0, 0, false],
        [0, -1, null],
        [-1, 1, true],
        [-1, 0, null],
        [-1, -1, null],
      ],
    ],
    [
      'a => b',
      [
        [1, 1, true],
        [1, 0, false],
        [1, -1, null],
        [0, 1, true],
        [0, 0, true],
        [0, -1, true],
        [-1, 1, true],
        [-1, 0, null],
        [-1, -1, null],
      ],
    ],
  ] as const)('%s leaves open only what a missing answer decides', (source, rows) => {
    for (const row of rows) {
      const [a, b] = row.length === 3 ? [row[0], row[1]] : [row[0], -1];
      expect(ask(source, [a, b, -1, -1, -1, -1]), `${source} for ${row.join(', ')}`).toBe(
        row.at(-1),
      );
    }
  });

  it.each([
    ['grade', [false, false, true]],
    ['grade >= 1', [false, true, true]],
    ['grade > 1', [false, false, true]],
    ['grade <= 1', [true, true, false]],
    ['grade < 1', [true, false, false]],
    ['grade = 1', [false, true, false]],
    ['grade != 1', [true, false, true]],
    ['grade in [0, 2]', [true, false, true]],
  ])('%s compares positions on the scale', (source, expected) => {
    expect([0, 1, 2].map((code) => ask(source, [-1, -1, code, -1, -1, -1]))).toEqual(expected);
  });

  it('an ordinal question without a threshold applies above its lowest value', () => {
    expect([0, 1].map((code) => ask('size', [-1, -1, -1, code, -1, -1]))).toEqual([false, true]);
  });

  it('knows the names of binary answers and of given texts', () => {
    expect(
      ['a = yes', 'a = true', 'a = 1', 'a != no', 'why = given', 'why'].map((source) =>
        ask(source, [1, -1, -1, -1, -1, 1]),
      ),
    ).toEqual(Array.from({ length: 6 }, () => true));
    expect(
      ['a = no', 'a = false', 'a = 0', 'why = empty'].map((source) =>
        ask(source, [0, -1, -1, -1, -1, 0]),
      ),
    ).toEqual(Array.from({ length: 4 }, () => true));
  });

  it('finds values with spaces in quotes', () => {
    expect(ask('kind = "very odd"', [-1, -1, -1, -1, 2, -1])).toBe(true);
  });

  it.each([
    ['c => a', ['c is not a question of the task, expected a, b, grade, size, kind or why']],
    ['kind = z', ['kind has no value z, expected x, y or very odd']],
    ['a = perhaps', ['a has no value perhaps, expected no or yes']],
    [
      'kind in [x, z, w]',
      [
        'kind has no value z, expected x, y or very odd',
        'kind has no value w, expected x, y or very odd',
      ],
    ],
    ['kind > x', ['kind is not ordinal, so > has no meaning on it']],
    ['a >= yes', ['a is not ordinal, so >= has no meaning on it']],
    ['kind', ['kind is nominal, so it must be compared with a value, such as kind = x']],
    [
      'c or d => grade = 3',
      [
        'c is not a question of the task, expected a, b, grade, size, kind or why',
        'd is not a question of the task, expected a, b, grade, size, kind or why',
        'grade has no value 3, expected 0, 1 or 2',
      ],
    ],
  ])('says all that keeps %j from fitting the task', (source, reasons) => {
    const compiled = compileCondition(task, expressionOf(source));
    expect(compiled.ok || compiled.reasons.map(inEnglish)).toEqual(reasons);
  });
});

function ask(source: string, codes: readonly number[]): boolean | null {
  const compiled = compileCondition(task, expressionOf(source));
  if (!compiled.ok) throw new Error(compiled.reasons.map(inEnglish).join('; '));
  return compiled.holds(codes);
}
