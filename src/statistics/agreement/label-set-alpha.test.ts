import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { labelSetAlpha, labelSetsFromMasks, labelSetsFromRows } from './label-set-alpha.ts';
import { jaccardDistance, masiNltkDistance, setInequality } from './set-distance.ts';

interface SetCase {
  readonly id: string;
  readonly measure: string;
  readonly units: (string[] | null)[][];
  readonly expected: Readonly<
    Record<
      'alpha_masi' | 'alpha_jaccard' | 'alpha_set_equality' | 'alpha_masi_exact_thirds',
      number
    >
  >;
}

const fixture = JSON.parse(
  readFileSync(new URL('../fixtures/agreement-label-sets.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly SetCase[] };

describe('alpha over label sets', () => {
  // Expected values: nltk 3.8; with exact thirds by fast-krippendorff 0.8.3.dev0.
  it.each(fixture.cases.filter(({ measure }) => measure === 'krippendorff_alpha_sets'))(
    '$id',
    ({ units, expected }) => {
      const sets = labelSetsFromRows(units);
      expect(labelSetAlpha(sets).value).toBeCloseTo(expected.alpha_masi_exact_thirds, 10);
      expect(labelSetAlpha(sets, { distance: masiNltkDistance }).value).toBeCloseTo(
        expected.alpha_masi,
        10,
      );
      expect(labelSetAlpha(sets, { distance: jaccardDistance }).value).toBeCloseTo(
        expected.alpha_jaccard,
        10,
      );
      expect(labelSetAlpha(sets, { distance: setInequality }).value).toBeCloseTo(
        expected.alpha_set_equality,
        10,
      );
    },
  );

  it('is the same from masks and from rows', () => {
    const mask = fc.option(fc.nat(63), { nil: null });
    fc.assert(
      fc.property(fc.array(fc.tuple(mask, mask, mask), { minLength: 1, maxLength: 20 }), (rows) => {
        const masks = Uint16Array.from(rows.flat(), (bits) => bits ?? 0x8000);
        const fromMasks = labelSetAlpha(
          labelSetsFromMasks({ units: rows.length, annotators: 3, labels: 6, masks }),
        );
        const fromRows = labelSetAlpha(
          labelSetsFromRows(
            rows.map((row) => row.map((bits) => (bits === null ? null : namesOf(bits)))),
          ),
        );
        expect(fromRows).toMatchObject({ n: fromMasks.n, skipped: fromMasks.skipped });
        if (fromMasks.value === null) expect(fromRows.value).toBeNull();
        else expect(fromRows.value).toBeCloseTo(fromMasks.value, 12);
      }),
      { seed: 1 },
    );
  });

  it('holds more labels than fit in one word', () => {
    const labels = Array.from({ length: 70 }, (_, label) => `label ${label}`);
    const rows = labels.map((label, index) => [[label], [label, labels[(index + 40) % 70]]]);
    // Within units every pair has distance 2/3; by setInequality all sets differ.
    const sets = labelSetsFromRows(rows);
    expect(sets).toMatchObject({ words: 3, ratings: { categories: 140 } });
    expect(labelSetAlpha(sets, { distance: setInequality }).value).toBeCloseTo(0, 12);
    expect(labelSetAlpha(sets).value).toBeCloseTo(
      1 - (139 * 70 * 2 * (2 / 3)) / expectedSum(rows),
      12,
    );
  });

  it('is worked out by hand for three units', () => {
    // Within 2 · 2/3; among: {a} and {a, b} 2 · 2/3, both against {c} twice and the empty set twice
    // 16, those against each other 8.
    const alpha = labelSetAlpha(
      labelSetsFromRows([
        [['a'], ['a', 'b']],
        [['c'], ['c']],
        [[], []],
      ]),
    );
    expect(alpha.value).toBeCloseTo(1 - (5 * (4 / 3)) / (4 / 3 + 16 + 8), 14);
  });

  it('takes the empty set as an answer and null as none', () => {
    expect(
      labelSetAlpha(
        labelSetsFromRows([
          [[], []],
          [['a'], ['a']],
          [['a'], null],
        ]),
      ),
    ).toMatchObject({ value: 1, n: 2, skipped: 1 });
  });

  it('has a bootstrap interval that does not depend on the order of units', () => {
    const rows = fixture.cases[1].units;
    const bootstrap = { resamples: 200, seed: 1 };
    const turned = rows.toReversed().map((row) => row.toReversed());
    expect(labelSetAlpha(labelSetsFromRows(turned), { bootstrap })).toEqual(
      labelSetAlpha(labelSetsFromRows(rows), { bootstrap }),
    );
  });

  it('refuses a row of another length', () => {
    expect(() => labelSetsFromRows([[['a'], []], [['a']]])).toThrow('row 2 has 1 sets, expected 2');
  });
});

function namesOf(bits: number): string[] {
  return ['a', 'b', 'c', 'd', 'e', 'f'].filter((_, label) => (bits >>> label) & 1);
}

/** Σ of MASI distances over all ordered pairs of sets, one by one. */
function expectedSum(rows: readonly (readonly string[][])[]): number {
  const sets = rows.flat();
  let sum = 0;
  for (const [i, first] of sets.entries()) {
    for (const [j, second] of sets.entries()) {
      if (i === j) continue;
      const shared = first.filter((label) => second.includes(label)).length;
      const contained = shared === first.length || shared === second.length;
      sum +=
        shared === 0
          ? 1
          : 1 - (shared / (first.length + second.length - shared)) * (contained ? 2 / 3 : 1 / 3);
    }
  }
  return sum;
}
