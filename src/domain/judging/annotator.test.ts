import { describe, expect, it } from 'vitest';
import {
  annotatorFamily,
  annotatorStanding,
  annotatorWeight,
  panelAnnotators,
} from './annotator.ts';
import type { Panel } from './annotator.ts';

const panel: Panel = {
  people: { kind: 'human', weight: 1 },
  seniors: { kind: 'human', weight: 2, names: ['cora'] },
  'gpt-5-mini': { kind: 'model', weight: 2, runs: 3 },
  nano: { kind: 'model', family: 'gpt-5-nano' },
  keywords: { kind: 'rule' },
};

describe('panelAnnotators', () => {
  it('names each run of a model, each named person and each rule', () => {
    expect(panelAnnotators(panel)).toEqual([
      { id: 'cora', kind: 'human', weight: 2, family: 'cora' },
      { id: 'gpt-5-mini#1', kind: 'model', weight: 2, family: 'gpt-5-mini' },
      { id: 'gpt-5-mini#2', kind: 'model', weight: 2, family: 'gpt-5-mini' },
      { id: 'gpt-5-mini#3', kind: 'model', weight: 2, family: 'gpt-5-mini' },
      { id: 'nano#1', kind: 'model', weight: 1, family: 'gpt-5-nano' },
      { id: 'keywords', kind: 'rule', weight: 0, family: 'keywords' },
    ]);
  });
});

describe('annotatorWeight', () => {
  it('is that of the entry, and of the people for somebody who is not named', () => {
    expect(
      ['cora', 'gpt-5-mini#2', 'keywords', 'anna'].map((id) => annotatorWeight(panel, id)),
    ).toEqual([2, 2, 0, 1]);
    expect(annotatorWeight({ people: { kind: 'human', weight: 0.5 } }, 'anna')).toBe(0.5);
    expect(annotatorWeight({ keywords: { kind: 'rule' } }, 'anna')).toBe(1);
  });
});

describe('a run beyond those that were planned', () => {
  it('belongs to the family of its model, and is not on the panel', () => {
    const outsiders = ['gpt-5-mini#4', 'gpt-5-mini', 'nano#7'];
    expect(outsiders.map((id) => annotatorFamily(panel, id))).toEqual([
      'gpt-5-mini',
      'gpt-5-mini',
      'gpt-5-nano',
    ]);
    for (const id of outsiders)
      expect(annotatorStanding(panel, id, null)).toEqual({ kind: null, weight: 0 });
    const named: Panel = { ...panel, people: { kind: 'human', names: ['anna'] } };
    const people = new Set(['anna', 'zoe']);
    for (const id of [...outsiders, 'keywords#1', 'constructor#1', 'zoe'])
      expect(annotatorStanding(named, id, people)).toEqual({ kind: null, weight: 0 });
    expect(annotatorStanding(named, 'anna', people)).toMatchObject({ kind: 'human', weight: 1 });
  });
});

describe('annotatorFamily', () => {
  it('ties the runs of a model together, and leaves people to themselves', () => {
    expect(
      ['gpt-5-mini#1', 'gpt-5-mini#3', 'nano#1', 'cora', 'anna'].map((id) =>
        annotatorFamily(panel, id),
      ),
    ).toEqual(['gpt-5-mini', 'gpt-5-mini', 'gpt-5-nano', 'cora', 'anna']);
  });
});
