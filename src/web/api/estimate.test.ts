import { expect, it } from 'vitest';
import { readEstimate } from './estimate.ts';

it('shows no interval of an agreement beyond 1, and any other as it is', () => {
  const reply = { n: 12, skipped: 0, method: 'Fleiss–Cohen–Everitt (1969)' };
  expect(readEstimate({ ...reply, value: 0.67, interval: [0.1, 1.23] })).toMatchObject({
    interval: [0.1, 1],
  });
  expect(readEstimate({ ...reply, value: 0.67, interval: [0.5, 0.8] })).toMatchObject({
    interval: [0.5, 0.8],
  });
  expect(readEstimate({ ...reply, value: 6.8, interval: [5.5, 8.1] })).toMatchObject({
    interval: [5.5, 8.1],
  });
});
