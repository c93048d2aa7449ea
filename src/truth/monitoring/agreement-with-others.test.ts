import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { agreementWithOthers } from './agreement-with-others.ts';
import { judgmentBy } from '../../../test/build-judgment.ts';
import { entryOf, makeFold } from '../../../test/random-judgments.ts';
import type { TaskFold } from '../fold/task-fold.ts';

const task = buildTask({ questions: { A: { scale: { ordinal: [0, 1, 2], present: 1 } }, B: {} } });

function foldOf(
  rows: readonly (readonly [unit: string, annotator: string, A: number, B: boolean])[],
): TaskFold {
  const fold = makeFold(task);
  for (const [unit, annotator, A, B] of rows)
    fold.add(entryOf(judgmentBy(annotator, { A, B }, { unit })));
  return fold;
}

describe('an annotator against the others', () => {
  it('is compared with their majority on the units that they judged', () => {
    const fold = foldOf([
      ['u1', 'anna', 2, true],
      ['u1', 'ben', 1, true],
      ['u1', 'cora', 1, true],
      ['u2', 'anna', 0, true],
      ['u2', 'ben', 1, false],
      ['u2', 'cora', 2, true],
      ['u3', 'ben', 1, true],
      ['u3', 'cora', 1, true],
    ]);
    const { questions, overall } = agreementWithOthers(fold, 'anna');
    // A: alike on u1 (the grade does not matter), not on u2. B: alike on u1; on u2 the others are
    // tied.
    expect(
      questions.map(({ question, agreement }) => [
        question,
        agreement.value,
        agreement.n,
        agreement.skipped,
      ]),
    ).toEqual([
      ['A', 0.5, 2, 0],
      ['B', 1, 1, 1],
    ]);
    expect(overall.value).toBe(0.75);
  });

  it('has no value for who judged nothing, or alone', () => {
    const fold = foldOf([['u1', 'anna', 1, true]]);
    expect(agreementWithOthers(fold, 'ben').overall.value).toBeNull();
    expect(agreementWithOthers(fold, 'anna').overall.value).toBeNull();
    expect(
      agreementWithOthers(foldOf([]), 'anna').questions.every(
        (one) => one.agreement.value === null,
      ),
    ).toBe(true);
  });
});
