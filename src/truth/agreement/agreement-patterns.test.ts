import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { entryOf, makeFold, randomJudgments } from '../../../test/random-judgments.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import { parseGate } from '../../domain/rounds/gate.ts';
import type { Gate } from '../../domain/rounds/gate.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import type { Round } from '../../domain/rounds/round.ts';
import { fleissKappa } from '../../statistics/agreement/fleiss-kappa.ts';
import { leaveOneOut } from '../../statistics/agreement/leave-one-out.ts';
import { pairwiseAgreement } from '../../statistics/agreement/pairwise-agreement.ts';
import { ratingPatterns } from '../../statistics/agreement/rating-patterns.ts';
import { ratingsFromRows } from '../../statistics/agreement/ratings.ts';
import type { Ratings } from '../../statistics/agreement/ratings.ts';
import { votesFrom } from '../../statistics/votes.ts';
import { answerCode } from '../protocol/answer-codes.ts';
import { familiesOf, familyRatings } from './families.ts';
import { annotatorComparison } from '../monitoring/monitor-annotators.ts';
import { allSteps } from '../../statistics/all-steps.ts';
import { agreementSteps } from '../monitoring/monitor-agreement.ts';
import { pairDifferences, pairMatrixSteps } from '../monitoring/monitor-pairs.ts';
import { taskAgreement } from './task-agreement.ts';

const task = buildTask({
  questions: {
    A: { scale: { ordinal: [0, 1, 2], present: 1 } },
    B: {},
    C: { scale: { nominal: ['x', 'y', 'z'] } },
  },
});
const annotators = ['anna', 'ben', 'cora', 'dan'];
const noRounds = { rounds: [] };

describe('patterns that are kept up to date', () => {
  it('are those of the ratings, however often units were judged again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const judgments = randomJudgments(task, {
          seed,
          units: 40,
          annotators,
          judges: 0.7,
          answers: 0.9,
        });
        const revised = randomJudgments(task, {
          seed: seed + 1,
          units: 40,
          annotators,
          judges: 0.2,
        });
        const fold = makeFold(task);
        for (const judgment of judgments) fold.add(entryOf(judgment));
        fold.settle();
        for (const judgment of revised) fold.add(entryOf(judgment, { at: '2026-03-12T08:00:00Z' }));
        fold.settle();
        const latest = [
          ...new Map(
            [...judgments, ...revised].map((one) => [`${one.unit} ${one.annotator}`, one]),
          ).values(),
        ];
        task.questions.forEach((_, at) => {
          const plain = ratingPatterns(ratingsOf(latest, at));
          const { patternOf: _unused, ...kept } = fold.patterns.patterns(at);
          expect(kept).toEqual({
            categories: plain.categories,
            offsets: plain.offsets,
            category: plain.category,
            count: plain.count,
            units: plain.units,
            unrated: plain.unrated,
          });
        });
      }),
      { seed: 3, numRuns: 25 },
    );
  });

  it('give the agreement that measuring all judgments at once gives', () => {
    const judgments = randomJudgments(task, {
      seed: 9,
      units: 120,
      annotators: ['anna', 'ben', 'cora'],
      agrees: 0.8,
    });
    const fold = makeFold(task);
    for (const judgment of judgments) fold.add(entryOf(judgment));
    fold.settle();
    const batch = taskAgreement(
      task.questions.map((question, at) => ({ question, ratings: ratingsOf(judgments, at) })),
    );
    const live = allSteps(agreementSteps(fold, noRounds));
    expect(live).toMatchObject({
      leading: 'fleiss_kappa',
      units: 120,
      annotators: ['anna', 'ben', 'cora'],
    });
    live.questions.forEach((one, at) => {
      for (const name of [
        'percent_agreement',
        'fleiss_kappa',
        'gwet_ac1',
        'brennan_prediger',
      ] as const)
        expect(one.measures[name]).toEqual(batch.questions[at]!.measures[name]);
      expect(one.measures.krippendorff_alpha!.value).toBeCloseTo(
        batch.questions[at]!.measures.krippendorff_alpha.value!,
        12,
      );
      expect(one.basis).toBe(batch.questions[at]!.basis);
    });
    expect(live.questions[0]!.measures.gwet_ac2).toEqual(batch.questions[0]!.measures.gwet_ac2);
    for (const name of ['percent_agreement', 'fleiss_kappa', 'krippendorff_alpha'] as const)
      expect(live.overall[name]).toEqual(batch.overall(name, 'macro'));
  });

  it('say what gates ask for, and which measure is followed week by week', () => {
    const fold = makeFold(task);
    for (const judgment of randomJudgments(task, {
      seed: 2,
      units: 20,
      annotators: ['anna', 'ben'],
    }))
      fold.add(entryOf(judgment));
    fold.settle();
    const gatesOf = (...sources: readonly string[]): readonly Gate[] =>
      sources.map((source) => {
        const parsed = parseGate(source);
        if (!parsed.ok) throw new Error(parsed.reason.code);
        return parsed.gate;
      });
    const round = (id: string, gates: readonly Gate[]): Round =>
      ({ id, task: task.id, gates }) as unknown as Round;
    const rounds = [
      round('training', gatesOf('cohen_kappa >= 0.7 against key')),
      round(
        'pilot',
        gatesOf(
          'cohen_kappa >= 0.7 overall',
          'cohen_kappa >= 0.6 per question',
          'cohen_kappa >= 0.5 overall(pooled)',
        ),
      ),
      round('full', gatesOf('cohen_kappa >= 0.8 on B', 'all quotas met')),
    ];
    const figures = allSteps(agreementSteps(fold, { rounds }));
    // Cohen's κ cannot be followed by week, so the weeks are those of Fleiss' κ.
    expect([figures.leading, figures.weekly]).toEqual(['cohen_kappa', 'fleiss_kappa']);
    expect(
      figures.targets.map((one) => `${one.round} ${one.question ?? 'overall'} ${one.target}`),
    ).toEqual(['pilot overall 0.7', 'pilot A 0.6', 'pilot B 0.6', 'pilot C 0.6', 'full B 0.8']);
    expect(allSteps(agreementSteps(fold, noRounds)).targets).toEqual([]);
  });

  it('take the runs of one model as one voice, and keyword rules as none', () => {
    const panel: Panel = {
      mini: { kind: 'model', runs: 3 },
      people: { kind: 'human' },
      keywords: { kind: 'rule', file: 'rules.yaml' },
    };
    const names = ['mini#1', 'mini#2', 'mini#3', 'anna', 'ben'];
    const judgments = randomJudgments(task, {
      seed: 4,
      units: 60,
      annotators: [...names, 'keywords'],
    });
    const fold = makeFold(task, { panel });
    for (const judgment of judgments) fold.add(entryOf(judgment));
    fold.settle();
    const families = familiesOf(names, (name) => name.split('#')[0]!);
    const expected = fleissKappa(
      ratingPatterns(familyRatings(ratingsOf(judgments, 2, names), families)),
    );
    expect(allSteps(agreementSteps(fold, noRounds)).annotators).toEqual(['mini', 'anna', 'ben']);
    expect(allSteps(agreementSteps(fold, noRounds)).questions[2]!.measures.fleiss_kappa).toEqual(
      expected,
    );
  });
});

describe('the matrix of pairs', () => {
  it('is that of the ratings, and leads to the units behind a cell', () => {
    const judgments = randomJudgments(task, { seed: 11, units: 80, annotators, judges: 0.8 });
    const fold = makeFold(task);
    for (const judgment of judgments) fold.add(entryOf(judgment));
    fold.settle();
    const matrix = allSteps(pairMatrixSteps(fold));
    const expected = pairwiseAgreement(ratingsOf(judgments, 2, matrix.annotators));
    expect(matrix.pairs.length).toBe(6);
    for (const { first, second, kappa, percent } of expected) {
      const pair = matrix.pairs.find(
        (one) => one.first === matrix.annotators[first] && one.second === matrix.annotators[second],
      )!;
      expect(pair.questions[2]!.kappa).toMatchObject({ value: kappa.value, n: kappa.n });
      expect(pair.questions[2]!.percent).toMatchObject({ value: percent.value, n: percent.n });
      const steps = pairDifferences(fold, {
        first: pair.first,
        second: pair.second,
        question: 'C',
      });
      const differences = allSteps(steps);
      expect(differences.length).toBe(Math.round((1 - percent.value!) * percent.n));
      for (const one of differences) expect(one.first).not.toBe(one.second);
    }
  });

  it('counts pairs that share no unit', () => {
    const fold = makeFold(task);
    const [first] = randomJudgments(task, { seed: 1, units: 1, annotators: ['anna'] });
    fold.add(entryOf(first!, { unit: 'u1', annotator: 'anna' }));
    fold.add(entryOf(first!, { unit: 'u2', annotator: 'ben' }));
    expect(allSteps(pairMatrixSteps(fold))).toMatchObject({ pairs: [], apart: 1 });
  });
});

describe('annotators against the majority of the others', () => {
  it('come out as leaving one out over all answers does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), (seed) => {
        const judgments = randomJudgments(task, {
          seed,
          units: 30,
          annotators,
          judges: 0.8,
          answers: 0.9,
        });
        const fold = makeFold(task);
        for (const judgment of judgments) fold.add(entryOf(judgment));
        const names = fold.table.annotators;
        const compared = annotatorComparison(fold);
        // All questions as one list: the unit of a vote is the unit and the question.
        const codes = judgments.flatMap((one) =>
          task.questions.flatMap((question, at) => {
            const code = answerCode(question, one.answers[question.id]);
            return code < 0
              ? []
              : [
                  [
                    (Number(one.unit.slice(1)) - 1) * 3 + at,
                    names.indexOf(one.annotator),
                    at === 0 ? Number(code >= 1) : code,
                  ] as const,
                ];
          }),
        );
        const expected = leaveOneOut(votesFrom(codes));
        compared.annotators.forEach((one, at) => {
          const { agreement, othersTied, alone, outlier } = expected.annotators[at]!;
          expect(one.agreement).toEqual(agreement);
          expect(one.questions.reduce((sum, question) => sum + question.othersTied, 0)).toBe(
            othersTied,
          );
          expect(one.questions.reduce((sum, question) => sum + question.alone, 0)).toBe(alone);
          expect(one.outlier).toBe(outlier);
        });
        expect(compared.median).toBeCloseTo(expected.median!, 12);
        expect(compared.deviation).toBeCloseTo(expected.deviation!, 12);
      }),
      { seed: 4, numRuns: 25 },
    );
  });

  it('name somebody who answers by lot', () => {
    const people = ['anna', 'ben', 'cora', 'dan', 'eve'];
    const careful = randomJudgments(task, {
      seed: 21,
      units: 100,
      annotators: people.slice(0, 4),
      agrees: 0.97,
    });
    const byLot = randomJudgments(task, { seed: 22, units: 100, annotators: ['eve'], agrees: 0 });
    const fold = makeFold(task);
    for (const judgment of [...careful, ...byLot]) fold.add(entryOf(judgment));
    expect(
      annotatorComparison(fold)
        .annotators.filter((one) => one.outlier)
        .map((one) => one.annotator),
    ).toEqual(['eve']);
  });
});

function ratingsOf(
  judgments: readonly Judgment[],
  at: number,
  names: readonly string[] = [...new Set(judgments.map((one) => one.annotator))],
): Ratings {
  const question = task.questions[at]!;
  const units = [...new Set(judgments.map((one) => one.unit))];
  const given = new Map(
    judgments.map((one) => [
      `${one.unit} ${one.annotator}`,
      answerCode(question, one.answers[question.id]),
    ]),
  );
  const rows = units.map((unit) =>
    names.map((name) => {
      const code = given.get(`${unit} ${name}`) ?? -1;
      return code < 0 ? null : code;
    }),
  );
  return ratingsFromRows(rows, question.scale.kind === 'binary' ? [0, 1] : [0, 1, 2]);
}
