import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { agreementWithOthers } from './agreement-with-others.ts';
import { RunTally } from '../fold/run-tally.ts';

const task = buildTask({ questions: { A: { scale: { ordinal: [0, 1, 2], present: 1 } }, B: {} } });

function tallyOf(
  rows: readonly (readonly [unit: string, annotator: string, A: number, B: boolean])[],
): RunTally {
  const tally = new RunTally(task, {
    units: ['u1', 'u2', 'u3'],
    versions: { taskHash: '', guideline: '' },
    counts: 'last',
  });
  for (const [unit, annotator, A, B] of rows)
    tally.add({
      seq: 0,
      run: null,
      unit,
      annotator,
      answers: JSON.stringify({ A, B }),
      guideline: '',
      taskHash: '',
    });
  return tally;
}

describe('an annotator against the others', () => {
  it('is compared with their majority on the units that they judged', () => {
    const tally = tallyOf([
      ['u1', 'anna', 2, true],
      ['u1', 'ben', 1, true],
      ['u1', 'cora', 1, true],
      ['u2', 'anna', 0, true],
      ['u2', 'ben', 1, false],
      ['u2', 'cora', 2, true],
      ['u3', 'ben', 1, true],
      ['u3', 'cora', 1, true],
    ]);
    const { questions, overall } = agreementWithOthers(tally, 'anna');
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
    const tally = tallyOf([['u1', 'anna', 1, true]]);
    expect(agreementWithOthers(tally, 'ben').overall.value).toBeNull();
    expect(agreementWithOthers(tally, 'anna').overall.value).toBeNull();
    expect(
      agreementWithOthers(tallyOf([]), 'anna').questions.every(
        (one) => one.agreement.value === null,
      ),
    ).toBe(true);
  });
});
