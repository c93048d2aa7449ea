import { describe, expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import { entryOf, makeFold, randomJudgments } from '../../../test/random-judgments.ts';
import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import { monitorSchema } from '../../domain/monitoring/monitor.ts';
import { agreementSteps } from '../monitoring/monitor-agreement.ts';
import { annotatorComparison } from '../monitoring/monitor-annotators.ts';
import { labelFigures } from '../monitoring/monitor-labels.ts';
import { allSteps } from '../../statistics/all-steps.ts';
import type { TaskFold } from './task-fold.ts';

const task = buildTask({
  questions: { relevant: {}, severity: { scale: { nominal: ['mild', 'moderate', 'severe'] } } },
});
const annotators = ['anna', 'ben', 'cora'];
const random = (seed: number, judges: number) =>
  randomJudgments(task, { seed, units: 2500, annotators, judges, answers: 1 }).map((one) =>
    entryOf(one),
  );
const first = random(1, 0.8);
const later = random(2, 0.3);
const plans: readonly ConsensusPlan[] = [
  { method: 'majority', tie: 'ruling' },
  { method: 'dawid-skene', tie: 'ruling' },
  { method: 'mace', tie: 'ruling' },
];

/** Everything that is said of the units of a fold. */
function figuresOf(fold: TaskFold) {
  const units = Array.from({ length: fold.units.size }, (_, unit) => [
    fold.units.at(unit),
    fold.standings.state(unit),
    fold.standings.code(unit, 0),
    fold.standings.code(unit, 1),
  ]);
  const { settled, labels } = labelFigures(fold, monitorSchema.parse({}));
  return {
    units: units.toSorted(),
    open: fold.standings.openUnits.size,
    settled,
    labels,
    agreement: allSteps(agreementSteps(fold, { rounds: [] })).questions,
    others: annotatorComparison(fold).annotators,
  };
}

describe.each(plans)('settling in steps by $method', (consensus) => {
  const atOnce = makeFold(task, { consensus });
  for (const entry of [...first, ...later]) atOnce.add(entry);
  atOnce.settle();
  const expected = figuresOf(atOnce);

  it('gives what settling at once gives', () => {
    const fold = makeFold(task, { consensus });
    for (const entries of [first, later]) {
      for (const entry of entries) fold.add(entry);
      const steps = [...fold.settling(), ...fold.countingPatterns(), ...fold.comparingOthers()];
      expect(steps.length).toBeGreaterThan(0);
    }
    expect(figuresOf(fold)).toEqual(expected);
  });

  it('gives it also when somebody asks for figures between two steps', () => {
    const fold = makeFold(task, { consensus });
    for (const entry of first) fold.add(entry);
    figuresOf(fold);
    for (const entry of later) fold.add(entry);
    const { version } = fold;
    const steps = fold.settling();
    expect(steps.next().done).toBe(false);
    figuresOf(fold);
    // What was kept by the version in between is computed again.
    allSteps(steps);
    expect(fold.version).toBeGreaterThan(version);
    expect(figuresOf(fold)).toEqual(expected);
  });
});

it('a model is fitted in steps of its own, each round one or more', () => {
  const stepsOf = (method: ConsensusPlan['method']): number => {
    const fold = makeFold(task, { consensus: { method, tie: 'ruling' } });
    for (const entry of first) fold.add(entry);
    return [...fold.settling()].length;
  };
  expect(stepsOf('dawid-skene')).toBeGreaterThan(stepsOf('majority') + 10);
  expect(stepsOf('mace')).toBeGreaterThan(stepsOf('majority') + 10);
});

it('a model is fitted again to judgments on a unit that was new already', () => {
  const consensus: ConsensusPlan = { method: 'dawid-skene', tie: 'ruling' };
  const [asked, plain] = [makeFold(task, { consensus }), makeFold(task, { consensus })];
  const unit = first.filter((entry) => entry.unit === first[0]!.unit);
  for (const fold of [asked, plain])
    for (const entry of unit) {
      fold.add(entry);
      if (fold === asked) fold.standings.explain(0);
    }
  expect(unit.length).toBeGreaterThan(1);
  expect(asked.standings.explain(0)).toEqual(plain.standings.explain(0));
});
