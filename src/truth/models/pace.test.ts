import { describe, expect, it } from 'vitest';
import { buildFailure } from '../../../test/model-world.ts';
import { fitsBudget } from './budget.ts';
import { Circuit } from './circuit.ts';
import { backoff, Pace } from './pace.ts';

describe('Pace', () => {
  it('halves when the rate is limited, and grows back one by one', () => {
    const pace = new Pace(8);
    pace.limited(1000, 2000);
    expect([pace.calls, pace.pausedUntil]).toEqual([4, 3000]);
    pace.limited(1000, 500);
    expect([pace.calls, pace.pausedUntil]).toEqual([2, 3000]);
    const quiet = { remainingRequests: null, resetAfter: null };
    // 2 + 1/2 + 1/2.5 + … passes 3 with the third reply.
    for (let reply = 0; reply < 3; reply += 1) pace.answered(quiet, 3000);
    expect(pace.calls).toBe(3);
    for (let reply = 0; reply < 200; reply += 1) pace.answered(quiet, 3000);
    expect(pace.calls).toBe(8);
  });

  it('waits when nothing is left, and asks no more at once than is left', () => {
    const pace = new Pace(8);
    pace.answered({ remainingRequests: 3, resetAfter: 1000 }, 0);
    expect([pace.calls, pace.pausedUntil]).toEqual([3, 0]);
    pace.answered({ remainingRequests: 0, resetAfter: 1000 }, 500);
    expect(pace.pausedUntil).toBe(1500);
    // Some services say -1 for what they do not know.
    pace.answered({ remainingRequests: -1, resetAfter: 99_999 }, 500);
    expect(pace.pausedUntil).toBe(1500);
  });
});

describe('backoff', () => {
  it('doubles to a minute, between half and all of it', () => {
    expect([0, 1, 2, 3, 20].map((retries) => backoff(retries, 1))).toEqual([
      500, 1000, 2000, 4000, 60_000,
    ]);
    expect(backoff(3, 0)).toBe(2000);
  });
});

describe('Circuit', () => {
  const failure = buildFailure({ code: 'connection', status: null });

  it('opens after five failures in a row, and then lets one call through', () => {
    const circuit = new Circuit();
    for (let call = 0; call < 4; call += 1) circuit.unreached(0, failure);
    expect(circuit.admits(0)).toBe(true);
    circuit.unreached(0, failure);
    expect([circuit.admits(4999), circuit.admits(5000), circuit.admits(5000)]).toEqual([
      false,
      true,
      false,
    ]);
    circuit.unreached(5000, failure);
    expect([circuit.admits(14_999), circuit.admits(15_000)]).toEqual([false, true]);
    circuit.reached();
    expect([circuit.admits(15_000), circuit.admits(15_000)]).toEqual([true, true]);
  });

  it('stays stopped once a person has to act', () => {
    const circuit = new Circuit();
    circuit.stop(buildFailure({ class: 'person', code: 'insufficient_quota' }));
    circuit.reached();
    expect(circuit.admits(Number.MAX_SAFE_INTEGER)).toBe(false);
  });
});

describe('fitsBudget', () => {
  it('counts what is on its way as spent', () => {
    expect(fitsBudget(10, { settled: 6, unsettled: 3 }, 1)).toBe(true);
    expect(fitsBudget(10, { settled: 6, unsettled: 3 }, 1.01)).toBe(false);
    expect(fitsBudget(null, { settled: 6, unsettled: 3 }, 1e9)).toBe(true);
    // 0.1 + 0.2 is a little more than 0.3 in binary.
    expect(fitsBudget(0.3, { settled: 0.1, unsettled: 0 }, 0.2)).toBe(true);
  });
});
