import { describe, expect, it } from 'vitest';
import type { Round } from '../../domain/rounds/round.ts';
import {
  freshUnits,
  hasAllUnits,
  isEven,
  isForEverybody,
  runDemand,
  unitPlaces,
} from './run-demand.ts';

const round = (given: Partial<Round> = {}): Round => ({
  id: 'pilot',
  kind: 'pilot',
  task: 't',
  units: 30,
  annotators: 2,
  draw: { by: null, floor: 0, hard: null, hardBy: null },
  key: null,
  gates: [],
  repeat: 20,
  assisted: null,
  further: null,
  ...given,
});
const source = {
  attempt: 1,
  used: new Set(['a']),
  known: new Set(['k']),
  seen: new Set(['s']),
  again: new Set(['a']),
};

describe('what a run asks for', () => {
  it('is the size of the round, and of its repeat the next time', () => {
    expect(runDemand(round(), source).size).toBe(30);
    expect(runDemand(round(), { ...source, attempt: 2 }).size).toBe(20);
    expect(runDemand(round({ repeat: null, assisted: null }), { ...source, attempt: 2 }).size).toBe(
      30,
    );
    expect(runDemand(round({ units: null, repeat: null }), source).size).toBeNull();
  });

  it('leaves out what was used and what has known answers, and in training what was seen', () => {
    expect(runDemand(round(), source).used).toEqual(new Set(['a', 'k']));
    expect(runDemand(round({ kind: 'training' }), source).used).toEqual(new Set(['s']));
  });

  it('takes some used units again, beside the others, but in no training', () => {
    expect(runDemand(round(), source).again).toEqual(new Set(['a']));
    expect(runDemand(round({ kind: 'training' }), source).again).toEqual(new Set());
    const again = new Set(['a', 'b', 'c']);
    const fresh = (size: number | null, left: number) => freshUnits({ size, again }, left);
    // As many others as it asks for; fewer only if those that come again make up for it.
    expect([fresh(10, 50), fresh(10, 8), fresh(10, 7), fresh(null, 5)]).toEqual([10, 8, 7, 5]);
    // Too few all the same, so that the draw refuses.
    expect(fresh(10, 6)).toBe(10);
  });
});

describe('the places on each unit', () => {
  const people = ['anna', 'ben', 'cora'];
  const mixed = ['anna', 'ben', 'mini#1', 'mini#2'];

  it('are what the round says, or everybody', () => {
    expect(unitPlaces(round(), people)).toEqual({ dealt: people, perUnit: 2, upTo: 2, models: [] });
    expect(unitPlaces(round({ annotators: null }), people).perUnit).toBe(3);
    expect(unitPlaces(round({ kind: 'training' }), people).perUnit).toBe(3);
    expect(
      [round(), round({ annotators: null }), round({ kind: 'training' })].map(isForEverybody),
    ).toEqual([false, true, true]);
  });

  it('are places of people by number, and one of its own for each run of a model', () => {
    const models = ['mini#1', 'mini#2'];
    expect(unitPlaces(round(), mixed)).toEqual({
      dealt: ['anna', 'ben'],
      perUnit: 2,
      upTo: 2,
      models,
    });
    expect(unitPlaces(round({ annotators: null }), mixed)).toEqual({
      dealt: mixed,
      perUnit: 4,
      upTo: 4,
      models: [],
    });
    expect([hasAllUnits(round(), 'mini#1'), hasAllUnits(round(), 'anna')]).toEqual([true, false]);
    expect([isEven(round(), people), isEven(round(), mixed)]).toEqual([true, false]);
  });

  it('cannot be filled by too few people, however many models there are', () => {
    expect(() => unitPlaces(round(), ['anna'])).toThrow('2 different annotators');
    expect(() => unitPlaces(round(), ['anna', 'mini#1', 'mini#2'])).toThrow(
      'Each unit goes to 2 different people besides the runs of models, but there is only 1.',
    );
    expect(() => unitPlaces(round(), [])).toThrow('There is nobody to assign units to');
  });
});
