import { expect, it } from 'vitest';
import { readEstimate } from './estimate.ts';

it('reads an estimate with its interval and the method that it is named after', () => {
  const method = { code: 'interval-jeffreys', values: {} };
  const reply = { n: 12, skipped: 0, value: 0.67, interval: [0.5, 0.8], method };
  expect(readEstimate(reply)).toEqual({ ...reply, interval: [0.5, 0.8] });
  expect(readEstimate({ n: 12, skipped: 0, value: 0.67 })).toMatchObject({ interval: null });
});
