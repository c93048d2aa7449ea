import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cohenKappa } from './cohen-kappa.ts';
import { confusionOfTable } from './confusion.ts';
import type { Estimate } from '../estimate.ts';
import { fleissKappa } from './fleiss-kappa.ts';
import { krippendorffAlpha } from './krippendorff-alpha.ts';
import { labelPatterns, labelRatings } from './label-masks.ts';
import { macroMean } from './macro-mean.ts';
import { pairwiseAgreement } from './pairwise-agreement.ts';
import { unanimousShare } from './percent-agreement.ts';
import { pooledPatterns } from './pooled-patterns.ts';
import { ratingPatterns } from './rating-patterns.ts';
import { ratingsFromRows } from './ratings.ts';
import { linearWeights, positions, quadraticWeights } from './weights.ts';

// The expected numbers are those of the programs that the fixture names under "source", with their
// versions.

interface Topics {
  readonly masks: readonly string[];
  readonly labels: readonly {
    readonly label: string;
    readonly fleiss_kappa: number | null;
    readonly percent_unanimous: number;
    readonly pairwise_cohen: Readonly<Record<string, number | null>>;
  }[];
  readonly macroFleiss: number;
  readonly pooledFleiss: number;
  readonly rounds: readonly {
    readonly id: string;
    readonly table: number[][];
    readonly expected: Record<string, number>;
  }[];
  readonly fleissTables: readonly {
    readonly id: string;
    readonly table: number[][];
    readonly kappa: number | null;
  }[];
}

const topics = JSON.parse(
  readFileSync(new URL('../fixtures/agreement-topics.json', import.meta.url), 'utf8'),
) as Topics;

describe('a panel of three on fourteen topics', () => {
  const masks = {
    units: topics.masks.length,
    annotators: 3,
    labels: topics.labels.length,
    masks: Uint16Array.from(topics.masks.flatMap((line) => line.split(' ').map(Number))),
  };
  const patterns = labelPatterns(masks);

  it.each(topics.labels.map((label, index) => ({ ...label, index })))('$label', (reference) => {
    expectValue(fleissKappa(patterns[reference.index]), reference.fleiss_kappa);
    expect(unanimousShare(patterns[reference.index]).value).toBeCloseTo(
      reference.percent_unanimous,
      12,
    );
    const pairs = pairwiseAgreement(labelRatings(masks, reference.index));
    for (const [index, value] of Object.values(reference.pairwise_cohen).entries())
      expectValue(pairs[index].kappa, value);
  });

  it('the macro mean leaves out the topic nobody used, and says so', () => {
    const mean = macroMean(patterns.map((topic) => fleissKappa(topic)));
    expect(mean.value).toBeCloseTo(topics.macroFleiss, 12);
    expect(mean).toMatchObject({
      n: 13,
      skipped: 1,
      over: {
        code: 'mean-of-questions',
        values: { count: 13, left: { code: 'questions-left-out', values: { without: 1 } } },
      },
    });
  });

  it('pooling stacks all decisions', () => {
    const pooled = fleissKappa(pooledPatterns(patterns));
    expect(pooled.value).toBeCloseTo(topics.pooledFleiss, 12);
    expect(pooled.n).toBe(1400);
  });

  it.each(topics.rounds)('$id of two annotators', ({ table, expected }) => {
    const cells = confusionOfTable(table);
    expect(cells.n).toBe(expected['n']);
    expect(cohenKappa(cells).value).toBeCloseTo(expected['cohen'], 12);
    expect(cohenKappa(cells, { weights: linearWeights(positions(3)) }).value).toBeCloseTo(
      expected['cohen_linear'],
      12,
    );
    expect(cohenKappa(cells, { weights: quadraticWeights(positions(3)) }).value).toBeCloseTo(
      expected['cohen_quadratic'],
      12,
    );
    const rows = table.flatMap((row, a) =>
      row.flatMap((count, b) => Array.from({ length: count }, () => [a, b])),
    );
    const pairs = ratingPatterns(ratingsFromRows(rows, [0, 1, 2]));
    expect(krippendorffAlpha(pairs).value).toBeCloseTo(expected['krippendorff_alpha_nominal'], 12);
    expect(fleissKappa(pairs).value).toBeCloseTo(expected['scott_pi'], 12);
  });

  it.each(topics.fleissTables)('Fleiss table $id', ({ table, kappa }) => {
    const rows = table.map((counts) =>
      counts.flatMap((count, category) => Array.from({ length: count }, () => category)),
    );
    expectValue(fleissKappa(ratingPatterns(ratingsFromRows(rows, [...table[0].keys()]))), kappa);
  });
});

function expectValue(estimate: Estimate, expected: number | null): void {
  if (expected === null) expect(estimate.value).toBeNull();
  else expect(estimate.value).toBeCloseTo(expected, 10);
}
