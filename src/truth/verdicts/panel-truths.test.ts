import { expect, it } from 'vitest';
import { buildTask } from '../../../test/build-task.ts';
import type { ConsensusPlan } from '../../domain/fold/consensus-plan.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import type { JudgmentTable } from '../judging/judgment-table.ts';
import { panelRules, unknownModels, weightsHash } from './panel-truths.ts';

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

it('runs of models that are not on the panel are named once each; people are not', () => {
  const found = unknownModels(['anna', 'stranger', 'large#1', 'small#1', 'small#2'], panel);
  expect(found.map(({ code, values }) => [code, values])).toEqual([
    ['no-weight', { model: 'small' }],
  ]);
});
