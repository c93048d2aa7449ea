import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import { annotatorWeight } from '../../domain/judging/annotator.ts';
import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import { consensusAnswers } from '../../domain/fold/consensus.ts';
import type { Answers, Judgment } from '../../domain/judging/judgment.ts';
import { answerCodes, codeAnswer } from '../protocol/answer-codes.ts';
import { reasonText } from '../../domain/fold/open-reason.ts';
import { referenceConsensus } from '../../../test/reference-consensus.ts';
import { JudgmentTable } from '../judging/judgment-table.ts';
import { answerModel } from './answer-model.ts';
import { UnitDecider } from './unit-decider.ts';

const task = buildTask({
  questions: {
    relevant: {},
    severity: { when: 'relevant', scale: { nominal: ['none', 'mild', 'severe'] } },
    staff: { when: 'relevant', scale: { nominal: ['kind', 'rude'] } },
    apology: { when: 'staff = rude' },
    grade: { scale: { ordinal: [0, 1, 2], present: 1 }, required: false },
  },
  constraints: ['severity = severe => staff = rude'],
});
// gpt-5.1 once with weight 3, gpt-5-mini three times with 2, gpt-5-nano five times with 1: 14 in
// all, as in the document.
const panel: Panel = {
  'gpt-5.1': { kind: 'model', weight: 3, runs: 1 },
  'gpt-5-mini': { kind: 'model', weight: 2, runs: 3 },
  'gpt-5-nano': { kind: 'model', weight: 1, runs: 5 },
  words: { kind: 'rule', weight: 0 },
};
const annotators = [
  'gpt-5.1#1',
  'gpt-5-mini#1',
  'gpt-5-mini#2',
  'gpt-5-mini#3',
  'gpt-5-nano#1',
  'gpt-5-nano#2',
  'gpt-5-nano#3',
  'gpt-5-nano#4',
  'gpt-5-nano#5',
  'words',
];
const weighted: ConsensusPlan = { method: 'weighted', tie: 'ruling' };

function judgmentsOf(given: readonly (readonly [number, string, Answers])[]): readonly Judgment[] {
  return given.map(([unit, annotator, answers]) => ({
    unit: `u${unit}`,
    task: task.id,
    annotator,
    answers,
    asides: {},
    guideline: null,
    taskHash: null,
    round: null,
    at: null,
    seconds: null,
  }));
}

function tableOf(given: readonly (readonly [number, string, Answers])[]): JudgmentTable {
  const table = new JudgmentTable(task);
  for (const [unit, annotator, answers] of given)
    table.add(unit, table.annotator(annotator), answerCodes(task, answers));
  return table;
}

function deciderOf(table: JudgmentTable, plan: ConsensusPlan): UnitDecider {
  const weightOf = (annotator: number): number =>
    annotatorWeight(panel, table.annotators[annotator]!);
  const model = answerModel(table, weightOf, plan, 1);
  return new UnitDecider(table, { task, plan, weightOf, model });
}

function decided(
  table: JudgmentTable,
  plan: ConsensusPlan,
  unit: number,
): { readonly answers: Answers; readonly isOpen: boolean } {
  const vote = deciderOf(table, plan);
  const into = { codes: task.questions.map(() => -1), isOpen: false };
  vote.decide(unit, into);
  return {
    answers: Object.fromEntries(
      task.questions.flatMap((question, at) =>
        into.codes[at]! < 0 ? [] : [[question.id, codeAnswer(question, into.codes[at]!)!]],
      ),
    ),
    isOpen: into.isOpen,
  };
}

const answers = fc.oneof(
  fc.constant<Answers>({ relevant: false }),
  fc.constantFrom<Answers[]>(
    { relevant: false, grade: 0 },
    { relevant: false, grade: 1 },
    { relevant: false, grade: 2 },
  ),
  fc
    .record({
      severity: fc.constantFrom('none', 'mild', 'severe'),
      staff: fc.constantFrom('kind', 'rude'),
      apology: fc.boolean(),
    })
    .map(({ severity, staff, apology }): Answers => ({
      relevant: true,
      severity,
      staff,
      ...(staff === 'rude' ? { apology } : {}),
    })),
);
const judgments = fc.uniqueArray(fc.tuple(fc.nat(2), fc.constantFrom(...annotators), answers), {
  maxLength: 30,
  selector: ([unit, annotator]) => `${unit} ${annotator}`,
});

describe('deciding a unit', () => {
  it('gives the document’s example 12 of 14, 0.857', () => {
    const said = (severity: string): Answers => ({ relevant: true, severity, staff: 'kind' });
    const table = tableOf(
      annotators
        .slice(0, 9)
        .map((annotator) => [0, annotator, said(annotator === 'gpt-5-mini#1' ? 'mild' : 'none')]),
    );
    const explained = deciderOf(table, weighted).explain(0);
    const severity = explained.questions.find((one) => one.question === 'severity')!;
    expect(severity).toMatchObject({
      answer: 'none',
      votes: [
        { answer: 'none', weight: 12 },
        { answer: 'mild', weight: 2 },
      ],
      tied: [],
    });
    expect(Math.round(severity.confidence! * 1000) / 1000).toBe(0.857);
  });

  it('has no answer for a tie, and with a declared tie-break that of the heaviest annotator', () => {
    const tied = tableOf([
      [0, 'gpt-5-nano#1', { relevant: true, severity: 'none', staff: 'kind' }],
      [0, 'gpt-5-nano#2', { relevant: true, severity: 'none', staff: 'kind' }],
      [0, 'gpt-5-mini#1', { relevant: true, severity: 'mild', staff: 'kind' }],
    ]);
    expect(decided(tied, weighted, 0)).toEqual({
      answers: { relevant: true, staff: 'kind' },
      isOpen: true,
    });
    expect(decided(tied, { method: 'weighted', tie: 'heaviest' }, 0)).toEqual({
      answers: { relevant: true, severity: 'mild', staff: 'kind' },
      isOpen: false,
    });
  });

  it('says the same as the plain votes over all units, for every plan and any judgments', () => {
    const plan = fc.record({
      method: fc.constantFrom('weighted', 'majority'),
      tie: fc.constantFrom('ruling', 'heaviest'),
    }) as fc.Arbitrary<ConsensusPlan>;
    fc.assert(
      fc.property(judgments, plan, (given, chosen) => {
        const table = tableOf(given);
        const explainer = deciderOf(table, chosen);
        for (const expected of referenceConsensus(task, judgmentsOf(given), {
          panel,
          plan: chosen,
          seed: 1,
        })) {
          const unit = Number(expected.unit.slice(1));
          expect(decided(table, chosen, unit)).toEqual({
            answers: consensusAnswers(expected),
            isOpen: expected.open.length > 0,
          });
          const explained = explainer.explain(unit);
          expect(explained.questions).toEqual(expected.questions);
          expect(explained.open.map(reasonText)).toEqual(expected.open);
        }
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('does not depend on the order of judgments', () => {
    fc.assert(
      fc.property(
        judgments.chain((given) =>
          fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
        ),
        ([given, shuffled]) => {
          for (const unit of [0, 1, 2])
            expect(decided(tableOf(shuffled), weighted, unit)).toEqual(
              decided(tableOf(given), weighted, unit),
            );
        },
      ),
      { seed: 1 },
    );
  });
});
