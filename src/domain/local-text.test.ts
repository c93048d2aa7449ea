import { describe, expect, it } from 'vitest';
import { inLanguage } from './local-text.ts';

describe('inLanguage', () => {
  it('gives the language, else English, else whatever there is', () => {
    expect(inLanguage('plain', 'de')).toBe('plain');
    expect(inLanguage({ en: 'yes', de: 'ja' }, 'de')).toBe('ja');
    expect(inLanguage({ en: 'yes', de: 'ja' }, 'fr')).toBe('yes');
    expect(inLanguage({ de: 'ja' })).toBe('ja');
  });
});
