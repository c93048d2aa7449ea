import { describe, expect, it } from 'vitest';
import type { CaseReply } from '../../../../server/routes/rulings/rulings.ts';
import { buildTask } from '../../../../../test/build-task.ts';
import { isContested } from './case-answers.ts';

describe('the rows of a case', () => {
  it('leave out an optional question that nobody answered, until the ruling answers it', () => {
    const phase = row('phase', [null, null]);
    expect(isContested(task, phase, {})).toBe(false);
    expect(isContested(task, phase, { phase: true })).toBe(true);
    expect(isContested(task, row('phase', [true, null]), {})).toBe(true);
  });

  it('keep a question that must be answered, answered or not', () => {
    expect(isContested(task, row('relevance', [null, null]), {})).toBe(true);
    expect(isContested(task, row('relevance', [false, false], false), {})).toBe(true);
  });

  it('leave out a label that everybody denies', () => {
    const labels = { ...task, form: 'labels' as const };
    expect(isContested(labels, row('relevance', [false, false], false), { relevance: false })).toBe(
      false,
    );
    expect(isContested(labels, row('relevance', [false, true]), {})).toBe(true);
  });
});

const task = buildTask({ questions: { phase: { required: false }, relevance: {} } });

function row(
  question: string,
  answers: CaseReply['questions'][number]['answers'],
  agreed: boolean | null = null,
): CaseReply['questions'][number] {
  return {
    question,
    answers,
    consensus:
      agreed === null
        ? null
        : { question, answer: agreed, confidence: 1, votes: [], tied: [], tie_broken: false },
    possible: [],
  };
}
