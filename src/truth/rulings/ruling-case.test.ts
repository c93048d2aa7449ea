import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import type { QuestionConsensus } from '../../domain/fold/consensus.ts';
import type { Answer } from '../../domain/answer.ts';
import { compileTask } from '../judging/faults.ts';
import { caseQuestions, caseSuggestion, caseVoices } from './ruling-case.ts';
import type { CaseJudgment } from './ruling-case.ts';

const compiled = compileTask(
  buildTask({
    questions: { relevant: {}, sufficient: {}, misleading: {}, why: { scale: 'text' } },
    constraints: ['sufficient => relevant', 'sufficient => not misleading'],
  }),
);
const judgment = (annotator: string, given: Partial<CaseJudgment> = {}): CaseJudgment => ({
  annotator,
  answers: { relevant: true, sufficient: true, misleading: false, why: annotator },
  asides: { notes: `by ${annotator}` },
  guideline: '1.0',
  at: '2026-03-02T08:00:00Z',
  seconds: 60,
  revisions: 0,
  weight: 1,
  uncounted: null,
  ...given,
});
const panel = {
  people: { kind: 'human' as const },
  keywords: { kind: 'rule' as const, file: 'rules.yaml' },
};
const decided = (
  answers: Readonly<Record<string, Answer | null>>,
): ReadonlyMap<string, QuestionConsensus | null> =>
  new Map(
    Object.entries(answers).map(([question, answer]) => [
      question,
      { question, answer, confidence: 1, votes: [], tied: [], tieBroken: false },
    ]),
  );

describe('the voices of a case', () => {
  const people = ['anna', 'ben', 'cora', 'dan', 'eve'].map((name) => judgment(name));

  it('are numbered in an order of the case’s own, which is the same whenever it is shown', () => {
    const names = { shown: false, reader: 'sam' };
    const order = (seed: string): readonly unknown[] =>
      caseVoices(people, panel, { ...names, seed }).map((voice) => voice.asides.notes);
    expect(caseVoices(people, panel, { ...names, seed: 'u1' }).map((voice) => voice.who)).toEqual([
      'Annotator 1',
      'Annotator 2',
      'Annotator 3',
      'Annotator 4',
      'Annotator 5',
    ]);
    expect(order('u1')).toEqual(order('u1'));
    expect(
      caseVoices(people.toReversed(), panel, { ...names, seed: 'u1' }).map(
        (voice) => voice.asides.notes,
      ),
    ).toEqual(order('u1'));
    // Over many cases everybody comes first about as often: nobody is recognised by the number.
    const first = Array.from({ length: 300 }, (_, at) => String(order(`u${at}`)[0]));
    for (const { annotator } of people)
      expect(first.filter((one) => one === `by ${annotator}`).length).toBeGreaterThan(35);
  });

  it('have no name in them unless it was asked for', () => {
    const hidden = caseVoices(
      people.map((one) => ({ ...one, answers: {}, asides: {} })),
      panel,
      { shown: false, seed: 'u1', reader: 'sam' },
    );
    expect(JSON.stringify(hidden)).not.toMatch(/anna|ben|cora|dan|eve/);
    expect(
      caseVoices(people, panel, { shown: true, seed: 'u1', reader: 'ben' })
        .toSorted((a, b) => (a.who < b.who ? -1 : 1))
        .map((voice) => [voice.who, voice.own]),
    ).toEqual([
      ['anna', false],
      ['ben', true],
      ['cora', false],
      ['dan', false],
      ['eve', false],
    ]);
  });

  it('leave out keyword rules', () => {
    expect(
      caseVoices([judgment('anna'), judgment('keywords')], panel, {
        shown: true,
        seed: 'u1',
        reader: 'sam',
      }).map((voice) => voice.who),
    ).toEqual(['anna']);
  });
});

describe('the questions of a case', () => {
  it('show the answers side by side, and what the others leave possible', () => {
    const voices = caseVoices(
      [judgment('anna'), judgment('ben', { answers: { relevant: false } })],
      panel,
      { shown: true, seed: 'u1', reader: 'sam' },
    );
    const questions = caseQuestions(
      compiled,
      voices,
      decided({ relevant: false, sufficient: null, misleading: false }),
    );
    const by = new Map(voices.map((voice, at) => [voice.who, at]));
    expect(questions[1]!.answers[by.get('anna')!]).toBe(true);
    expect(questions[1]!.answers[by.get('ben')!]).toBeNull();
    // Not relevant, so it cannot be sufficient.
    expect(questions.map((one) => one.possible)).toEqual([
      [false, true],
      [false],
      [false, true],
      [],
    ]);
  });

  it('suggest the nearest consistent answers where they contradict each other', () => {
    expect(
      caseSuggestion(compiled, decided({ relevant: true, sufficient: true, misleading: true })),
    ).toEqual({
      answers: { relevant: true, sufficient: false, misleading: true },
      changes: [
        { question: 'sufficient', from: true, to: false, because: 'sufficient => not misleading' },
      ],
    });
    expect(
      caseSuggestion(compiled, decided({ relevant: true, sufficient: true, misleading: false })),
    ).toBeNull();
  });
});
