import fc from 'fast-check';
import { expect } from 'vitest';

/** Votes on six units by four annotators, with three answers. */
export const anyVotes = fc.array(fc.tuple(fc.nat(5), fc.nat(3), fc.nat(2)), {
  minLength: 1,
  maxLength: 60,
});
export const voteSizes = { units: 6, annotators: 4, categories: 3 };

/** Permuting votes, annotators and units, or renaming categories, permutes what is inferred. */
export function permutes<Result extends { readonly posterior: ArrayLike<number> }>(
  run: (input: readonly (readonly number[])[]) => Result,
  digits: number,
  alsoPermutes: (before: Result, after: Result, shift: number) => void = () => undefined,
): void {
  fc.assert(
    fc.property(anyVotes, fc.nat(), (input, shift) => {
      const before = run(input);
      const moved = input.map(([unit, annotator, answer]) => [
        (unit + shift) % 6,
        (annotator + shift) % 4,
        (answer + shift) % 3,
      ]);
      const after = run(moved.toReversed());
      for (let unit = 0; unit < 6; unit += 1)
        for (let category = 0; category < 3; category += 1) {
          const place = ((unit + shift) % 6) * 3 + ((category + shift) % 3);
          expect(after.posterior[place]).toBeCloseTo(
            before.posterior[unit * 3 + category]!,
            digits,
          );
        }
      alsoPermutes(before, after, shift);
    }),
    { seed: 1 },
  );
}
