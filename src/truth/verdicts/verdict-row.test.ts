import { expect, it } from 'vitest';
import type { Verdict } from '../../domain/verdicts/verdict.ts';
import type { SubjectUnit } from './subject-truth.ts';
import { scoreOf, verdictRow } from './verdict-row.ts';

const subject = { id: 'b1', fields: { name: 'Bar' }, units: [] };
const evidence = { units: 7, missing: ['u5', 'u6'], open: ['u7'] };

function rowOf(reason: Verdict['reason'], marked: readonly SubjectUnit[] = []): object {
  const verdict = { subject: 'b1', k: 2, verdict: 'high', reason, evidence } as unknown as Verdict;
  return verdictRow(subject, verdict, marked);
}

it('a verdict by rules names its rule and has no score', () => {
  expect(rowOf({ kind: 'ladder', label: 'HIGH' } as unknown as Verdict['reason'])).toEqual({
    subject: 'b1',
    fields: { name: 'Bar' },
    verdict: 'high',
    reason: 'HIGH',
    score: null,
    incidents: 0,
    units: 7,
    missing: 2,
    open: 1,
    rulings: 0,
  });
});

it('a verdict by points has its score and counts its incidents', () => {
  const reason = { kind: 'points', score: 8, incidents: [{}, {}] } as unknown as Verdict['reason'];
  expect(rowOf(reason)).toMatchObject({ reason: null, score: 8, incidents: 2 });
  expect(scoreOf(reason)).toBe(8);
});

it('a subject that nothing is known about says so', () => {
  const reason = { kind: 'insufficient' } as unknown as Verdict['reason'];
  expect(rowOf(reason)).toMatchObject({ reason: 'insufficient', score: null, incidents: 0 });
});

it('rulings count on the K most recent units alone', () => {
  const ruling = { unit: 'u1' };
  const marked = [0, 1, 2, 3].map((rank) => ({ rank, ruling: rank === 1 ? null : ruling }));
  const reason = { kind: 'ladder', label: 'HIGH' } as unknown as Verdict['reason'];
  expect(rowOf(reason, marked as unknown as SubjectUnit[])).toMatchObject({ rulings: 1 });
});
