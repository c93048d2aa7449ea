import { expect, it } from 'vitest';
import { shortId } from './short-id.ts';

it('a heading shows hashes by their beginning, and every other name whole', () => {
  const hash = '4200ab055e8d7e48cbf665d59f74ba0d1f77963ab57f292f303336e45045395a';
  expect(shortId(`${hash}::hr-remote`)).toBe('4200ab05…::hr-remote');
  expect(shortId(hash)).toBe('4200ab05…');
  for (const name of ['MBA-QA-LEV-2025_13', 'NCT91102507::rule-5', '12345678901234567890'])
    expect(shortId(name)).toBe(name);
});
