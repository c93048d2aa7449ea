import { expect, it } from 'vitest';
import { findMutants } from '../scripts/mutation/find-mutants.ts';
import { stratifiedSample } from '../scripts/mutation/stratified-sample.ts';
import { switchedSource } from '../scripts/mutation/switched-source.ts';

const source = `
const seen = [];
function level(age) {
  if (age >= 18 && age < 65) seen.push('adult');
  else seen.push('other');
  return (age ?? 0) - 1;
}
level(30);
level(70);
globalThis.result = [seen.join(), level(18)];
`;

/** What a source computes while one of its mutants is on. */
function run(text: string, on: number): unknown {
  const global: Record<string, unknown> = { __mutant: (id: number) => id === on };
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function('globalThis', text)(global);
  return global['result'];
}

it('a source with all its mutants asleep does what it did', () => {
  const mutants = findMutants('a.ts', source).map((mutant, id) => ({ ...mutant, id }));
  const switched = switchedSource(source, mutants);
  expect(run(switched, -1)).toEqual(run(source, -1));
});

it('a mutant that is on does what the source does with that change alone', () => {
  const mutants = findMutants('a.ts', source).map((mutant, id) => ({ ...mutant, id }));
  const switched = switchedSource(source, mutants);
  expect(mutants.length).toBeGreaterThan(8);
  for (const { id, start, end, text } of mutants)
    expect(run(switched, id)).toEqual(run(source.slice(0, start) + text + source.slice(end), -1));
});

it('a sample gives every group its share, and the same seed the same sample', () => {
  const items = [...Array(90).keys()].map((at) => ({ at, group: at < 60 ? 'a' : 'b' }));
  const draw = (seed: string): readonly { readonly at: number; readonly group: string }[] =>
    stratifiedSample(items, ({ group }) => group, 10, seed);
  expect(draw('1')).toEqual(draw('1'));
  expect(draw('1')).not.toEqual(draw('2'));
  // 60 of 90 are in group a: 6.67 of ten.
  expect(draw('1').filter(({ group }) => group === 'a')).toHaveLength(7);
  expect(new Set(draw('1').map(({ at }) => at)).size).toBe(10);
});
