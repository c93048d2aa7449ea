import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCatalogue } from '../src/domain/errors.ts';

const text = readFileSync(new URL('../docs/errors.md', import.meta.url), 'utf8');
const rows = [...text.matchAll(/^\| `([^`]+)` +\| (\d+) +\| (.*?) +\| ([^|]*?) +\|$/gm)].map(
  ([, code, status, message, advice]) => ({
    code: code!,
    status: Number(status),
    message: message!,
    advice: advice!,
  }),
);

describe('docs/errors.md', () => {
  it('lists the same codes as the catalogue, in the same order', () => {
    expect(rows.map((row) => row.code)).toEqual(Object.keys(errorCatalogue));
  });

  it('gives the same message and status', () => {
    expect(
      Object.fromEntries(rows.map(({ code, status, message }) => [code, { status, message }])),
    ).toEqual(errorCatalogue);
  });

  it('says for each code what to do', () => {
    expect(rows.filter((row) => row.advice.length < 10).map((row) => row.code)).toEqual([]);
  });
});
