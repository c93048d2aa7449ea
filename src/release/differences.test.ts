import { expect, it } from 'vitest';
import { fileDifferences } from './differences.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const decode = (given: Uint8Array): string => new TextDecoder().decode(given);
const found = (file: string, actual: string, expected: string): readonly string[] =>
  fileDifferences(file, bytes(actual), bytes(expected), decode).map(({ what }) => what.code);

it('a file whose lines end in another way is found, and called just that', () => {
  for (const file of ['truth.jsonl', 'dev_set.csv', 'figures.json', 'README.md'])
    expect(found(file, '{"a":1}\r\n{"b":2}\r\n', '{"a":1}\n{"b":2}\n')).toEqual([
      'differs-line-ends',
    ]);
  // A line end that belongs to a cell was changed to another.
  expect(found('dev_set.csv', 'a\n"x\ny"\n', 'a\n"x\r\ny"\n')).toEqual(['differs-line-ends']);
});

it('anything else beside other line ends is told as what it is', () => {
  expect(found('truth.jsonl', '{"a":1}\r\n{"b":3}\r\n', '{"a":1}\n{"b":2}\n')).not.toContain(
    'differs-line-ends',
  );
  expect(found('truth.jsonl', '{"a":1}\n', '{"a":1}\n')).toEqual([]);
});
