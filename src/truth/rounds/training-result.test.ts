import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { parseGate } from '../../domain/rounds/gate.ts';
import type { Gate } from '../../domain/rounds/gate.ts';
import { judgmentBy } from '../../../test/build-judgment.ts';
import { entryOf, makeFold } from '../../../test/random-judgments.ts';
import type { TaskFold } from '../fold/task-fold.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import { admissions } from './admission.ts';
import { trainingResult } from './training-result.ts';
import type { QuestionResult, TrainingResult } from './training-result.ts';

const task = buildTask({
  questions: {
    A: { scale: { ordinal: [0, 1, 2], present: 1 } },
    B: {},
    C: { scale: { nominal: ['x', 'y', 'z'] } },
  },
});
const units = ['u1', 'u2', 'u3', 'u4'];
const key = new Map(
  units.map((unit, at) => [unit, { answers: { A: at % 2, B: at < 2, C: 'x' }, reason: null }]),
);
const gateOf = (text: string): Gate => {
  const parsed = parseGate(text);
  if (!parsed.ok) throw new Error(parsed.reason.code);
  return parsed.gate;
};
const gates = [gateOf('cohen_kappa >= 0.70 against key')];

function foldOf(answers: readonly Answers[]): TaskFold {
  const fold = makeFold(task, { counts: 'first' });
  answers.forEach((one, at) => fold.add(entryOf(judgmentBy('anna', one, { unit: units[at]! }))));
  fold.settle();
  return fold;
}

function statusOf(result: TrainingResult): string | undefined {
  return admissions([{ run: 'r', isClosed: true, results: [result], shared: [], waivers: [] }]).get(
    'anna',
  )?.status;
}

describe('a training', () => {
  it('compares with the key: labels by whether they apply, other answers as they are', () => {
    const result = trainingResult(
      foldOf([
        { A: 0, B: true, C: 'x' },
        { A: 2, B: true, C: 'y' },
        { A: 1, B: false, C: 'x' },
        { A: 0, B: false, C: 'z' },
      ]),
      4,
      key,
      gates,
      'anna',
    );
    // A: the grade 2 instead of 1 is right, 1 instead of 0 is one too many, 0 instead of 1 is
    // missed. C: two other answers, neither missed nor extra.
    expect(
      result.questions.map(({ question, right, wrong, missed, extra }) => ({
        question,
        right,
        wrong,
        missed,
        extra,
      })),
    ).toEqual([
      { question: 'A', right: 2, wrong: 2, missed: 1, extra: 1 },
      { question: 'B', right: 4, wrong: 0, missed: 0, extra: 0 },
      { question: 'C', right: 2, wrong: 2, missed: 0, extra: 0 },
    ]);
    // A: agreement 0.5 where each says yes to half, so κ = 0; B: κ = 1; C: the key always says x,
    // agreement and chance are both 0.5, κ = 0. Their mean is 1/3.
    expect(result.checks).toMatchObject([
      {
        scope: { code: 'scope-own-key', values: { annotator: 'anna' } },
        target: 0.7,
        status: 'FAIL',
        n: 4,
      },
    ]);
    expect(result.checks[0]!.actual).toBeCloseTo(1 / 3, 12);
    expect(result.study).toEqual(['A', 'C']);
    expect(statusOf(result)).toBe('failed');
  });

  it('tells what was missed from what was too much', () => {
    // By the key A applies to u2 and u4 alone.
    const answers = units.map((unit) => key.get(unit)!.answers);
    const counts = (changed: readonly Answers[]): QuestionResult =>
      trainingResult(foldOf(changed), 4, key, gates, 'anna').questions[0]!;
    const none = answers.map((one) => ({ ...one, A: 0 }));
    expect(counts(none)).toMatchObject({ right: 2, missed: 2, extra: 0 });
    const everywhere = answers.map((one) => ({ ...one, A: 1 }));
    expect(counts(everywhere)).toMatchObject({ right: 2, missed: 0, extra: 2 });
  });

  it('is passed by who judged every unit and reached the gate', () => {
    const all = units.map((unit) => key.get(unit)!.answers);
    const whole = trainingResult(foldOf(all), 4, key, gates, 'anna');
    expect(whole).toMatchObject({ judged: 4, wanted: 4, study: [] });
    expect(statusOf(whole)).toBe('admitted');
    const started = trainingResult(foldOf(all.slice(0, 3)), 4, key, gates, 'anna');
    expect(statusOf(started)).toBe('unfinished');
    expect(trainingResult(foldOf(all), 4, key, gates, 'ben')).toMatchObject({
      judged: 0,
      checks: [{ status: 'UNDEFINED', actual: null }],
    });
  });
});
