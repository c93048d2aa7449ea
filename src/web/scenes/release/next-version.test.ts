import { describe, expect, it } from 'vitest';
import { nextVersion } from './next-version.ts';

describe('the version that is proposed', () => {
  it.each([
    [[], '1.0'],
    [['1.0'], '1.1'],
    [['1.9', '1.8'], '1.10'],
    [['2.0-rc1', '2.0-rc2'], '2.0-rc3'],
    [['final'], 'final.1'],
  ])('after %j is %s', (known, next) => {
    expect(nextVersion(known)).toBe(next);
  });
});
