import { describe, expect, it } from 'vitest';
import { fuzz } from './fuzz-imports.ts';
import { fuzzTargets } from './fuzz-targets.ts';
import { tries } from './tries.ts';

const cases = tries(150);

describe('damaged files', () => {
  it.each(fuzzTargets.map((target) => target.format))(
    'of %s are read or refused, and nothing else',
    async (format) => {
      const [result] = await fuzz(cases, 1, format);
      expect(result).toMatchObject({ format, cases });
      // Damage that is never noticed, or samples that are never read, would prove nothing.
      if (format !== 'any format')
        expect(result!.faulty + result!.refused).toBeGreaterThan(cases / 10);
      expect(result!.read + result!.faulty + result!.refused).toBe(cases);
    },
  );
});

describe('undamaged samples', () => {
  it.each(fuzzTargets.filter((target) => target.bytes === undefined))(
    'of $format are read without a fault',
    async (target) => {
      for (const sample of target.samples)
        expect((await target.run(sample)).map((found) => found.message)).toEqual([]);
    },
  );
});
