import { describe, expect, it } from 'vitest';
import type { CaseReply } from '../../../../server/routes/rulings/rulings.ts';
import { buildTask } from '../../../../../test/build-task.ts';
import { isContested, isTicked } from './case-answers.ts';
import { areWeighted, tallyOf } from './tallies.ts';

describe('what is contested in a case', () => {
  it('is what the votes that count differ on', () => {
    expect(isContested(task, row('relevance', [true, false]), data(1, 1))).toBe(true);
    expect(isContested(task, row('relevance', [true, true], true), data(1, 1))).toBe(false);
    // The one that differs does not count.
    expect(isContested(task, row('relevance', [true, false], true), data(1, 0))).toBe(false);
    // Where none counts, all are looked at.
    expect(isContested(task, row('relevance', [true, false], true), data(0, 0))).toBe(true);
  });

  it('is a required question without an answer, not an optional one', () => {
    expect(isContested(task, tied('relevance', [null, null]), data(1, 1))).toBe(true);
    expect(isContested(task, tied('phase', [null, null]), data(1, 1))).toBe(false);
  });

  it('is what a ruling or a constraint would change', () => {
    const agreed = row('relevance', [true, true], true);
    const ruled = { decision: { kind: 'answers', answers: { relevance: false } } };
    const rulings = [ruled] as unknown as CaseReply['rulings'];
    expect(isContested(task, agreed, { ...data(1, 1), rulings })).toBe(true);
    const changes = [{ question: 'relevance', from: true, to: false, because: 'a => b' }];
    const suggestion = { answers: {}, changes };
    expect(isContested(task, agreed, { ...data(1, 1), suggestion })).toBe(true);
  });
});

describe('a label', () => {
  it('is ticked where somebody says that it applies', () => {
    const labels = buildTask({ form: 'labels', questions: { relevance: {} } });
    expect(isTicked(labels, row('relevance', [false, true]))).toBe(true);
    expect(isTicked(labels, row('relevance', [false, null, 0]))).toBe(false);
    // Where questions are asked one by one, every answer says something.
    expect(isTicked(task, row('relevance', [true]))).toBe(false);
  });
});

describe('a tally', () => {
  it('counts and weighs the votes for each option, and sets aside what does not count', () => {
    const relevance = task.questions.find(({ id }) => id === 'relevance');
    const votes = row('relevance', [true, false, true, true]);
    const given = data(2, 1, 0, 3);
    const [yes, no] = tallyOf(relevance!, votes, given, 'en');
    expect(yes).toMatchObject({ value: true, votes: [0, 3], weight: 5, uncounted: [2] });
    expect(no).toMatchObject({ value: false, votes: [1], weight: 1, uncounted: [] });
    expect(areWeighted(given)).toBe(true);
    expect(areWeighted(data(1, 1))).toBe(false);
  });
});

const task = buildTask({ questions: { phase: { required: false }, relevance: {} } });

/** Voices by weight; weight 0 does not count. */
function data(...weights: readonly number[]) {
  const voices = weights.map((weight) => ({ weight, counts: weight > 0 }));
  return {
    voices: voices as unknown as CaseReply['voices'],
    any_counts: weights.some((weight) => weight > 0),
    rulings: [],
    suggestion: null,
  };
}

type Row = CaseReply['questions'][number];

function row(question: string, answers: Row['answers'], agreed: boolean | null = null): Row {
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

function tied(question: string, answers: Row['answers']): Row {
  const consensus = {
    question,
    answer: null,
    confidence: null,
    votes: [],
    tied: [],
    tie_broken: false,
  };
  return { question, answers, consensus, possible: [] };
}
