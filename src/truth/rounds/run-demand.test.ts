import { describe, expect, it } from 'vitest';
import type { Round } from '../../domain/rounds/round.ts';
import { annotatorsPerUnit, isForEverybody, runDemand } from './run-demand.ts';

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
  ...given,
});
const source = { attempt: 1, used: new Set(['a']), known: new Set(['k']), seen: new Set(['s']) };

describe('what a run asks for', () => {
  it('is the size of the round, and of its repeat the next time', () => {
    expect(runDemand(round(), source).size).toBe(30);
    expect(runDemand(round(), { ...source, attempt: 2 }).size).toBe(20);
    expect(runDemand(round({ repeat: null }), { ...source, attempt: 2 }).size).toBe(30);
    expect(runDemand(round({ units: null, repeat: null }), source).size).toBeNull();
  });

  it('leaves out what was used and what has known answers, and in training what was seen', () => {
    expect(runDemand(round(), source).used).toEqual(new Set(['a', 'k']));
    expect(runDemand(round({ kind: 'training' }), source).used).toEqual(new Set(['s']));
  });
});

describe('how many judge each unit', () => {
  it('is what the round says, or everybody', () => {
    expect(annotatorsPerUnit(round(), 5)).toBe(2);
    expect(annotatorsPerUnit(round({ annotators: null }), 5)).toBe(5);
    expect(annotatorsPerUnit(round({ kind: 'training' }), 5)).toBe(5);
    expect(
      [round(), round({ annotators: null }), round({ kind: 'training' })].map(isForEverybody),
    ).toEqual([false, true, true]);
  });

  it('is refused when there are too few', () => {
    expect(() => annotatorsPerUnit(round(), 1)).toThrow(
      'Each unit goes to 2 different annotators, but there is only 1',
    );
    expect(() => annotatorsPerUnit(round(), 0)).toThrow('There is nobody to assign units to');
  });
});
