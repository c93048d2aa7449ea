import { describe, expect, it } from 'vitest';
import type { Question } from '../../../../domain/protocol/question.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { CaseReply } from '../../../../server/routes/rulings/rulings.ts';
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
    const labels: Task = { ...task, form: 'labels' };
    expect(isContested(labels, row('relevance', [false, false], false), { relevance: false })).toBe(
      false,
    );
    expect(isContested(labels, row('relevance', [false, true]), {})).toBe(true);
  });
});

const task: Task = {
  id: 'pairs',
  title: 'Pairs',
  unit: {
    id: ['id'],
    subject: null,
    show: ['text'],
    folded: [],
    context: [],
    place: [],
    rank: null,
    date: null,
    vocabulary: {},
    carried: [],
    hidden: [],
  },
  form: 'questions',
  questions: [{ ...binary('phase'), required: false }, binary('relevance')],
  constraints: [],
  asides: [],
  steps: [],
};

function binary(id: string): Question {
  return {
    id,
    title: id,
    ask: id,
    help: null,
    scale: { kind: 'binary' },
    when: null,
    required: true,
    measured: true,
  };
}

function row(
  question: string,
  answers: CaseReply['questions'][number]['answers'],
  agreed: boolean | null = null,
): CaseReply['questions'][number] {
  return {
    question,
    answers,
    consensus: agreed === null ? null : { answer: agreed, confidence: 1, tied: [] },
    possible: null,
  } as unknown as CaseReply['questions'][number];
}
