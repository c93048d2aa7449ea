import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgmentBy } from '../../../test/build-judgment.ts';
import { buildTask } from '../../../test/build-task.ts';
import { entryOf, makeFold, randomJudgments } from '../../../test/random-judgments.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import { seededRandom } from '../../statistics/seeded-random.ts';
import { parseGate } from '../../domain/rounds/gate.ts';
import { taskAgreement } from '../agreement/task-agreement.ts';
import { allSteps } from '../../statistics/all-steps.ts';
import { pairMatrixSteps } from '../monitoring/monitor-pairs.ts';
import { annotatorComparison } from '../monitoring/monitor-annotators.ts';
import { checkGates } from '../rounds/gate-report.ts';
import { runGateFigures } from '../rounds/measured-run.ts';
import { foldRatings } from './fold-ratings.ts';
import type { TaskFold } from './task-fold.ts';

const task = buildTask({
  questions: {
    relevant: {},
    severity: { scale: { nominal: ['mild', 'moderate', 'severe'] } },
    grade: { scale: { ordinal: [0, 1, 2], present: 1 } },
  },
});
const annotators = ['anna', 'ben', 'cora'];
const gates = ['fleiss_kappa >= 0.5', 'percent_agreement >= 0.5 per question'].flatMap((line) => {
  const parsed = parseGate(line);
  return parsed.ok ? [parsed.gate] : [];
});

const suggested = { relevant: true };
const askedFor = (judgment: Judgment): Judgment => ({
  ...judgment,
  asides: { ...judgment.asides, further: 'disagreement' },
});
const assisted = (judgment: Judgment, shown = true): Judgment => ({
  ...judgment,
  asides: { ...judgment.asides, assistance: { by: 'keywords', suggested, shown } },
});

function folded(judgments: readonly Judgment[], asked: 'before' | 'after' = 'after'): TaskFold {
  const fold = makeFold(task);
  for (const [at, judgment] of judgments.entries()) {
    fold.add(entryOf(judgment));
    // What was computed before a suggestion was ever shown has to follow.
    if (asked === 'before' && at === 2) agreementOf(fold);
  }
  fold.settle();
  return fold;
}

function agreementOf(fold: TaskFold) {
  const named = new Set(fold.agreementColumns().names);
  return {
    measured: taskAgreement(foldRatings(fold)).questions.map(({ question, measures }) => [
      question,
      measures,
    ]),
    gate: checkGates(gates, runGateFigures(fold, 10)),
    pairs: allSteps(pairMatrixSteps(fold)).pairs,
    others: annotatorComparison(fold)
      .annotators.filter((one) => named.has(one.annotator))
      .map(({ annotator, agreement, questions }) => [annotator, agreement, questions]),
    units: fold.patterns.units(),
  };
}

describe('judgments with a suggestion in sight, or asked for because of the first answers', () => {
  it('leave agreement as it is without them', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.constantFrom('before', 'after'),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom(askedFor, assisted),
        (seed, when, share, left) => {
          const random = seededRandom(`assisted ${seed}`);
          const all = randomJudgments(task, { seed, units: 9, annotators, judges: 0.8 });
          const marks = all.map(() => random.next() < share);
          const marked = all.map((one, at) => (marks[at]! ? left(one) : one));
          const alone = all.filter((_, at) => !marks[at]!);
          const [found, expected] = [folded(marked, when), folded(alone)];
          const byName = (fold: TaskFold) => {
            const { others, ...rest } = agreementOf(fold);
            return { ...rest, others: others.toSorted() };
          };
          expect(byName(found).gate).toEqual(byName(expected).gate);
          expect(byName(found).measured).toEqual(byName(expected).measured);
          expect(byName(found).units).toBe(byName(expected).units);
          expect(byName(found).others).toEqual(byName(expected).others);
          expect(new Set(found.agreementColumns().names)).toEqual(
            new Set(expected.agreementColumns().names),
          );
        },
      ),
      { seed: 1, numRuns: 80 },
    );
  });

  it('leave it as it is when they revise an independent one, which stays compared', () => {
    const first = judgmentBy('anna', { relevant: true, severity: 'mild', grade: 1 });
    const other = judgmentBy('ben', { relevant: true, severity: 'mild', grade: 1 });
    const again = assisted(judgmentBy('anna', { relevant: false, severity: 'mild', grade: 0 }));
    const fold = folded([first, other, again]);
    expect(fold.agreement(0)).toBe(1);
    expect(fold.table.answers(fold.table.place(0, 0))).toMatchObject({ relevant: false });
    expect(fold.compared.answers(fold.compared.place(0, 0))).toMatchObject({ relevant: true });
  });

  it('count for the truth, whose line says how many there are', () => {
    const answers = { relevant: true, severity: 'mild', grade: 1 } as const;
    const fold = folded([
      assisted(judgmentBy('anna', answers)),
      judgmentBy('ben', answers),
      assisted(judgmentBy('cora', answers), false),
    ]);
    const { standing, decision, line } = fold.standings.truth(0);
    expect(standing).toMatchObject({ state: 'settled', answers });
    expect(decision).toMatchObject({ rule: 'unanimous', assisted: 1 });
    expect(line).toMatchObject({
      values: { rule: { code: 'rule-assisted', values: { count: 1 } } },
    });
  });

  it('of the control share are independent', () => {
    const answers = { relevant: true, severity: 'mild', grade: 1 } as const;
    const blind = assisted(judgmentBy('anna', answers), false);
    const fold = folded([blind, judgmentBy('ben', answers)]);
    expect(fold.compared).toBe(fold.table);
    expect(fold.agreement(0)).toBe(1);
  });
});
