import { describe, expect, it } from 'vitest';
import { codedText } from '../../domain/text-values.ts';
import { inEnglish } from '../../domain/english.ts';
import { judgmentBy } from '../../../test/build-judgment.ts';
import { buildTask } from '../../../test/build-task.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import type { Consensus } from '../../domain/fold/consensus.ts';
import { consensusAnswers } from '../../domain/fold/consensus.ts';
import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { people, decide } from '../../../test/consensus-votes.ts';

/** The one question on the one unit. */
function decideOne(
  task: Task,
  answers: readonly Answers[],
  plan: Partial<ConsensusPlan> = {},
  panel: Panel = people,
): Consensus['questions'][number] {
  return decide(
    task,
    answers.map((given, at) => judgmentBy(`annotator ${at + 1}`, given)),
    plan,
    panel,
  )[0]!.questions[0]!;
}

const severity = buildTask({
  questions: { severity: { scale: { nominal: ['none', 'mild', 'severe'] } } },
});

const graded = buildTask({ questions: { IRB: { scale: { ordinal: [0, 1, 2], present: 1 } } } });

describe('consensus', () => {
  it('is what most say, with their share and everybody’s votes', () => {
    expect(
      decideOne(severity, [{ severity: 'mild' }, { severity: 'severe' }, { severity: 'mild' }]),
    ).toEqual({
      question: 'severity',
      answer: 'mild',
      confidence: 2 / 3,
      votes: [
        { answer: 'mild', weight: 2 },
        { answer: 'severe', weight: 1 },
      ],
      tied: [],
      tieBroken: false,
    });
  });

  it('has no answer in a tie, which leaves the unit open', () => {
    const [unit] = decide(severity, [
      judgmentBy('a', { severity: 'mild' }),
      judgmentBy('b', { severity: 'none' }),
    ]);
    expect(unit).toMatchObject({
      unit: 'u1',
      questions: [{ answer: null, confidence: 0.5, tied: ['none', 'mild'] }],
      open: [codedText('question-tied', { question: 'severity', answers: ['none', 'mild'] })],
    });
  });

  it('weighs judgments where the protocol does, and never counts those of weight 0', () => {
    const panel: Panel = {
      large: { kind: 'model', weight: 3 },
      small: { kind: 'model', weight: 1, runs: 2 },
      keywords: { kind: 'rule' },
    };
    const judgments = [
      judgmentBy('large#1', { severity: 'severe' }),
      judgmentBy('small#1', { severity: 'mild' }),
      judgmentBy('small#2', { severity: 'mild' }),
      judgmentBy('keywords', { severity: 'mild' }),
    ];
    expect(
      decide(severity, judgments, { method: 'weighted' }, panel)[0]!.questions[0],
    ).toMatchObject({
      answer: 'severe',
      confidence: 3 / 5,
      votes: [
        { answer: 'mild', weight: 2 },
        { answer: 'severe', weight: 3 },
      ],
    });
    expect(decide(severity, judgments, {}, panel)[0]!.questions[0]).toMatchObject({
      answer: 'mild',
      confidence: 2 / 3,
    });
    const heard = decide(severity, [judgmentBy('keywords', { severity: 'mild' })], {}, panel);
    expect(heard[0]).toMatchObject({
      questions: [{ answer: null, confidence: null, votes: [], tied: [] }],
      open: [codedText('question-unanswered', { question: 'severity' })],
    });
  });

  it('leaves out a question that rests on one that does not apply itself, whatever was answered to it', () => {
    const chain = buildTask({
      questions: {
        relevant: {},
        staff: { when: 'relevant', scale: { nominal: ['kind', 'rude'] } },
        apology: { when: 'staff = rude' },
      },
    });
    // Two of three find the unit irrelevant; the third alone says what staff did, and did not do.
    const [unit] = decide(chain, [
      judgmentBy('a', { relevant: false }),
      judgmentBy('b', { relevant: false }),
      judgmentBy('c', { relevant: true, staff: 'rude', apology: false }),
    ]);
    expect([unit!.open, consensusAnswers(unit!)]).toEqual([[], { relevant: false }]);
    const [silent] = decide(chain, [
      judgmentBy('a', { relevant: false }),
      judgmentBy('b', { relevant: false }),
    ]);
    expect([silent!.open, consensusAnswers(silent!)]).toEqual([[], { relevant: false }]);
    const [tied] = decide(chain, [
      judgmentBy('a', { relevant: true, staff: 'kind' }),
      judgmentBy('b', { relevant: true, staff: 'rude', apology: true }),
    ]);
    expect(tied!.open.map(inEnglish)).toEqual(['staff is tied between kind and rude']);
  });

  it('lets the heaviest break a tie where the protocol says so, and marks it', () => {
    const panel: Panel = {
      large: { kind: 'model', weight: 3 },
      small: { kind: 'model', weight: 1, runs: 3 },
    };
    const judgments = [
      judgmentBy('small#1', { severity: 'none' }),
      judgmentBy('small#2', { severity: 'none' }),
      judgmentBy('small#3', { severity: 'none' }),
      judgmentBy('large#1', { severity: 'severe' }),
    ];
    const plan = { method: 'weighted', tie: 'heaviest' } as const;
    expect(decide(severity, judgments, plan, panel)[0]).toMatchObject({
      questions: [{ answer: 'severe', confidence: 0.5, tied: [], tieBroken: true }],
      open: [],
    });
    // Of the same weight, the lowest on the scale.
    expect(
      decide(
        severity,
        judgments
          .slice(0, 2)
          .map((one, at) => ({ ...one, answers: { severity: at === 0 ? 'severe' : 'mild' } })),
        plan,
        panel,
      )[0]!.questions[0],
    ).toMatchObject({ answer: 'mild', tieBroken: true });
  });

  it('decides a graded label in two steps: whether it applies, then its grade', () => {
    expect(decideOne(graded, [{ IRB: 0 }, { IRB: 2 }, { IRB: 2 }])).toMatchObject({
      answer: 2,
      confidence: 2 / 3,
    });
    expect(decideOne(graded, [{ IRB: 0 }, { IRB: 1 }, { IRB: 2 }])).toMatchObject({
      answer: null,
      tied: [1, 2],
    });
    expect(
      decideOne(graded, [{ IRB: 0 }, { IRB: 0 }, { IRB: 1 }, { IRB: 1 }, { IRB: 2 }]),
    ).toMatchObject({ answer: 1, confidence: 2 / 5 });
    // Two say that it applies and two that it does not: no answer, though 0 has more votes than
    // either grade.
    expect(decideOne(graded, [{ IRB: 0 }, { IRB: 0 }, { IRB: 1 }, { IRB: 2 }])).toMatchObject({
      answer: null,
      confidence: 0.5,
      tied: [0, 1, 2],
    });
    expect(decideOne(graded, [{ IRB: 0 }, { IRB: 0 }, { IRB: 1 }, { IRB: 1 }])).toMatchObject({
      answer: null,
      tied: [0, 1],
    });
    const heavy: Panel = {
      senior: { kind: 'human', weight: 2, names: ['annotator 1'] },
      others: { kind: 'human', weight: 1 },
    };
    expect(
      decideOne(
        graded,
        [{ IRB: 0 }, { IRB: 1 }, { IRB: 2 }],
        { method: 'weighted', tie: 'heaviest' },
        heavy,
      ),
    ).toMatchObject({ answer: 0, tieBroken: true });
  });

  it('asks a question only of those who were asked it, and leaves it out where it does not apply', () => {
    const task = buildTask({
      questions: {
        relevant: {},
        severity: { scale: { nominal: ['mild', 'severe'] }, when: 'relevant' },
      },
    });
    const yes = decide(task, [
      judgmentBy('a', { relevant: true, severity: 'mild' }),
      judgmentBy('b', { relevant: true, severity: 'mild' }),
      judgmentBy('c', { relevant: false }),
    ]);
    expect([consensusAnswers(yes[0]!), yes[0]!.open]).toEqual([
      { relevant: true, severity: 'mild' },
      [],
    ]);
    expect(yes[0]!.questions[1]!.votes).toEqual([{ answer: 'mild', weight: 2 }]);
    const no = decide(task, [
      judgmentBy('a', { relevant: true, severity: 'mild' }),
      judgmentBy('b', { relevant: false }),
      judgmentBy('c', { relevant: false }),
    ]);
    expect([consensusAnswers(no[0]!), no[0]!.open]).toEqual([{ relevant: false }, []]);
  });

  it('leaves a unit open when the majorities together break a constraint, which nobody did alone', () => {
    const task = buildTask({
      questions: { relevant: {}, sufficient: {}, misleading: {} },
      constraints: ['sufficient => relevant', 'sufficient => not misleading'],
    });
    const judgments = [
      judgmentBy('a', { relevant: true, sufficient: true, misleading: false }),
      judgmentBy('b', { relevant: true, sufficient: true, misleading: false }),
      judgmentBy('c', { relevant: true, sufficient: false, misleading: true }),
    ];
    const [fine] = decide(task, judgments);
    expect([consensusAnswers(fine!), fine!.open]).toEqual([
      { relevant: true, sufficient: true, misleading: false },
      [],
    ]);
    const one = buildTask({ questions: { a: {}, b: {}, c: {} }, constraints: ['a => b or c'] });
    // Each says a with one of b and c; most say neither.
    const [broken] = decide(one, [
      judgmentBy('x', { a: true, b: true, c: false }),
      judgmentBy('y', { a: true, b: false, c: true }),
      judgmentBy('z', { a: false, b: false, c: false }),
    ]);
    expect(broken!.open.map(inEnglish)).toEqual([
      'a => b or c is broken: a=True but b=False and c=False',
    ]);
  });

  it('does not hold a constraint against answers to a question that does not apply', () => {
    const asked = buildTask({
      questions: {
        relevant: {},
        severity: { scale: { nominal: ['mild', 'severe'] }, when: 'relevant' },
        urgent: {},
      },
      constraints: ['severity = severe => urgent'],
    });
    const [one] = decide(asked, [
      judgmentBy('a', { relevant: true, severity: 'severe', urgent: true }),
      judgmentBy('b', { relevant: false, urgent: false }),
      judgmentBy('c', { relevant: false, urgent: false }),
    ]);
    expect([consensusAnswers(one!), one!.open]).toEqual([{ relevant: false, urgent: false }, []]);
  });

  it('leaves out an optional question that nobody answered, and asks for a required one', () => {
    const task = buildTask({
      questions: {
        topic: {},
        extra: { required: false },
        note: { scale: 'text', required: false },
      },
    });
    expect(decide(task, [judgmentBy('a', { topic: true })])[0]).toMatchObject({
      questions: [{ question: 'topic' }],
      open: [],
    });
    expect(decide(task, [judgmentBy('a', { extra: true })])[0]!.open).toEqual([
      codedText('question-unanswered', { question: 'topic' }),
    ]);
  });

  it('takes the models’ word where the protocol does', () => {
    const units = Array.from({ length: 20 }, (_, at) => `u${at}`);
    const judgments = units.flatMap((unit, at) =>
      ['a', 'b', 'c'].map((annotator) =>
        judgmentBy(
          annotator,
          { severity: annotator === 'c' ? 'severe' : at % 2 === 0 ? 'none' : 'mild' },
          { unit },
        ),
      ),
    );
    for (const method of ['dawid-skene', 'mace'] as const) {
      const found = decide(severity, judgments, { method });
      expect(found.map((one) => one.questions[0]!.answer)).toEqual(
        units.map((_, at) => (at % 2 === 0 ? 'none' : 'mild')),
      );
      expect(found[0]!.questions[0]!.confidence).toBeGreaterThan(0.9);
      expect(found[0]!.questions[0]!.votes).toEqual([
        { answer: 'none', weight: 2 },
        { answer: 'severe', weight: 1 },
      ]);
    }
  });

  it('hears only judgments on its task', () => {
    expect(decide(severity, [judgmentBy('a', { severity: 'mild' }, { task: 'other' })])).toEqual(
      [],
    );
  });
});
