import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attemptOutcomes } from '../../domain/models/attempt.ts';
import { planCell, usualLimits } from './cell-plan.ts';
import type { PastAttempt } from './cell-plan.ts';

const past = (
  outcome: PastAttempt['outcome'],
  failure: PastAttempt['failure'] = null,
  job = 'a',
  number = 1,
): PastAttempt => ({ outcome, failure, job, number, code: null });

describe('planCell', () => {
  it('asks again after a bad answer, three times in all', () => {
    const bad = [past('invalid'), past('invalid', null, 'a', 2)];
    expect(planCell(bad.slice(0, 1), 'a')).toMatchObject({ kind: 'ask', number: 2 });
    expect(planCell(bad, 'b')).toMatchObject({ kind: 'ask', number: 3 });
    expect(planCell([...bad, past('invalid', null, 'b', 3)], 'b')).toMatchObject({
      kind: 'given-up',
      outcome: 'invalid',
    });
  });

  it('asks once with more tokens when a reply was cut', () => {
    expect(planCell([past('truncated')], 'a')).toMatchObject({ kind: 'ask', enlarged: true });
    expect(planCell([past('truncated'), past('truncated')], 'a')).toMatchObject({
      kind: 'given-up',
      outcome: 'truncated',
    });
  });

  it.each(['refused', 'context', 'late', 'lost'] as const)(
    'does not ask again after %s',
    (outcome) => {
      expect(planCell([past(outcome)], 'b')).toMatchObject({ kind: 'given-up', outcome });
      expect(planCell([past(outcome)], 'b', usualLimits, true)).toMatchObject({ kind: 'ask' });
    },
  );

  it('counts calls without a reply within their job, and none that waits for a person', () => {
    const calls = Array.from({ length: usualLimits.calls }, () => past('failed', 'soon'));
    expect(planCell(calls, 'a')).toMatchObject({ kind: 'given-up', outcome: 'failed' });
    expect(planCell(calls, 'b')).toMatchObject({ kind: 'ask', retries: 0 });
    const waiting = Array.from({ length: 50 }, () => past('failed', 'person'));
    expect(planCell(waiting, 'a')).toMatchObject({ kind: 'ask', retries: 0 });
  });

  it('never asks without end: whatever happens, a job gives a cell up', () => {
    const outcomes = fc.constantFrom(
      ...attemptOutcomes.filter(
        (one) =>
          one !== 'accepted' && one !== 'stopped' && one !== 'unneeded' && one !== 'conflict',
      ),
    );
    fc.assert(
      fc.property(fc.array(outcomes, { minLength: 20, maxLength: 20 }), (all) => {
        const attempts: PastAttempt[] = [];
        for (const outcome of all) {
          const plan = planCell(attempts, 'a');
          if (plan.kind === 'given-up') return;
          expect(plan.number).toBe(attempts.length + 1);
          attempts.push(past(outcome, outcome === 'failed' ? 'soon' : null, 'a', plan.number));
        }
        expect(attempts.length).toBeLessThan(usualLimits.answers + usualLimits.calls);
      }),
      { seed: 1 },
    );
  });
});
