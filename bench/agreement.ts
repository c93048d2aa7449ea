import { withResampledInterval } from '../src/statistics/bootstrap-interval.ts';
import { bootstrapTogether } from '../src/statistics/bootstrap.ts';
import { cohenKappa } from '../src/statistics/agreement/cohen-kappa.ts';
import { hasValue } from '../src/statistics/estimate.ts';
import { fleissKappa } from '../src/statistics/agreement/fleiss-kappa.ts';
import { gwetAc } from '../src/statistics/agreement/gwet-ac.ts';
import {
  krippendorffAlpha,
  krippendorffAlphaStatistic,
} from '../src/statistics/agreement/krippendorff-alpha.ts';
import type { LabelMasks } from '../src/statistics/agreement/label-masks.ts';
import { labelConfusions, labelPatterns } from '../src/statistics/agreement/label-masks.ts';
import { labelSetAlpha, labelSetsFromMasks } from '../src/statistics/agreement/label-set-alpha.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';

const labels = 14;
const accuracies = [0.97, 0.95, 0.92];
const draws = { resamples: 1000, seed: 1 };

/**
 * Three annotators on fourteen yes-or-no labels whose prevalence goes from 0.02 to 0.35 in equal
 * steps; each annotator is
 * right with their own probability on every label, otherwise the answer flips. A rating is a mask
 * of fourteen bits.
 */
export function simulateMasks(units: number, seed: number): LabelMasks {
  const random = seededRandom(seed);
  const masks = new Uint16Array(units * accuracies.length);
  for (let unit = 0; unit < units; unit++) {
    for (let label = 0; label < labels; label++) {
      const truth = random.next() < 0.02 + (0.33 * label) / (labels - 1) ? 1 : 0;
      for (let annotator = 0; annotator < accuracies.length; annotator++) {
        const answer = random.next() < accuracies[annotator] ? truth : 1 - truth;
        masks[unit * accuracies.length + annotator] |= answer << label;
      }
    }
  }
  return { units, annotators: accuracies.length, labels, masks };
}

const million = once(() => simulateMasks(1_000_000, 1));
const twoThousand = once(() => simulateMasks(2000, 2));

/**
 * What `npm run bench` measures of agreement; `reference` names the entry of reference/agreement.py
 * to compare with.
 */
export const benchmarks = [
  {
    name: 'Krippendorff alpha, 1,000,000 units × 3 annotators × 14 labels',
    reference: 'alpha, vectorised numpy in place of fast-krippendorff',
    prepare: million,
    run: () => labelPatterns(million()).map((patterns) => krippendorffAlpha(patterns)),
  },
  {
    name: 'Fleiss kappa, 1,000,000 units × 3 annotators × 14 labels',
    reference: 'fleiss, statsmodels aggregate_raters + fleiss_kappa',
    prepare: million,
    run: () => labelPatterns(million()).map((patterns) => fleissKappa(patterns)),
  },
  {
    name: 'Gwet AC1, 1,000,000 units × 3 annotators × 14 labels',
    reference: 'ac1, vectorised numpy in place of irrCAC',
    prepare: million,
    run: () => labelPatterns(million()).map((patterns) => gwetAc(patterns)),
  },
  {
    name: 'Cohen kappa of three pairs, 1,000,000 units × 14 labels',
    reference: 'cohen, scikit-learn cohen_kappa_score',
    prepare: million,
    run: () =>
      [
        [0, 1],
        [0, 2],
        [1, 2],
      ].map(([first, second]) =>
        labelConfusions(million(), first, second).map((cells) => cohenKappa(cells)),
      ),
  },
  {
    name: 'alpha with MASI distance, 2,000 units × 3 label sets',
    reference: 'masi, vectorised numpy in place of NLTK',
    prepare: twoThousand,
    run: () => labelSetAlpha(labelSetsFromMasks(twoThousand())),
  },
  {
    name: 'bootstrap of alpha, 1,000 resamples of 2,000 units × 3 annotators × 14 labels',
    reference: 'bootstrap, vectorised numpy',
    prepare: twoThousand,
    run: () => {
      const questions = labelPatterns(twoThousand()).map((patterns) => ({
        patterns,
        statistic: krippendorffAlphaStatistic(patterns),
        alpha: krippendorffAlpha(patterns),
      }));
      const resampled = bootstrapTogether(questions, draws);
      return questions.map(({ alpha }, index) =>
        hasValue(alpha) ? withResampledInterval(alpha, resampled[index], draws) : alpha,
      );
    },
  },
] as const;

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
