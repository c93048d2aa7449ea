import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgmentBy } from '../../../test/build-judgment.ts';
import { buildTask } from '../../../test/build-task.ts';
import { entryOf, makeFold, randomJudgments } from '../../../test/random-judgments.ts';
import { referenceConsensus } from '../../../test/reference-consensus.ts';
import { reasonText } from '../../domain/fold/open-reason.ts';
import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import { ratingPatterns } from '../../statistics/agreement/rating-patterns.ts';
import type { Ratings } from '../../statistics/agreement/ratings.ts';
import { answersBy, foldRatings, judgedBy, measuredQuestions } from './fold-ratings.ts';

const task = buildTask({
  questions: {
    relevant: {},
    sufficient: {},
    misleading: {},
    severity: { scale: { nominal: ['mild', 'moderate', 'severe'] }, when: 'relevant' },
    grade: { scale: { ordinal: [0, 1, 2], present: 1 }, required: false },
    why: { scale: 'text', required: false },
  },
  constraints: ['sufficient => relevant', 'sufficient => not misleading'],
});
const annotators = ['anna', 'ben', 'cora', 'dan'];
const weighted: Panel = {
  seniors: { kind: 'human', weight: 3, names: ['anna'] },
  people: { kind: 'human', weight: 1, names: ['ben', 'cora'] },
  heard: { kind: 'human', weight: 0, names: ['dan'] },
};
const plans: readonly ConsensusPlan[] = (['ruling', 'heaviest'] as const).flatMap((tie) =>
  (['majority', 'weighted', 'dawid-skene', 'mace'] as const).map((method) => ({ method, tie })),
);
const whole = { relevant: true, sufficient: false, misleading: false, severity: 'mild' };

describe('the fold of a task', () => {
  it('gives what the plain votes over all units give, for every way to vote', () => {
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
          }).filter((one) => Object.keys(one.answers).length > 0);
          const fold = makeFold(task, { panel, consensus: plan });
          for (const judgment of judgments) fold.add(entryOf(judgment));
          fold.settle();
          for (const expected of referenceConsensus(task, judgments, { panel, plan, seed: 1 })) {
            const { questions, open } = fold.standings.explain(fold.units.find(expected.unit));
            expect(questions).toEqual(expected.questions);
            expect(open.map(reasonText)).toEqual(expected.open);
          }
        },
      ),
      { seed: 1, numRuns: 120 },
    );
  });

  it('follows revisions: a later judgment takes the place of the earlier', () => {
    const fold = makeFold(task);
    const by = (annotator: string, relevant: boolean): void => {
      const { severity, ...rest } = whole;
      const answers = { ...rest, relevant, ...(relevant ? { severity } : {}) };
      fold.add(entryOf(judgmentBy(annotator, answers)));
      fold.settle();
    };
    by('anna', true);
    by('ben', false);
    expect(fold.standings.state(0)).toBe('open');
    by('ben', true);
    expect(fold.standings.standing(0)).toMatchObject({ state: 'settled', answers: whole });
    expect([fold.judged, fold.leftOut.superseded]).toEqual([2, 1]);
    expect([fold.standings.count('open'), fold.standings.count('settled')]).toEqual([0, 1]);
  });

  it('counts the first of each annotator in training', () => {
    const fold = makeFold(task, { counts: 'first' });
    fold.add(entryOf(judgmentBy('anna', whole)));
    fold.add(entryOf(judgmentBy('anna', { ...whole, severity: 'severe' })));
    const at = measuredQuestions(fold).find(({ question }) => question.id === 'severity')!.at;
    expect([...answersBy(fold, 'anna', at)]).toEqual([0]);
    expect([judgedBy(fold, 'anna'), judgedBy(fold, 'ben')]).toEqual([1, 0]);
  });

  it('counts what it leaves out, and which stale judgments were not given again', () => {
    const fold = makeFold(task, {
      uncounted: ({ taskHash, run }) => {
        if (run === 'training') return { why: 'training', round: null };
        return taskHash === 'hash' ? null : { why: 'stale', round: null };
      },
    });
    const given = entryOf(judgmentBy('anna', whole), { taskHash: 'hash' });
    fold.add({ ...given, taskHash: 'old' });
    fold.add({ ...given, annotator: 'ben', taskHash: 'old' });
    fold.add({ ...given, run: 'training' });
    expect(fold.leftOut).toMatchObject({ stale: 2, training: 1 });
    expect(fold.stale).toEqual({ count: 2, versions: ['old'] });
    fold.add(given);
    expect(fold.stale.count).toBe(1);
    expect([fold.judged, fold.seen]).toEqual([1, 4]);
  });

  it('never counts an answer off the scale, or none at all', () => {
    const fold = makeFold(task);
    fold.add(entryOf(judgmentBy('anna', { ...whole, severity: 'awful' })));
    fold.add(entryOf(judgmentBy('ben', {})));
    fold.settle();
    expect([fold.judged, fold.leftOut.invalid, fold.table.size]).toEqual([0, 2, 0]);
  });

  it('waits for every run of a model that counts, and says which is missing', () => {
    const panel: Panel = {
      nano: { kind: 'model', weight: 1, runs: 3 },
      heard: { kind: 'model', weight: 0, runs: 2 },
    };
    const fold = makeFold(task, { panel });
    fold.add(entryOf(judgmentBy('nano#1', whole)));
    fold.add(entryOf(judgmentBy('heard#1', whole)));
    fold.settle();
    expect(fold.standings.standing(0)).toMatchObject({
      state: 'awaiting',
      missing: ['nano#2', 'nano#3'],
    });
    fold.add(entryOf(judgmentBy('nano#2', whole)));
    // An answer that is not on the scale fills no quota.
    fold.add(entryOf(judgmentBy('nano#3', { ...whole, severity: 'awful' })));
    fold.settle();
    expect(fold.standings.standing(0)).toMatchObject({ state: 'awaiting', missing: ['nano#3'] });
    fold.add(entryOf(judgmentBy('nano#3', whole)));
    fold.settle();
    expect(fold.standings.state(0)).toBe('settled');
  });

  it('waits for who is still to judge in an open round', () => {
    const fold = makeFold(task);
    fold.add(entryOf(judgmentBy('anna', whole)));
    fold.await(0, ['ben', '']);
    fold.settle();
    expect(fold.standings.standing(0)).toMatchObject({ state: 'awaiting', missing: ['ben', ''] });
    fold.await(0, []);
    fold.settle();
    expect(fold.standings.state(0)).toBe('settled');
  });

  it('counts patterns of answers as reading everything anew does, whatever came in which order', () => {
    const presence = (ratings: Ratings): Ratings => ({
      ...ratings,
      categories: 2,
      codes: ratings.codes.map((code) => Math.min(code, 1)),
    });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1e6 }), { maxLength: 6 }), (seeds) => {
        const fold = makeFold(task);
        for (const seed of seeds) {
          for (const judgment of randomJudgments(task, { seed, units: 5, annotators, judges: 0.5 }))
            fold.add(entryOf(judgment));
          // Asked for in between as well, so that counts are followed and not made anew.
          fold.patterns.units();
        }
        fold.settle();
        for (const { question, ratings, patterns } of foldRatings(fold)) {
          const compared = question.id === 'grade' ? presence(ratings) : ratings;
          const { units: _, patternOf: __, ...expected } = ratingPatterns(compared);
          expect(patterns).toMatchObject(expected);
        }
      }),
      { seed: 1, numRuns: 40 },
    );
  });

  it('tells the share of equal pairs of answers on a unit', () => {
    const fold = makeFold(task);
    // relevant: yes yes no has 1 of 3 pairs; sufficient: no no – has 1 of 1. Together 2 of 4.
    fold.add(entryOf(judgmentBy('anna', { relevant: true, sufficient: false })));
    fold.add(entryOf(judgmentBy('ben', { relevant: true, sufficient: false })));
    fold.add(entryOf(judgmentBy('cora', { relevant: false })));
    fold.add(entryOf(judgmentBy('anna', { relevant: true }, { unit: 'u2' })));
    expect([fold.agreement(0), fold.agreement(1)]).toEqual([0.5, null]);
  });
});
