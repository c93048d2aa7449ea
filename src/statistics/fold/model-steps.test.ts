import { describe, expect, it } from 'vitest';
import { seededRandom } from '../seeded-random.ts';
import { unitRanges } from '../unit-ranges.ts';
import { votesFrom } from '../votes.ts';
import { dawidSkene } from './dawid-skene.ts';
import { mace } from './mace.ts';

/** More units than one step looks at, twice, so that one order cuts them elsewhere than another. */
const units = 41_000;
const random = seededRandom('steps');
const rows = Array.from({ length: units }, (_, unit) => {
  const truth = random.next() < 0.3 ? 1 : 0;
  return [0.9, 0.8, 0.6].map((right, annotator) => [
    unit,
    annotator,
    random.next() < right ? truth : 1 - truth,
  ]);
}).flat();
const turned = rows.map(([unit, annotator, answer]) => [units - 1 - unit!, annotator!, answer!]);

describe.each([
  ['Dawid–Skene', (votes: typeof rows) => dawidSkene(votesFrom(votes), { iterations: 20 })],
  [
    'MACE',
    (votes: typeof rows) =>
      mace(votesFrom(votes), { iterations: 10, from: { seed: 1, restarts: 1 } }),
  ],
] as const)('%s over more units than one step looks at', (_, fit) => {
  it('says the same of them in the opposite order', () => {
    const [found, other] = [fit(rows), fit(turned)];
    expect(other.logLikelihood).toBeCloseTo(found.logLikelihood, 4);
    expect([...other.answer].toReversed()).toEqual([...found.answer]);
    const apart = Array.from({ length: units }, (__, unit) =>
      Math.abs(found.posterior[2 * unit]! - other.posterior[2 * (units - 1 - unit)]!),
    );
    expect(Math.max(...apart)).toBeLessThan(1e-9);
  });
});

it('ranges cover every unit once', () => {
  expect([...unitRanges(0)]).toEqual([]);
  expect([...unitRanges(5, 2)]).toEqual([
    { first: 0, end: 2 },
    { first: 2, end: 4 },
    { first: 4, end: 5 },
  ]);
});
