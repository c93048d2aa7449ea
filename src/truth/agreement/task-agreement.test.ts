import { inEnglish } from '../../domain/english.ts';
import { describe, expect, it } from 'vitest';
import { buildQuestion } from '../../../test/build-task.ts';
import type { QuestionSketch } from '../../../test/build-task.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Answer } from '../../domain/answer.ts';
import { ratingsFromRows } from '../../statistics/agreement/ratings.ts';
import { allMeasures } from './measures.ts';
import { agreementWarnings } from './agreement-warnings.ts';
import { labelSetMeasures, taskAgreement } from './task-agreement.ts';
import type { QuestionRatings } from './task-agreement.ts';

const few = { seed: 1, resamples: 50 };
const grades: QuestionSketch = { scale: { ordinal: [0, 1, 2], present: 1 } };

function rated(
  id: string,
  sketch: QuestionSketch,
  rows: readonly (readonly (Answer | null)[])[],
): QuestionRatings {
  const question = buildQuestion(id, sketch);
  return { question, ratings: ratingsFromRows(rows, scaleAnswers(question.scale)) };
}

describe('the measures of one question', () => {
  it('all have a value or say why not', () => {
    const ratings = ratingsFromRows(
      [
        [0, 0],
        [0, 1],
        [1, 1],
        [1, 1],
      ],
      [0, 1],
    );
    const nominal = allMeasures(ratings, { kind: 'nominal' }, few);
    // Cohen 1960 on this table: agreement 3/4, chance 1/2 · 1/4 + 1/2 · 3/4 = 1/2.
    expect(nominal.cohen_kappa.value).toBeCloseTo(0.5, 12);
    expect(nominal.gwet_ac2).toMatchObject({
      value: null,
      why: { code: 'nominal-ac2', values: {} },
    });
    expect(nominal.cohen_kappa_linear).toMatchObject({ value: null });
    expect(nominal.positive_agreement.value).toBeCloseTo(4 / 5, 12);
    expect(allMeasures(ratings, { kind: 'ordinal' }, few).gwet_ac2.value).toBeCloseTo(
      nominal.gwet_ac1.value!,
      12,
    );
    const three = allMeasures(
      ratingsFromRows(
        [
          [0, 1, 2],
          [0, 0, 2],
        ],
        [0, 1, 2],
      ),
      { kind: 'ordinal' },
      few,
    );
    expect(
      [three.cohen_kappa, three.cohen_kappa_quadratic, three.positive_agreement].map(
        (one) => one.value,
      ),
    ).toEqual([null, null, null]);
  });

  it('of a graded label are taken on whether it applies, those with weights on its grades', () => {
    const rows = [
      [0, 0],
      [1, 2],
      [2, 1],
      [0, 0],
      [2, 2],
      [1, 1],
    ];
    const [one] = taskAgreement([rated('IRB', grades, rows)], few).questions;
    expect([
      one!.basis,
      one!.answers,
      one!.measures.cohen_kappa.value,
      one!.measures.percent_agreement.value,
    ]).toEqual(['presence', ['does not apply', 'applies'], 1, 1]);
    const plain = allMeasures(ratingsFromRows(rows, [0, 1, 2]), { kind: 'ordinal' }, few);
    expect([one!.measures.cohen_kappa_quadratic.value, one!.measures.gwet_ac2.value]).toEqual([
      plain.cohen_kappa_quadratic.value,
      plain.gwet_ac2.value,
    ]);
  });
});

describe('the measures over all questions', () => {
  const always = rated('never', {}, [
    [false, false],
    [false, false],
    [false, false],
    [false, false],
  ]);
  const half = rated('half', {}, [
    [true, true],
    [false, false],
    [true, false],
    [false, false],
  ]);
  const full = rated('full', {}, [
    [true, true],
    [false, false],
    [true, true],
    [false, false],
  ]);

  it('are the mean of those that have one, and say how many were left out', () => {
    const kappa = taskAgreement([half, full, always], few).overall('cohen_kappa', 'macro');
    // Kappa of half: agreement 3/4, chance 2/4 · 1/4 + 2/4 · 3/4 = 1/2, so 1/2; of full 1; of never
    // none.
    expect(kappa).toMatchObject({
      value: expect.closeTo(0.75, 12),
      n: 4,
      over: {
        code: 'mean-of-questions',
        values: { count: 2, left: { code: 'questions-left-out', values: { without: 1 } } },
      },
    });
    expect(taskAgreement([always], few).overall('cohen_kappa', 'macro')).toMatchObject({
      value: null,
    });
    expect(taskAgreement([always, always], few).overall('cohen_kappa', 'macro')).toMatchObject({
      value: null,
    });
    expect(taskAgreement([], few).overall('cohen_kappa', 'macro')).toMatchObject({
      value: null,
      why: { code: 'nothing-measurable', values: {} },
    });
  });

  it('take all decisions as one list, where the scales are the same', () => {
    const { overall } = taskAgreement([half, full, always], few);
    expect(overall('percent_agreement', 'pooled')).toMatchObject({
      value: expect.closeTo(11 / 12, 12),
      n: 4,
      interval: null,
      over: { code: 'pooled-decisions', values: { decisions: 12, count: 3 } },
    });
    expect(overall('gwet_ac2', 'pooled')).toMatchObject({
      value: null,
      why: { code: 'weighted-per-question', values: {} },
    });
    const mixed = taskAgreement(
      [
        half,
        rated('grade', { scale: { ordinal: [1, 2, 3] } }, [
          [1, 1],
          [2, 2],
          [3, 3],
          [1, 1],
        ]),
      ],
      few,
    );
    expect(mixed.overall('percent_agreement', 'pooled')).toMatchObject({
      value: null,
      why: { code: 'scales-differ', values: {} },
    });
    expect(mixed.overall('percent_agreement', 'sets')).toMatchObject({ value: null });
  });

  it('compare whole label sets by MASI distance, or exactly', () => {
    const { overall } = taskAgreement([half, full], few);
    expect(overall('percent_agreement', 'sets').value).toBeCloseTo(3 / 4, 12);
    expect(overall('krippendorff_alpha', 'sets').value).toBeLessThan(1);
    expect(overall('cohen_kappa', 'sets')).toMatchObject({
      value: null,
      why: { code: 'set-measures', values: {} },
    });
    const missing = taskAgreement(
      [
        rated('a', {}, [
          [true, null],
          [true, true],
        ]),
        rated('b', {}, [
          [true, true],
          [false, false],
        ]),
      ],
      few,
    );
    expect(missing.overall('percent_agreement', 'sets')).toMatchObject({ value: 1, n: 1 });
  });

  it('are those of the question where there is only one', () => {
    const { overall, questions } = taskAgreement([half], few);
    expect(overall('cohen_kappa', 'macro')).toBe(questions[0]!.measures.cohen_kappa);
  });
});

describe('warnings', () => {
  const warn = (one: QuestionRatings, annotators = one.ratings.annotators): readonly string[] =>
    agreementWarnings(taskAgreement([one], few), annotators, [0.05, 0.8]).map(inEnglish);
  const repeat = (count: number, row: readonly Answer[]): readonly (readonly Answer[])[] =>
    Array.from({ length: count }, () => row);

  it('tell of the kappa paradox: much agreement, little beyond chance', () => {
    const [first, second] = warn(
      rated('rare', {}, [
        ...repeat(95, [false, false]),
        ...repeat(3, [true, false]),
        ...repeat(2, [false, true]),
      ]),
    );
    expect(first).toMatch(
      /^rare: kappa paradox\. The annotators agree on 95\.0 % but the .* coefficient is only -0\.02/,
    );
    expect(second).toBe(
      'rare: prevalence. 2.5 % of the answers are positive, outside the limits of 5 % to 80 %.',
    );
    expect(warn(rated('same', {}, repeat(10, [true, true])))[0]).toContain('has no value');
  });

  it('tell of an answer that dominates or that nobody gave, on scales with more than two', () => {
    const scale: QuestionSketch = { scale: { nominal: ['x', 'y', 'z'] } };
    expect(
      warn(rated('topic', scale, [...repeat(90, ['x', 'x']), ...repeat(10, ['y', 'y'])])),
    ).toEqual([
      'topic: prevalence. 90.0 % of the answers are “x”, above the limit of 80 %.',
      'topic: prevalence. Nobody answered “z”, so nothing is known about agreement on it.',
      expect.stringContaining('full agreement'),
    ]);
    expect(
      warn(
        rated('topic', scale, [
          ...repeat(3, ['x', 'x']),
          ...repeat(3, ['y', 'y']),
          ...repeat(2, ['z', 'z']),
          ['z', 'x'],
        ]),
      ),
    ).toEqual([]);
    expect(
      warn(
        rated('topic', scale, [
          ...repeat(3, ['x', 'y']),
          ...repeat(3, ['y', 'z']),
          ...repeat(3, ['z', 'x']),
        ]),
      ),
    ).toEqual([]);
  });

  it('go by Fleiss’ kappa for more than two', () => {
    expect(
      warn(
        rated('rare', {}, [
          ...repeat(95, [false, false, false]),
          ...repeat(5, [true, false, false]),
        ]),
      )[0],
    ).toContain('kappa paradox');
  });

  it('tell what full agreement does not prove, once for all questions with as many units', () => {
    const same = [...repeat(15, [true, true]), ...repeat(15, [false, false])];
    const warnings = agreementWarnings(
      taskAgreement(
        [rated('a', {}, same), rated('b', {}, same), rated('c', {}, [...same, [true, false]])],
        few,
      ),
      2,
      [0.05, 0.8],
    );
    // 1 − 0.05^(1/30), the exact form of the rule of three.
    expect(warnings.map(inEnglish)).toEqual([
      'a and b: full agreement. Nobody differs on any unit (n = 30); as far as these tell, up to ' +
        '9.5 % of all units may be differed on (95 %).',
    ]);
  });

  it('tell of a question that nobody answered', () => {
    expect(
      warn({
        question: buildQuestion('q'),
        ratings: ratingsFromRows<Answer>([[null, null]] as never, [false, true]),
      }),
    ).toEqual(['q: nobody answered it.']);
  });
});

describe('a measure over label sets', () => {
  it('reads the ratings of a question once, however many units there are', () => {
    const rows = Array.from({ length: 40 }, (_, at) => [at % 3 === 0, at % 2 === 0]);
    const ratings = ratingsFromRows<Answer>(rows, [false, true]);
    let reads = 0;
    const question = {
      get ratings() {
        reads += 1;
        return ratings;
      },
    };
    const measured = labelSetMeasures([question, question]);
    expect(measured('percent_agreement').n).toBe(40);
    expect(measured('krippendorff_alpha').n).toBe(40);
    expect(reads).toBe(2);
  });
});
