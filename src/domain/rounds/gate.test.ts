import { inEnglish } from '../english.ts';
import { describe, expect, it } from 'vitest';
import { parseGate, printGate } from './gate.ts';
import type { GateScope } from './gate.ts';
import { measureNames, measureText } from '../agreement/measure.ts';

describe('parseGate', () => {
  it.each<[string, GateScope]>([
    ['fleiss_kappa >= 0.70', { kind: 'overall', how: 'macro' }],
    ['fleiss_kappa >= 0.70 overall', { kind: 'overall', how: 'macro' }],
    ['fleiss_kappa >= 0.70 overall(macro)', { kind: 'overall', how: 'macro' }],
    ['fleiss_kappa >= 0.70 overall(pooled)', { kind: 'overall', how: 'pooled' }],
    ['fleiss_kappa >= 0.70 overall(sets)', { kind: 'overall', how: 'sets' }],
    ['fleiss_kappa >= 0.70 per question', { kind: 'every-question' }],
    ['fleiss_kappa >= 0.70 on Liquidity_LCR', { kind: 'question', question: 'Liquidity_LCR' }],
    ['fleiss_kappa >= 0.70 against key', { kind: 'key' }],
  ])('reads the scope of %j', (source, scope) => {
    expect(parseGate(source)).toEqual({
      ok: true,
      gate: {
        kind: 'measure',
        source,
        measure: 'fleiss_kappa',
        bound: 'value',
        target: 0.7,
        scope,
      },
    });
  });

  it('reads a target without spaces, without a fraction or below zero, and trims the line', () => {
    expect(parseGate('  cohen_kappa>=1 ')).toMatchObject({
      gate: { measure: 'cohen_kappa', target: 1, source: 'cohen_kappa>=1' },
    });
    expect(parseGate('cohen_kappa >= -0.5')).toMatchObject({ gate: { target: -0.5 } });
  });

  it('reads a gate on the lower end of the interval', () => {
    expect(parseGate('fleiss_kappa.low >= 0.60 per question')).toMatchObject({
      gate: {
        measure: 'fleiss_kappa',
        bound: 'low',
        target: 0.6,
        scope: { kind: 'every-question' },
      },
    });
    const refused = ['fleiss_kappa.high >= 0.6', 'cohen_kappa.low >= 0.6 against key'];
    const reasons = refused.map((source) => {
      const parsed = parseGate(source);
      return parsed.ok ? null : parsed.reason.code;
    });
    expect(reasons).toEqual(['no-bound', 'no-low-key']);
  });

  it('reads the gate on quotas', () => {
    expect(parseGate('all quotas met')).toEqual({
      ok: true,
      gate: { kind: 'quotas', source: 'all quotas met' },
    });
  });

  it('knows every measure, and every measure has a title', () => {
    for (const measure of measureNames) {
      expect(parseGate(`${measure} >= 0.5`)).toMatchObject({ gate: { measure } });
      expect(inEnglish(measureText(measure)).length).toBeGreaterThan(3);
    }
  });

  it.each([
    [
      '',
      '"" is not a gate, expected something like "fleiss_kappa >= 0.70 overall" or "all ' +
        'quotas met"',
    ],
    [
      'kappa is good',
      '"kappa is good" is not a gate, expected something like "fleiss_kappa >= 0.70 overall" ' +
        'or "all ' +
        'quotas met"',
    ],
    [
      'fleiss_kappa > 0.7',
      '"fleiss_kappa > 0.7" is not a gate, expected something like "fleiss_kappa >= 0.70 ' +
        'overall" or ' +
        '"all quotas met"',
    ],
    [
      'fleiss_kappa >= high',
      '"fleiss_kappa >= high" is not a gate, expected something like "fleiss_kappa >= 0.70 ' +
        'overall" or ' +
        '"all quotas met"',
    ],
    ['kappa >= 0.7', `kappa is not a measure, expected ${measureNames.join(', ')}`],
    ['percent_agreement >= 80', 'the target is 80, expected at most 1'],
    [
      'cohen_kappa >= 0.7 sometimes',
      '"sometimes" is not a scope, expected overall, overall(pooled), overall(sets), per ' +
        'question, on <question> or against key',
    ],
    [
      'cohen_kappa >= 0.7 overall(mean)',
      '"overall(mean)" is not a scope, expected overall, overall(pooled), overall(sets), per ' +
        'question, on <question> or against key',
    ],
  ])('says what is wrong with %j', (source, reason) => {
    const parsed = parseGate(source);
    expect(parsed.ok || inEnglish(parsed.reason)).toBe(reason);
  });
});

describe('printGate', () => {
  it.each([
    'fleiss_kappa >= 0.70 overall',
    'cohen_kappa.low >= 0.65 per question',
    'krippendorff_alpha >= 0.125 on IRB',
    'gwet_ac1 >= -0.50 overall(pooled)',
    'cohen_kappa >= 1.00 against key',
  ])('writes %j as it is read', (source) => {
    const read = parseGate(source);
    expect(read.ok && read.gate.kind === 'measure' ? printGate(read.gate) : null).toBe(source);
  });
});
