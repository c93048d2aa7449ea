import { expect, it } from 'vitest';
import type { GateCheck } from './gate-report.ts';
import { checkText } from './round-state.ts';

it.each([
  [13_868 / 13_869, 1, '0.999928'],
  [0.7996, 0.8, '0.799600'],
  [0.71, 0.8, '0.710'],
])(
  'a value that misses its target is never shown as the target: %d of %d',
  (actual, target, shown) => {
    const known = { gate: 'g', measure: 'm', scope: { code: 'over-quotas', values: {} }, n: 9 };
    const text = checkText({ ...known, target, actual, status: 'FAIL' } as GateCheck);
    expect(text.values).toMatchObject({ actual: shown });
  },
);
