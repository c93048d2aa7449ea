import { expect, it } from 'vitest';
import { exactDecimal } from './parquet-decimals.ts';

it.each([
  [12345n, 2, 123.45],
  [-5n, 2, -0.05],
  [7, 0, 7],
  // Fifteen digits fit into a double, whatever they are; sixteen may not.
  [999_999_999_999_999n, 3, 999_999_999_999.999],
  [1_000_000_000_000_001n, 3, '1000000000000.001'],
  // A whole number as bytes, the highest first, in two's complement.
  [Uint8Array.of(0x01, 0x00), 1, 25.6],
  [Uint8Array.of(0xff, 0x00), 1, -25.6],
  [null, 2, undefined],
])('%s with %i places is %s', (stored, scale, expected) => {
  expect(exactDecimal(stored, scale)).toBe(expected);
});
