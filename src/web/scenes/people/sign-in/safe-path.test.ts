import { describe, expect, it } from 'vitest';
import { safePath } from './safe-path.ts';

describe('the way after signing in', () => {
  it('leads to where somebody wanted to go', () => {
    expect(safePath('/work/r1?unit=a%2Fb')).toBe('/work/r1?unit=a%2Fb');
  });

  it('never leads out of the workbench', () => {
    for (const to of [
      undefined,
      '',
      'https://elsewhere.example',
      '//elsewhere.example',
      '/\\elsewhere.example',
      '/sign-in?to=/sign-in',
      'javascript:alert(1)',
    ])
      expect(safePath(to)).toBe('/');
  });
});
