import { describe, expect, it } from 'vitest';
import { modelRuns, modelWeights } from './model-runs.ts';

describe('modelRuns', () => {
  it('reads the document’s configuration', () => {
    expect(modelRuns('gpt-5.1:1,gpt-5-mini:3, gpt-5-nano:5')).toEqual({
      ok: true,
      numbers: new Map([
        ['gpt-5.1', 1],
        ['gpt-5-mini', 3],
        ['gpt-5-nano', 5],
      ]),
    });
  });

  it('takes the last colon for the number, since names may have some', () => {
    expect(modelRuns('vendor:model:2')).toEqual({
      ok: true,
      numbers: new Map([['vendor:model', 2]]),
    });
  });

  it.each([
    ['gpt-5-mini', '"gpt-5-mini" is no entry, expected model:number, such as gpt-5-mini:3'],
    ['gpt-5-mini:0', 'gpt-5-mini has "0", expected a whole number of runs of at least 1'],
    ['gpt-5-mini:1.5', 'gpt-5-mini has "1.5", expected a whole number of runs of at least 1'],
    ['gpt-5-mini:-1', 'gpt-5-mini has "-1", expected a whole number of runs of at least 1'],
    ['gpt-5-mini:', 'gpt-5-mini has "", expected a whole number of runs of at least 1'],
    ['a:1,a:2', 'a appears twice, expected each model once'],
    ['a:1,', '"" is no entry, expected model:number, such as gpt-5-mini:3'],
    [':1', '":1" is no entry, expected model:number, such as gpt-5-mini:3'],
  ])('refuses %s', (text, reason) => {
    expect(modelRuns(text)).toEqual({ ok: false, reason });
  });
});

describe('modelWeights', () => {
  it('takes fractions and 0, and no negative weight', () => {
    expect(modelWeights('a:0.5,b:0')).toEqual({
      ok: true,
      numbers: new Map([
        ['a', 0.5],
        ['b', 0],
      ]),
    });
    expect(modelWeights('a:-1')).toEqual({
      ok: false,
      reason: 'a has "-1", expected a weight of at least 0',
    });
  });
});
