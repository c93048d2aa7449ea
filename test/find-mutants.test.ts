import { expect, it } from 'vitest';
import { findMutants } from '../scripts/mutation/find-mutants.ts';

function mutated(source: string): readonly string[] {
  return findMutants('a.ts', source).map(
    ({ start, end, text }) => source.slice(0, start) + text + source.slice(end),
  );
}

it.each([
  ['a < b;', ['a <= b;']],
  ['a >= b;', ['a > b;']],
  ['a === b;', ['a !== b;']],
  ['a * b;', ['a / b;']],
  ['a && b;', ['a || b;']],
  ['const a = true;', ['const a = false;']],
  ['const a = !b;', ['const a = b;']],
  ['if (a) b = 1;', ['if (!(a)) b = 1;']],
  ['log(a);', [';']],
  ['function f() { return a; }', ['function f() { return undefined; }']],
  ['a ?? b;', ['a;']],
  ['await save(a);', [';']],
  // An order of different things has no boundary, and no default is as good as null.
  ['const a = b < c ? -1 : 1;', ['const a = !(b < c) ? -1 : 1;']],
  ['a ?? null;', []],
  // Texts are joined, not added, and what is undefined already cannot be made so.
  ["a + 'b';", []],
  ['function f() { return undefined; }', []],
])('%s becomes %j', (source, expected) => {
  expect(mutated(source)).toEqual(expected);
});

it('leaves types alone, and finds what stands under an assertion', () => {
  const source = 'const a: true | Map<string, false> = (b < c) as true;';
  expect(mutated(source)).toEqual([source.replace('b < c', 'b <= c')]);
});
