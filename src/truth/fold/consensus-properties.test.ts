import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgmentBy } from '../../../test/build-judgment.ts';
import type { Consensus } from '../../domain/fold/consensus.ts';
import { consensusAnswers } from '../../domain/fold/consensus.ts';
import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import { compileTask } from '../judging/faults.ts';
import { majority, decide, task, answers, panel } from '../../../test/consensus-votes.ts';

const judged = fc
  .uniqueArray(
    fc.record({
      annotator: fc.constantFrom('anna', 'ben', 'cora', 'dan', 'eve'),
      unit: fc.constantFrom('u1', 'u2', 'u3'),
      answers,
    }),
    { minLength: 1, maxLength: 15, selector: ({ annotator, unit }) => `${annotator} ${unit}` },
  )
  .map((given) => given.map((one) => judgmentBy(one.annotator, one.answers, { unit: one.unit })));

const plans = fc.constantFrom<ConsensusPlan>(
  majority,
  { method: 'weighted', tie: 'ruling' },
  { method: 'weighted', tie: 'heaviest' },
  { method: 'majority', tie: 'heaviest' },
  { method: 'dawid-skene', tie: 'ruling' },
);

const byUnit = (found: readonly Consensus[]): readonly Consensus[] =>
  found.toSorted((one, other) => (one.unit < other.unit ? -1 : 1));

describe('properties of consensus', () => {
  it('does not depend on the order of judgments', () => {
    fc.assert(
      fc.property(judged, plans, fc.nat(), (judgments, plan, seed) => {
        const shuffled = judgments
          .map((one, at) => ({ one, key: (at * 7919 + seed) % 101 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one);
        // The order of adding shows in the last bits of a model's probabilities.
        const rounded = (found: readonly Consensus[]): unknown =>
          byUnit(found).map((one) => ({
            ...one,
            questions: one.questions.map((each) => ({
              ...each,
              confidence: each.confidence === null ? null : Math.round(each.confidence * 1e9),
            })),
          }));
        expect(rounded(decide(task, shuffled, plan, panel))).toEqual(
          rounded(decide(task, judgments, plan, panel)),
        );
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('does not change when somebody of weight 0 judges the same units', () => {
    fc.assert(
      fc.property(judged, plans, answers, (judgments, plan, heard) => {
        const more = [...new Set(judgments.map(({ unit }) => unit))].map((unit) =>
          judgmentBy('keywords', heard, { unit }),
        );
        expect(byUnit(decide(task, [...more, ...judgments], plan, panel))).toEqual(
          byUnit(decide(task, judgments, plan, panel)),
        );
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it('is what all say when they all say the same, whatever the weights', () => {
    fc.assert(
      fc.property(
        answers,
        fc.subarray(['anna', 'ben', 'cora', 'dan'], { minLength: 1 }),
        fc.constantFrom<ConsensusPlan>(majority, { method: 'weighted', tie: 'ruling' }),
        (given, annotators, plan) => {
          const [one] = decide(
            task,
            annotators.map((annotator) => judgmentBy(annotator, given)),
            plan,
            panel,
          );
          expect([consensusAnswers(one!), one!.open]).toEqual([given, []]);
          for (const { confidence } of one!.questions) expect(confidence).toBe(1);
        },
      ),
      { seed: 1, numRuns: 200 },
    );
  });

  it('settles only on answers that are right together', () => {
    const compiled = compileTask(task);
    fc.assert(
      fc.property(judged, plans, (judgments, plan) => {
        for (const one of decide(task, judgments, plan, panel)) {
          if (one.open.length === 0)
            expect(compiled.faults(consensusAnswers(one), null)).toEqual([]);
          for (const { question, answer, tied } of one.questions) {
            const possible = scaleAnswers(task.questions.find(({ id }) => id === question)!.scale);
            expect(
              answer === null
                ? tied.every((value) => possible.includes(value))
                : possible.includes(answer),
            ).toBe(true);
          }
        }
      }),
      { seed: 1, numRuns: 200 },
    );
  });
});
