import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dawidSkene } from './dawid-skene.ts';
import { anyVotes, permutes, voteSizes } from '../../../test/permuted-votes.ts';
import { votesFrom } from '../votes.ts';

describe('properties of Dawid–Skene', () => {
  const run = (input: readonly (readonly number[])[]): ReturnType<typeof dawidSkene> =>
    dawidSkene(votesFrom(input, voteSizes), { iterations: 10, tolerance: 0 });

  it('permuting votes, annotators and units, or renaming categories, permutes the result', () => {
    permutes(run, 6, (before, after, shift) => {
      before.reliability.forEach((reliability, annotator) => {
        const moved = after.reliability[(annotator + shift) % 4];
        if (reliability === null) expect(moved).toBeNull();
        else expect(moved).toBeCloseTo(reliability, 6);
      });
    });
  });

  it('posteriors and confusion rows are distributions, unanimity wins, weight 0 is ignored', () => {
    fc.assert(
      fc.property(anyVotes, (input) => {
        const result = run(input);
        for (const table of [result.posterior, result.confusion]) {
          for (let row = 0; row < table.length; row += 3)
            expect(table[row] + table[row + 1] + table[row + 2]).toBeCloseTo(1, 12);
        }
        const heard = [...input.map((row) => [...row, 1]), [0, 0, 0, 0], [3, 1, 2, 0]];
        expect(dawidSkene(votesFrom(heard, voteSizes), { iterations: 10, tolerance: 0 })).toEqual(
          result,
        );
      }),
      { seed: 1 },
    );
    fc.assert(
      fc.property(fc.array(fc.nat(2), { minLength: 1, maxLength: 6 }), (answers) => {
        const unanimous = answers.flatMap((answer, unit) => [
          [unit, 0, answer],
          [unit, 1, answer],
          [unit, 2, answer],
        ]);
        expect(Array.from(run(unanimous).answer.subarray(0, answers.length))).toEqual(answers);
      }),
      { seed: 1 },
    );
  });
});
