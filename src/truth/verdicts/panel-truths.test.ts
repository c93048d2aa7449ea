import { expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import { JudgmentTable } from '../judging/judgment-table.ts';
import { outsiderNotes, panelRules, weightsHash } from './panel-truths.ts';

const task = buildTask({ questions: { relevant: {} } });
const panel: Panel = {
  anna: { kind: 'human', weight: 2 },
  large: { kind: 'model', weight: 3, runs: 2 },
  idle: { kind: 'model', weight: 0, runs: 1 },
};
const weighted: ConsensusPlan = { method: 'weighted', tie: 'ruling' };
const mace = { method: 'mace', tie: 'ruling' } as ConsensusPlan;

function hashOf(names: readonly string[], plan = weighted, seed = 1, given = panel): string {
  const rules = panelRules(task, { panel: given, plan, seed });
  return weightsHash({ annotators: names } as unknown as JudgmentTable, rules);
}

it('a unit needs every run of every model that has a weight, and no person', () => {
  expect(panelRules(task, { panel, plan: weighted, seed: 1 }).required).toEqual([
    'large#1',
    'large#2',
  ]);
});

it('the hash of the weights does not depend on the order of annotators', () => {
  expect(hashOf(['anna', 'large#1'])).toBe(hashOf(['large#1', 'anna']));
  expect(hashOf(['anna', 'large#1'])).toMatch(/^[0-9a-f]{16}$/);
});

it('the hash of the weights changes with a weight, an annotator and the plan', () => {
  const heavier: Panel = { ...panel, anna: { kind: 'human', weight: 4 } };
  const hashes = [
    hashOf(['anna', 'large#1']),
    hashOf(['anna', 'large#1'], weighted, 1, heavier),
    hashOf(['anna']),
    hashOf(['anna', 'large#1'], mace),
  ];
  expect(new Set(hashes).size).toBe(4);
});

it('the seed is part of the hash only where it decides something', () => {
  expect(hashOf(['anna'], weighted, 1)).toBe(hashOf(['anna'], weighted, 2));
  expect(hashOf(['anna'], mace, 1)).not.toBe(hashOf(['anna'], mace, 2));
});

it('judgments by people and model runs that are not on the panel are counted by name', () => {
  const table = new JudgmentTable(task);
  for (const [unit, name] of [
    [0, 'anna'],
    [0, 'large#1'],
    [0, 'small#2'],
    [1, 'small#2'],
    [1, 'large#3'],
    [1, 'idle#1'],
  ] as const)
    table.put(unit, table.annotator(name), [1]);
  const { anna: _, ...models } = panel;
  const named: Panel = { ...models, people: { kind: 'human', names: ['anna'] } };
  const rules = panelRules(task, { panel: named, plan: weighted, seed: 1 });
  expect(outsiderNotes('T', table, rules)).toEqual([
    'T: 3 judgments do not count: not on the panel (large#3 and small#2).',
  ]);
});
