import { groupBy } from '../../domain/group-by.ts';
import { annotatorFamily, isModelRun } from '../../domain/judging/annotator.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import { leadingCategory } from '../../statistics/leading-category.ts';
import { percentAgreement } from '../../statistics/agreement/percent-agreement.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { ratingPatterns } from '../../statistics/agreement/rating-patterns.ts';
import { chooseAnnotators, emptyCodes } from '../../statistics/agreement/ratings.ts';
import type { Ratings } from '../../statistics/agreement/ratings.ts';

/** Annotators who are not independent of one another, such as the runs of one model. */
export interface Family {
  readonly name: string;
  /** Their columns in the ratings. */
  readonly members: readonly number[];
}

/**
 * Whose answers gates compare: the people's, where people are among them, else everybody's. Models
 * beside people are measured against each other and against them, and open or close no gate.
 * @example comparedAtGates({ gpt: { kind: 'model' } }, ['anna', 'ben', 'gpt#1']) // ['anna', 'ben']
 */
export function comparedAtGates(panel: Panel, annotators: readonly string[]): readonly string[] {
  const isModel = (name: string): boolean =>
    isModelRun(name) || annotatorFamily(panel, name) !== name;
  const people = annotators.filter((name) => !isModel(name));
  return people.length === 0 ? annotators : people;
}

/** Groups annotators by family, in order of first appearance. */
export function familiesOf(
  annotators: readonly string[],
  familyOf: (annotator: string) => string,
): readonly Family[] {
  const families = groupBy(annotators.keys(), (column) => familyOf(annotators[column]!));
  return [...families].map(([name, members]) => ({ name, members }));
}

/**
 * One column per family: the majority of its members, missing when tied. Agreement is measured
 * between families: runs of one model agree for reasons unrelated to the truth.
 */
export function familyRatings(ratings: Ratings, families: readonly Family[]): Ratings {
  const codes = emptyCodes(ratings.units * families.length, ratings.categories);
  const counts = new Int32Array(ratings.categories);
  for (let unit = 0; unit < ratings.units; unit += 1) {
    families.forEach(({ members }, column) => {
      counts.fill(0);
      for (const member of members) {
        const code = ratings.codes[unit * ratings.annotators + member]!;
        if (code >= 0) counts[code]! += 1;
      }
      codes[unit * families.length + column] = leadingCategory(counts, 0, counts.length);
    });
  }
  return { ...ratings, annotators: families.length, codes };
}

/** How far a family agrees with itself, which is stability and not agreement. */
export function stability(ratings: Ratings, family: Family): Estimate {
  return percentAgreement(ratingPatterns(chooseAnnotators(ratings, family.members)));
}
