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
  const facts = {
    task: 'topics',
    hashes: new Set(['now']),
    hasRounds: true,
    people: null,
    admitted: new Set<string>(),
  };
  const runs = new Map<string, CountedRun>();
  return new Counting({ ...facts, runs, ...given, protocol });
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

  it('leaves out models that are for other tasks: they are not awaited and do not count', () => {
    const panel: Panel = {
      nano: { kind: 'model', runs: 2, tasks: ['topics', 'rules'] },
      mini: { kind: 'model', tasks: ['rules'] },
    };
    const counting = countingBy({ panel });
    expect(counting.required).toEqual(['nano#1', 'nano#2']);
    expect(counting.annotator('mini#1')).toEqual({ weight: 0, why: 'not-on-panel' });
    expect(countingBy({ panel, task: 'rules' }).required).toEqual(['nano#1', 'nano#2', 'mini#1']);
  });

  it('is who has the role where the panel names nobody, and everybody where nobody has roles', () => {
    const roles = countingBy({ panel: unnamed, people: new Set(['anna']) });
    expect(roles.annotator('anna').weight).toBe(1);
    expect(roles.annotator('zoe')).toEqual({ weight: 0, why: 'not-on-panel' });
    expect(countingBy({ panel: unnamed }).annotator('zoe').weight).toBe(1);
    expect(countingBy({ panel: {} }).annotator('zoe').weight).toBe(1);
    expect(countingBy({}).annotator('zoe').weight).toBe(0);
  });
});

describe('what counts', () => {
  const run = (
    kind: CountedRun['kind'],
    state: CountedRun['state'],
    trained = false,
  ): CountedRun => ({ round: kind, kind, state, trained });
  const runs = new Map([
    ['training', run('training', 'passed')],
    ['piloting', run('pilot', 'open')],
    ['failed', run('pilot', 'failed')],
    ['passed', run('pilot', 'passed')],
    ['full', run('full', 'open')],
    ['trained', run('full', 'open', true)],
  ]);
  const given = (of: string | null, changes: object = {}) => ({
    run: of,
    taskHash: 'now',
    guideline: '2.0',
    annotator: 'anna',
    ...changes,
  });
  const whyNot = (counting: Counting, of: string | null, changes: object = {}) =>
    counting.uncounted(given(of, changes))?.why ?? null;

  it('is full rounds, and pilots that passed; never a training, nor what is in no round', () => {
    const counting = countingBy({ runs });
    const all = ['training', 'piloting', 'failed', 'passed', 'full', null];
    expect(all.map((of) => whyNot(counting, of))).toEqual([
      'training',
      'round-not-passed',
      'round-failed',
      null,
      null,
      'outside-rounds',
    ]);
    expect(counting.uncounted(given('failed'))).toEqual({ why: 'round-failed', round: 'pilot' });
    expect(whyNot(countingBy({ runs: new Map(), hasRounds: false }), null)).toBeNull();
  });

  it('is what the protocol names, where it names rounds', () => {
    const counting = countingBy({ runs, truth: ['pilot'] });
    const all = ['training', 'piloting', 'failed', 'passed', 'full', null];
    expect(all.map((of) => whyNot(counting, of))).toEqual([
      'training',
      null,
      null,
      null,
      'round-not-named',
      'outside-rounds',
    ]);
  });

  it('is by who was admitted where the round comes after a training; models need none', () => {
    const counting = countingBy({ runs, admitted: new Set(['anna']) });
    expect(whyNot(counting, 'trained')).toBeNull();
    expect(whyNot(counting, 'trained', { annotator: 'ben' })).toBe('not-admitted');
    expect(whyNot(counting, 'full', { annotator: 'ben' })).toBeNull();
    expect(whyNot(counting, 'trained', { annotator: 'nano#1' })).toBeNull();
  });

  it('is by the panel', () => {
    const counting = countingBy({ runs });
    expect(whyNot(counting, 'full', { annotator: 'zoe' })).toBe('not-on-panel');
    expect(whyNot(counting, 'full', { annotator: 'keywords' })).toBe('weight-0');
  });

  it('answers the present questions, and but for full rounds under the present guideline', () => {
    const counting = countingBy({ runs });
    expect(whyNot(counting, 'full', { taskHash: 'before' })).toBe('stale');
    expect(whyNot(counting, 'full', { guideline: '1.0' })).toBeNull();
    expect(whyNot(counting, 'passed', { guideline: '1.0' })).toBe('stale');
    expect(whyNot(counting, null, { guideline: '1.0' })).toBe('stale');
  });
});
