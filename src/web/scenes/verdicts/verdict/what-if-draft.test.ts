import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../../../test/build-task.ts';
import type { TraceUnit } from '../../../../server/routes/verdicts/verdicts.ts';
import { rulingLogic } from '../../rulings/case/ruling-draft.ts';
import { shortAnswer } from './short-answer.ts';
import { changedQuestions, decisionOf, firstDraft, votedOf } from './what-if-draft.ts';
import type { WhatIfDraft } from './what-if-draft.ts';

const severities = [
  { none: 'No reaction' },
  { very_severe: 'Life-threatening, or treated as an emergency' },
];
const task = buildTask({
  questions: { relevant: {}, severity: { when: 'relevant', scale: { nominal: severities } } },
});
const logic = rulingLogic(task);
const decided = (
  name: string,
  answer: boolean | string | null,
): {
  question: string;
  answer: boolean | string | null;
  confidence: number | null;
  votes: [];
  tied: [];
  tie_broken: boolean;
} => ({ question: name, answer, confidence: 1, votes: [], tied: [], tie_broken: false });
const unit = (more: Partial<TraceUnit> = {}): TraceUnit => ({
  id: 'u1',
  state: 'known',
  date: null,
  answers: { relevant: true, severity: 'very_severe' },
  ruling: null,
  is_partial: false,
  grounds: {
    line: null,
    votes: [],
    consensus: {
      unit: 'u1',
      task: 'task',
      questions: [decided('relevant', true), decided('severity', 'very_severe')],
      open: [],
    },
    stored: null,
    quotes: [],
  },
  text: null,
  ...more,
});
const tried = (
  one: TraceUnit,
  name: string,
  answer: boolean | string,
): { readonly first: WhatIfDraft; readonly draft: WhatIfDraft } => {
  const first = firstDraft(task, logic, one);
  const made = logic.decide(first.answers, name, answer);
  return {
    first,
    draft: {
      answers: made.answers,
      followed: made.followed,
      touched: new Set([name]),
      isExcluded: false,
    },
  };
};

describe('what is tried on a unit', () => {
  it('begins with the truth, and says nothing until an answer is another', () => {
    const first = firstDraft(task, logic, unit());
    expect(first.answers).toEqual({ relevant: true, severity: 'very_severe' });
    expect(decisionOf(first, first, logic, unit())).toBeNull();
  });

  it('begins with what the votes agree on where there is no truth', () => {
    const open = unit({
      state: 'open',
      answers: {},
      grounds: {
        ...unit().grounds,
        consensus: {
          unit: 'u1',
          task: 'task',
          questions: [decided('relevant', null), decided('severity', 'none')],
          open: [{ code: 'question-unanswered', values: {} }],
        },
      },
    });
    expect(firstDraft(task, logic, open).answers).not.toHaveProperty('relevant');
    const { first, draft } = tried(open, 'relevant', true);
    expect(decisionOf(draft, first, logic, open)).toEqual({ answers: { relevant: true } });
  });

  it('states what was decided, and keeps what an earlier ruling corrected', () => {
    const { first, draft } = tried(unit(), 'severity', 'none');
    expect(changedQuestions(draft, first)).toEqual(['severity']);
    expect(decisionOf(draft, first, logic, unit())).toEqual({ answers: { severity: 'none' } });
    const ruled = unit({
      answers: { relevant: true, severity: 'none' },
      ruling: { by: 'lea', reason: 'No reaction.' },
      grounds: {
        ...unit().grounds,
        consensus: {
          unit: 'u1',
          task: 'task',
          questions: [decided('relevant', false), decided('severity', 'very_severe')],
          open: [],
        },
      },
    });
    const again = tried(ruled, 'severity', 'very_severe');
    expect(decisionOf(again.draft, again.first, logic, ruled)).toEqual({
      answers: { relevant: true, severity: 'very_severe' },
    });
  });

  it('leaves out what is no longer asked', () => {
    const ruled = unit({ answers: { relevant: true, severity: 'none' } });
    const { first, draft } = tried(ruled, 'relevant', false);
    expect(decisionOf(draft, first, logic, ruled)).toEqual({ answers: { relevant: false } });
  });

  it('says nothing new when an answer is taken back', () => {
    const { first, draft } = tried(unit(), 'severity', 'none');
    const back = {
      ...draft,
      answers: logic.decide(draft.answers, 'severity', 'very_severe').answers,
    };
    expect(decisionOf(back, first, logic, unit())).toBeNull();
  });

  it('leaves the unit out, or takes it back in', () => {
    const first = firstDraft(task, logic, unit());
    expect(decisionOf({ ...first, isExcluded: true }, first, logic, unit())).toEqual({
      exclude: true,
    });
    const excluded = unit({ state: 'excluded', answers: {} });
    const out = firstDraft(task, logic, excluded);
    expect(out.isExcluded).toBe(true);
    expect(decisionOf(out, out, logic, excluded)).toBeNull();
    expect(decisionOf({ ...out, isExcluded: false }, out, logic, excluded)).toEqual({
      answers: { relevant: true, severity: 'very_severe' },
    });
  });
});

describe('what the votes come to', () => {
  it('is the consensus, else what was imported', () => {
    expect(votedOf(unit())).toEqual([
      { question: 'relevant', answer: true },
      { question: 'severity', answer: 'very_severe' },
    ]);
    expect(
      votedOf(
        unit({
          grounds: {
            line: null,
            votes: [],
            consensus: null,
            stored: { relevant: false },
            quotes: [],
          },
        }),
      ),
    ).toEqual([{ question: 'relevant', answer: false }]);
  });
});

describe('an answer in few words', () => {
  it('is its title, or its value where a title is a sentence', () => {
    expect(shortAnswer(task, 'relevant', true, 'de')).toBe('ja');
    expect(shortAnswer(task, 'severity', 'very_severe', 'en')).toBe('very severe');
    expect(shortAnswer(task, 'severity', null, 'en')).toBe('–');
    expect(shortAnswer(task, 'unknown', 3, 'en')).toBe('3');
  });
});
