import { describe, expect, it } from 'vitest';
import { reconcile, usualGrace } from './reconcile.ts';
import type { FoundBatch } from './reconcile.ts';

const intentAt = '2026-03-02T08:00:00.000Z';
const intent = Date.parse(intentAt);
const batch = { tag: 'mine', requests: 7, intentAt, mistaken: [] };
const found = (id: string, given: Partial<FoundBatch> = {}): FoundBatch => ({
  id,
  tag: null,
  createdAt: new Date(intent + 1000).toISOString(),
  requests: 7,
  ...given,
});

describe('reconcile', () => {
  it('adopts the oldest batch with the tag, and has the others cancelled', () => {
    const later = new Date(intent + 9000).toISOString();
    const all = [
      found('b', { tag: 'mine', createdAt: later }),
      found('a', { tag: 'mine' }),
      found('c', { tag: 'other' }),
    ];
    expect(reconcile(batch, all, new Set(), intent)).toEqual({
      kind: 'adopt',
      id: 'a',
      others: ['b'],
      alike: [],
    });
  });

  it('without tags takes a batch of the same size and time, unless it is accounted for', () => {
    const early = new Date(intent - 3_600_000).toISOString();
    const all = [
      found('old', { createdAt: early }),
      found('small', { requests: 6 }),
      found('same'),
    ];
    expect(reconcile(batch, all, new Set(), intent)).toMatchObject({ kind: 'adopt', id: 'same' });
    expect(reconcile(batch, all, new Set(['same']), intent)).toMatchObject({ kind: 'wait' });
    const mistaken = { ...batch, mistaken: ['same'] };
    expect(reconcile(mistaken, all, new Set(), intent)).toMatchObject({ kind: 'wait' });
  });

  it('names further batches that look the same, and has none of them cancelled', () => {
    const later = new Date(intent + 9000).toISOString();
    const all = [
      found('second', { createdAt: later }),
      found('first'),
      found('x', { requests: 6 }),
    ];
    expect(reconcile(batch, all, new Set(), intent)).toEqual({
      kind: 'adopt',
      id: 'first',
      others: [],
      alike: ['second'],
    });
  });

  it('gives the requests back only after a while without any trace', () => {
    expect(reconcile(batch, [], new Set(), intent + usualGrace - 1)).toEqual({
      kind: 'wait',
      until: intent + usualGrace,
    });
    expect(reconcile(batch, [], new Set(), intent + usualGrace)).toEqual({ kind: 'give-back' });
  });
});
