import { inEnglish } from '../../domain/english.ts';
import { describe, expect, it } from 'vitest';
import { parseGate } from '../../domain/rounds/gate.ts';
import type { Gate } from '../../domain/rounds/gate.ts';
import { noValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { checkGates } from './gate-report.ts';
import type { GateFigures } from './gate-report.ts';

function gates(...sources: readonly string[]): readonly Gate[] {
  return sources.map((source) => {
    const parsed = parseGate(source);
    if (!parsed.ok) throw new Error(parsed.reason.code);
    return parsed.gate;
  });
}

const value = (number: number, n = 40): Estimate => ({
  value: number,
  n,
  skipped: 0,
  interval: null,
  method: { code: 'no-interval-asked', values: {} },
});

/** Figures that all have the same value, unless a test says otherwise. */
function figuresWith(given: Partial<GateFigures> = {}): GateFigures {
  return {
    questions: ['a', 'b'],
    overall: () => value(0.8),
    question: () => value(0.8),
    key: () => value(0.8),
    quotas: () => ({ wanted: 10, given: 10 }),
    ...given,
  };
}

describe('a gate', () => {
  it('may ask for the lower end of the interval, and is not met without one', () => {
    const [gate] = gates('fleiss_kappa.low >= 0.60 per question');
    const wide = { ...value(0.8), interval: [0.55, 0.95] as const };
    const narrow = { ...value(0.8), interval: [0.6, 0.95] as const };
    const question = (_: string, name: string): Estimate => (name === 'a' ? wide : narrow);
    const { status, checks } = checkGates([gate!], figuresWith({ question }));
    expect(status).toBe('FAIL');
    expect(checks.map((one) => [one.measure, one.actual, one.status])).toEqual([
      ['fleiss_kappa.low', 0.55, 'FAIL'],
      ['fleiss_kappa.low', 0.6, 'PASS'],
    ]);
    const unknown = checkGates([gate!], figuresWith());
    expect(unknown.status).toBe('UNDEFINED');
    expect(unknown.checks[0]).toMatchObject({ actual: null, why: { code: 'no-interval' } });
  });

  it('passes at its target, and fails right below it', () => {
    expect(
      checkGates(gates('cohen_kappa >= 0.75 overall'), figuresWith({ overall: () => value(0.75) })),
    ).toEqual({
      status: 'PASS',
      checks: [
        {
          gate: 'cohen_kappa >= 0.75 overall',
          measure: 'cohen_kappa',
          scope: { code: 'scope-macro', values: {} },
          target: 0.75,
          actual: 0.75,
          n: 40,
          status: 'PASS',
        },
      ],
    });
    // 0.74999 would print as 0.75.
    expect(
      checkGates(
        gates('cohen_kappa >= 0.75 overall'),
        figuresWith({ overall: () => value(0.74999) }),
      ).status,
    ).toBe('FAIL');
  });

  it('passes when only the last bits of a double are missing to its target', () => {
    const at = (number: number): string =>
      checkGates(
        gates('fleiss_kappa >= 0.60 overall'),
        figuresWith({ overall: () => value(number) }),
      ).status;
    expect([0.5999999999999999, 0.6, 0.5999999999, 0.6000000001].map(at)).toEqual([
      'PASS',
      'PASS',
      'FAIL',
      'PASS',
    ]);
  });

  it('does not pass without a value, and says why there is none', () => {
    expect(
      checkGates(
        gates('cohen_kappa >= 0.75'),
        figuresWith({ overall: () => noValue('no-variance', 12) }),
      ),
    ).toMatchObject({
      status: 'UNDEFINED',
      checks: [
        { actual: null, n: 12, status: 'UNDEFINED', why: { code: 'no-variance', values: {} } },
      ],
    });
    expect(
      checkGates(gates('cohen_kappa >= -1'), figuresWith({ overall: () => noValue('no-ratings') }))
        .status,
    ).toBe('UNDEFINED');
  });

  it('fails when one check fails, and is undefined when one is and none fails', () => {
    const two = gates('percent_agreement >= 0.80', 'cohen_kappa >= 0.75');
    const measured = (percent: Estimate, kappa: Estimate): GateFigures =>
      figuresWith({ overall: (measure) => (measure === 'cohen_kappa' ? kappa : percent) });
    expect(checkGates(two, measured(value(0.9), noValue('no-ratings'))).status).toBe('UNDEFINED');
    expect(checkGates(two, measured(value(0.7), noValue('no-ratings'))).status).toBe('FAIL');
    expect(checkGates(two, measured(value(0.9), value(0.8))).status).toBe('PASS');
  });

  it('may ask for every question, for one, for whole sets, or for the key', () => {
    const asked: string[] = [];
    const listening = figuresWith({
      overall: (measure, how) => (asked.push(`${measure} ${how}`), value(1)),
      question: (measure, question) => (
        asked.push(`${measure} on ${question}`),
        question === 'b' ? value(0.5) : value(1)
      ),
      key: (measure) => (asked.push(`${measure} against key`), value(1)),
    });
    const report = checkGates(
      gates(
        'fleiss_kappa >= 0.60 per question',
        'gwet_ac1 >= 0.5 on b',
        'krippendorff_alpha >= 0.6 overall(sets)',
        'percent_agreement >= 0.9 overall(pooled)',
        'cohen_kappa >= 0.7 against key',
      ),
      listening,
    );
    expect(asked).toEqual([
      'fleiss_kappa on a',
      'fleiss_kappa on b',
      'gwet_ac1 on b',
      'krippendorff_alpha sets',
      'percent_agreement pooled',
      'cohen_kappa against key',
    ]);
    expect(report.checks.map(({ scope, status }) => [inEnglish(scope), status])).toEqual([
      ['a', 'PASS'],
      ['b', 'FAIL'],
      ['b', 'PASS'],
      ['overall (sets)', 'PASS'],
      ['overall (pooled)', 'PASS'],
      ['against the key', 'PASS'],
    ]);
  });

  it('on every question of a task without any has no value either', () => {
    expect(
      checkGates(gates('fleiss_kappa >= 0.60 per question'), figuresWith({ questions: [] })),
    ).toMatchObject({
      status: 'UNDEFINED',
      checks: [{ actual: null, why: { code: 'nothing-measurable', values: {} } }],
    });
  });

  it('on quotas passes when all are met, and not when nothing was assigned', () => {
    const quotas = (wanted: number, given: number): unknown =>
      checkGates(gates('all quotas met'), figuresWith({ quotas: () => ({ wanted, given }) }))
        .checks[0];
    expect(quotas(10, 10)).toMatchObject({
      measure: 'quotas',
      target: 1,
      actual: 1,
      n: 10,
      status: 'PASS',
    });
    expect(quotas(10, 9)).toMatchObject({ actual: 0.9, n: 9, status: 'FAIL' });
    expect(quotas(0, 0)).toMatchObject({
      actual: null,
      status: 'UNDEFINED',
      why: { code: 'nothing-assigned', values: {} },
    });
  });
});
