import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { entryOf, makeTally, randomJudgments } from '../../../test/random-judgments.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { consensus } from './consensus.ts';
import { printReason } from './open-reason.ts';
import { resolve } from './resolve.ts';
import { unitAgreement } from './unit-decision.ts';

const task = buildTask({
  questions: {
    relevant: {},
    sufficient: {},
    misleading: {},
    severity: { scale: { nominal: ['mild', 'moderate', 'severe'] }, when: 'relevant' },
    grade: { scale: { ordinal: [0, 1, 2], present: 1 }, required: false },
  },
  constraints: ['sufficient => relevant', 'sufficient => not misleading'],
});
const annotators = ['anna', 'ben', 'cora', 'dan'];
const weighted: Panel = {
  seniors: { kind: 'human', weight: 3, names: ['anna'] },
  people: { kind: 'human', weight: 1, names: ['ben', 'cora'] },
  heard: { kind: 'human', weight: 0, names: ['dan'] },
};

describe('deciding unit by unit', () => {
  it('gives what deciding all units together gives, for every way to vote', () => {
    const plans: readonly ConsensusPlan[] = [
      { method: 'majority', tie: 'ruling' },
      { method: 'majority', tie: 'heaviest' },
      { method: 'weighted', tie: 'ruling' },
      { method: 'weighted', tie: 'heaviest' },
    ];
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom(...plans),
        fc.constantFrom<Panel>({ people: { kind: 'human' } }, weighted),
        (seed, plan, panel) => {
          const judgments = randomJudgments(task, {
            seed,
            units: 6,
            annotators,
            judges: 0.8,
            answers: 0.9,
          });
          const together = consensus(task, judgments, { panel, plan, seed: 1 });
          const tally = makeTally(task, { panel, consensus: plan });
          for (const judgment of judgments) tally.add(entryOf(judgment));
          tally.settle();
          for (const one of together) {
            const row = tally.answers.find(one.unit);
            expect(tally.truths.reasons(row).map(printReason)).toEqual(one.open);
            expect(tally.truths.inDetail(row).filter((detail) => detail !== null)).toEqual(
              one.questions,
            );
          }
        },
      ),
      { seed: 1, numRuns: 60 },
    );
  });

  it('resolves with rulings as resolving all units together does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const plan = { method: 'majority', tie: 'ruling' } as const;
        const panel: Panel = { people: { kind: 'human' } };
        const judgments = randomJudgments(task, {
          seed,
          units: 8,
          annotators,
          judges: 0.7,
          answers: 0.9,
        });
        const ruling = (unit: string, decision: Ruling['decision']): Ruling => ({
          unit,
          task: task.id,
          by: 'sam',
          reason: 'because',
          at: '2026-03-03T00:00:00Z',
          decision,
        });
        const rulings = [
          ruling('u1', {
            kind: 'answers',
            answers: { relevant: true, severity: 'mild', sufficient: false, misleading: false },
          }),
          ruling('u2', { kind: 'exclude' }),
          ruling('u3', { kind: 'answers', answers: { relevant: false } }),
          ruling('u4', { kind: 'exclude' }),
          ruling('u4', { kind: 'answers', answers: { sufficient: true } }),
        ];
        const truths = new Map(
          resolve(task, consensus(task, judgments, { panel, plan, seed: 1 }), rulings).map(
            (truth) => [truth.unit, truth],
          ),
        );
        const tally = makeTally(task, { panel, consensus: plan });
        for (const one of rulings) tally.rule(one);
        for (const judgment of judgments) tally.add(entryOf(judgment));
        tally.settle();
        for (const [unit, truth] of truths) {
          expect(tally.truths.truth(tally.answers.find(unit))).toEqual(truth);
          expect(tally.truths.state(tally.answers.find(unit))).toBe(truth.from);
        }
      }),
      { seed: 2, numRuns: 40 },
    );
  });

  it('follows revisions: a later judgment of the same annotator takes the place of the earlier', () => {
    const tally = makeTally(task);
    const answers = (relevant: boolean): string =>
      JSON.stringify({
        relevant,
        sufficient: false,
        misleading: false,
        ...(relevant ? { severity: 'mild' } : {}),
      });
    const [first] = randomJudgments(task, { seed: 1, units: 1, annotators: ['anna'] });
    tally.add(entryOf(first!, { annotator: 'anna', answers: answers(true) }));
    tally.add(entryOf(first!, { annotator: 'ben', answers: answers(false) }));
    tally.settle();
    expect(tally.truths.state(0)).toBe('open');
    tally.add(entryOf(first!, { annotator: 'ben', answers: answers(true) }));
    tally.settle();
    expect(tally.truths.truth(0)).toMatchObject({
      from: 'consensus',
      answers: { relevant: true, severity: 'mild' },
    });
    expect([
      tally.judged,
      tally.superseded,
      tally.truths.count('open'),
      tally.truths.count('consensus'),
    ]).toEqual([2, 1, 0, 1]);
  });

  it('runs a model over all units when the protocol asks for one', () => {
    const plan = { method: 'dawid-skene', tie: 'ruling' } as const;
    const panel: Panel = { people: { kind: 'human' } };
    const judgments = randomJudgments(task, { seed: 5, units: 30, annotators, agrees: 0.8 });
    const together = consensus(task, judgments, { panel, plan, seed: 1 });
    const tally = makeTally(task, { panel, consensus: plan });
    for (const judgment of judgments) tally.add(entryOf(judgment));
    tally.settle();
    for (const one of together)
      expect(tally.truths.reasons(tally.answers.find(one.unit)).map(printReason)).toEqual(one.open);
  });
});

describe('the agreement on a unit', () => {
  it('is the share of equal pairs of answers, over the questions that two answered', () => {
    const vote = (
      ...codes: readonly number[]
    ): { readonly codes: readonly number[]; readonly weight: number } => ({ codes, weight: 1 });
    // Question 1: 0 0 1 has 1 of 3 pairs; question 2: 2 2 – has 1 of 1. Together 2 of 4.
    expect(unitAgreement([vote(0, 2), vote(0, 2), vote(1, -1)], 2)).toBe(0.5);
    expect(unitAgreement([vote(0, 2), vote(0, 2)], 2)).toBe(1);
    expect(unitAgreement([vote(0, -1)], 2)).toBeNull();
  });
});
