import { describe, expect, it } from 'vitest';
import { buildQuestion } from '../../../test/build-task.ts';
import { measureNames } from '../../domain/agreement/measure.ts';
import { seededRandom } from '../../statistics/seeded-random.ts';
import { emptyCodes } from '../../statistics/agreement/ratings.ts';
import { gateFigures } from './gate-figures.ts';
import { taskAgreement } from '../agreement/task-agreement.ts';
import type { QuestionRatings } from '../agreement/task-agreement.ts';

const questions = [
  buildQuestion('grade', { scale: { ordinal: [0, 1, 2], present: 1 } }),
  buildQuestion('order', { scale: { ordinal: [0, 1, 2] } }),
  buildQuestion('name', { scale: { nominal: ['a', 'b', 'c'] } }),
  buildQuestion('yes'),
];

function randomRatings(annotators: number, units: number): readonly QuestionRatings[] {
  const random = seededRandom(`gate ${annotators}`);
  return questions.map((question) => {
    const categories = question.scale.kind === 'binary' ? 2 : 3;
    const codes = emptyCodes(units * annotators, categories);
    for (let unit = 0; unit < units; unit += 1) {
      const truth = random.integer(categories);
      for (let at = 0; at < annotators; at += 1)
        codes[unit * annotators + at] =
          random.next() < 0.1 ? -1 : random.next() < 0.7 ? truth : random.integer(categories);
    }
    return { question, ratings: { units, annotators, categories, codes } };
  });
}

const quotas = (): { wanted: number; given: number } => ({ wanted: 1, given: 1 });

describe('the evidence of a gate', () => {
  it.each([2, 3, 5])('has the values of the whole report, for %i annotators', (annotators) => {
    const rated = randomRatings(annotators, 60);
    const evidence = gateFigures({ rated, annotators, quotas });
    const report = taskAgreement(rated, { seed: 1, resamples: 2 });
    for (const measure of measureNames) {
      for (const { question, measures } of report.questions)
        expect([measure, question, evidence.question(measure, question).value]).toEqual([
          measure,
          question,
          measures[measure].value,
        ]);
      for (const how of ['macro', 'pooled', 'sets'] as const)
        expect([measure, how, evidence.overall(measure, how).value]).toEqual([
          measure,
          how,
          report.overall(measure, how).value,
        ]);
    }
  });

  it('has pooled and label-set values where the questions allow them', () => {
    const rated = randomRatings(3, 60).filter(
      ({ question }) => question.id === 'yes' || question.id === 'grade',
    );
    const evidence = gateFigures({ rated, annotators: 3, quotas });
    const report = taskAgreement(rated, { seed: 1, resamples: 2 });
    for (const measure of measureNames) {
      const [own, whole] = [
        evidence.overall(measure, 'pooled').value,
        report.overall(measure, 'pooled').value,
      ];
      if (whole === null) expect([measure, own]).toEqual([measure, null]);
      else expect(own).toBeCloseTo(whole, 12);
    }
    expect(evidence.overall('fleiss_kappa', 'pooled').value).not.toBeNull();
    expect(evidence.overall('krippendorff_alpha', 'sets').value).toBe(
      report.overall('krippendorff_alpha', 'sets').value,
    );
    expect(evidence.overall('krippendorff_alpha', 'sets').value).not.toBeNull();
  });

  it('does not compare two columns that many people share as if they were two people', () => {
    const rated = randomRatings(2, 60);
    const evidence = gateFigures({ rated, annotators: 7, quotas });
    expect(evidence.overall('cohen_kappa', 'macro')).toMatchObject({ value: null });
    expect(evidence.question('cohen_kappa', 'yes')).toEqual({
      value: null,
      n: 0,
      skipped: 0,
      why: { code: 'not-two-annotators', values: { count: 7 } },
    });
    expect(evidence.overall('cohen_kappa', 'pooled').value).toBeNull();
    expect(evidence.question('fleiss_kappa', 'yes').value).toBe(
      gateFigures({ rated, annotators: 2, quotas }).question('fleiss_kappa', 'yes').value,
    );
  });

  it('has no value for a question that is not measured, and for no questions at all', () => {
    const evidence = gateFigures({ rated: [], annotators: 2, quotas });
    expect(evidence.overall('fleiss_kappa', 'macro').value).toBeNull();
    expect(evidence.question('fleiss_kappa', 'x')).toMatchObject({
      value: null,
      why: { code: 'not-measured', values: { question: 'x' } },
    });
  });
});
