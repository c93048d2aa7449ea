import { describe, expect, it } from 'vitest';
import { seededRandom } from '../seeded-random.ts';
import { nearDuplicates, shingleSimilarity } from './near-duplicates.ts';

const random = seededRandom(5);
const words = Array.from({ length: 400 }, (_, at) => `w${at}`);
const text = (length: number): string =>
  Array.from({ length }, () => words[Math.floor(random.next() * words.length)]!).join(' ');

describe('nearly equal texts', () => {
  it('are those that comparing every pair finds', () => {
    const texts = Array.from({ length: 120 }, () => text(40));
    for (let at = 0; at < 60; at += 1) {
      const copy = texts[at]!.split(' ');
      for (let edit = 0; edit <= at % 6; edit += 1)
        copy[Math.floor(random.next() * copy.length)] = `x${at}${edit}`;
      texts.push(copy.join(' '));
    }
    const all = texts.flatMap((one, a) =>
      texts.slice(a + 1).flatMap((other, place) => {
        const similarity = shingleSimilarity(one, other);
        return similarity >= 0.8 ? [{ a, b: a + 1 + place, similarity }] : [];
      }),
    );
    expect(all.length).toBeGreaterThan(10);
    expect(nearDuplicates(texts)).toEqual(all);
  });

  it('of one wording are paired with the first, whatever their case and marks', () => {
    const pairs = nearDuplicates([
      'One, two three!',
      'other words here',
      'one two THREE',
      'One two three',
    ]);
    expect(pairs.map(({ a, b }) => [a, b])).toEqual([
      [0, 2],
      [0, 3],
    ]);
  });

  it('need words, and short texts are compared as a whole', () => {
    expect(nearDuplicates(['', '…', '  '])).toEqual([]);
    expect(nearDuplicates(['yes', 'no', 'Yes.'])).toEqual([{ a: 0, b: 2, similarity: 1 }]);
  });
});
