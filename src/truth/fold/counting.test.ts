import { describe, expect, it } from 'vitest';
import type { Panel } from '../../domain/judging/annotator.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import { Counting } from './counting.ts';
import type { CountedRun, CountingFacts } from './counting.ts';

const named: Panel = {
  experts: { kind: 'human', names: ['anna', 'ben'] },
  nano: { kind: 'model', weight: 2, runs: 2 },
  heard: { kind: 'model', weight: 0 },
  keywords: { kind: 'rule' },
};
const unnamed: Panel = { people: { kind: 'human' } };

function countingBy(
  given: Partial<CountingFacts> & { readonly panel?: Panel; readonly truth?: readonly string[] },
): Counting {
  const protocol = {
    panel: given.panel ?? named,
    truth: given.truth ?? null,
    guideline: { version: '2.0' },
  } as Pick<Protocol, 'panel' | 'truth' | 'guideline'>;
  const facts = { taskHash: 'now', people: null, admitted: null, runs: new Map() };
  return new Counting({ ...facts, ...given, protocol });
}

describe('who counts', () => {
  it('is the panel alone: people by name, models by their planned runs', () => {
    const counting = countingBy({ people: new Set(['anna', 'zoe']) });
    expect(counting.annotator('anna')).toEqual({ weight: 1, why: null });
    expect(counting.annotator('nano#2')).toEqual({ weight: 2, why: null });
    for (const outsider of ['zoe', 'nano#3', 'gpt#1', 'keyword_baseline'])
      expect(counting.annotator(outsider)).toEqual({ weight: 0, why: 'not-on-panel' });
    for (const heard of ['heard#1', 'keywords'])
      expect(counting.annotator(heard)).toEqual({ weight: 0, why: 'weight-0' });
    expect(counting.required).toEqual(['nano#1', 'nano#2']);
  });

  it('is who has the role where the panel names nobody, and everybody where nobody has roles', () => {
    const roles = countingBy({ panel: unnamed, people: new Set(['anna']) });
    expect(roles.annotator('anna').weight).toBe(1);
    expect(roles.annotator('zoe')).toEqual({ weight: 0, why: 'not-on-panel' });
    expect(countingBy({ panel: unnamed }).annotator('zoe').weight).toBe(1);
    expect(countingBy({ panel: {} }).annotator('zoe').weight).toBe(1);
    expect(countingBy({}).annotator('zoe').weight).toBe(0);
  });

  it('is who was admitted where there is a training; models need none', () => {
    const counting = countingBy({ admitted: new Set(['anna']) });
    expect(counting.annotator('anna').weight).toBe(1);
    expect(counting.annotator('ben')).toEqual({ weight: 0, why: 'not-admitted' });
    expect(counting.annotator('nano#1').weight).toBe(2);
  });
});

describe('what counts', () => {
  const run = (kind: CountedRun['kind'], passed: boolean): CountedRun => ({
    round: kind,
    kind,
    passed,
  });
  const runs = new Map([
    ['training', run('training', true)],
    ['failed', run('pilot', false)],
    ['passed', run('pilot', true)],
    ['full', run('full', false)],
  ]);
  const given = (of: string | null, changes: object = {}) => ({
    run: of,
    taskHash: 'now',
    guideline: '2.0',
    ...changes,
  });

  it('is full rounds, and pilots that passed; never a training', () => {
    const counting = countingBy({ runs });
    expect(
      ['training', 'failed', 'passed', 'full'].map((of) => counting.leftOut(given(of))),
    ).toEqual(['training', 'round-not-passed', null, null]);
  });

  it('is what the protocol names, where it names rounds', () => {
    const counting = countingBy({ runs, truth: ['pilot'] });
    expect(
      ['training', 'failed', 'passed', 'full'].map((of) => counting.leftOut(given(of))),
    ).toEqual(['training', null, null, 'round-not-named']);
  });

  it('answers the present questions, and but for full rounds under the present guideline', () => {
    const counting = countingBy({ runs });
    expect(counting.leftOut(given('full', { taskHash: 'before' }))).toBe('stale');
    expect(counting.leftOut(given('full', { guideline: '1.0' }))).toBeNull();
    expect(counting.leftOut(given('passed', { guideline: '1.0' }))).toBe('stale');
    expect(counting.leftOut(given(null, { guideline: '1.0' }))).toBe('stale');
    expect(counting.leftOut(given(null))).toBeNull();
  });
});
