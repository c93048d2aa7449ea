import { dawidSkene } from '../src/statistics/fold/dawid-skene.ts';
import { iterativeStratification } from '../src/statistics/release/iterative-stratification.ts';
import type { LabelMatrix } from '../src/statistics/label-matrix.ts';
import { mace } from '../src/statistics/fold/mace.ts';
import { majorityVote } from '../src/statistics/fold/majority-vote.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import { stratifiedSplit } from '../src/statistics/release/stratified-split.ts';
import type { Votes } from '../src/statistics/votes.ts';

const units = 100_000;
const votesPerUnit = 5;
const annotators = 200;
const categories = 4;

let crowd: Votes | undefined;
let matrix: LabelMatrix | undefined;

/**
 * 100,000 units × 5 votes by 200 annotators whose accuracy is even in 0.55–0.95; errors even over
 * the other categories.
 */
function prepareCrowd(): Votes {
  if (crowd !== undefined) return crowd;
  const random = seededRandom('crowd');
  const accuracy = Float64Array.from({ length: annotators }, () => 0.55 + 0.4 * random.next());
  const unit = new Int32Array(units * votesPerUnit);
  const annotator = new Int32Array(unit.length);
  const answer = new Int32Array(unit.length);
  for (let vote = 0, index = 0; index < units; index++) {
    const truth = random.integer(categories);
    for (let count = 0; count < votesPerUnit; count++, vote++) {
      unit[vote] = index;
      annotator[vote] = random.integer(annotators);
      answer[vote] =
        random.next() < accuracy[annotator[vote]]
          ? truth
          : (truth + 1 + random.integer(categories - 1)) % categories;
    }
  }
  crowd = { units, annotators, categories, unit, annotator, answer };
  return crowd;
}

/** 20,000 units × 14 labels, prevalence from 0.01 to 0.35, spaced by logarithm. */
function prepareMatrix(): LabelMatrix {
  if (matrix !== undefined) return matrix;
  const random = seededRandom('labels');
  const labels = 14;
  const has = Uint8Array.from({ length: 20_000 * labels }, (_, cell) =>
    random.next() < 0.01 * 35 ** ((cell % labels) / (labels - 1)) ? 1 : 0,
  );
  matrix = { units: 20_000, labels, has };
  return matrix;
}

const fiveFolds = [0.2, 0.2, 0.2, 0.2, 0.2];

/** `reference` names the same work in reference/aggregation.py. */
export const benchmarks: readonly {
  readonly name: string;
  readonly reference?: string;
  prepare?(): unknown;
  run(): unknown;
}[] = [
  {
    name: 'Dawid–Skene, 500k votes, 10 iterations',
    reference: 'Dawid-Skene, 500k votes, 10 iterations (pandas, in the way of crowd-kit)',
    prepare: prepareCrowd,
    run: () => dawidSkene(prepareCrowd(), { iterations: 10, tolerance: 0 }),
  },
  {
    name: 'MACE, 500k votes, 10 iterations, one start',
    reference: 'MACE, 500k votes, 10 iterations (pandas, in the way of crowd-kit)',
    prepare: prepareCrowd,
    run: () =>
      mace(prepareCrowd(), { iterations: 10, tolerance: 0, from: { seed: 1, restarts: 0 } }),
  },
  {
    name: 'majority vote, 500k votes',
    reference: 'majority vote, 500k votes (pandas, in the way of crowd-kit)',
    prepare: prepareCrowd,
    run: () => majorityVote(prepareCrowd()),
  },
  {
    name: 'iterative stratification, 20,000 × 14, five folds',
    reference:
      'iterative stratification, 20,000 x 14, five folds (numpy, in the way of ' +
      'iterative-stratification)',
    prepare: prepareMatrix,
    run: () => iterativeStratification(prepareMatrix(), fiveFolds),
  },
  {
    name: 'stratified split with exact sizes and report, 20,000 × 14, five folds',
    reference:
      'iterative stratification, 20,000 x 14, five folds (numpy, in the way of ' +
      'iterative-stratification)',
    prepare: prepareMatrix,
    run: () => stratifiedSplit(prepareMatrix(), { shares: fiveFolds, seed: 1 }),
  },
];
