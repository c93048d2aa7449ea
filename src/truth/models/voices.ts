import { groupBy } from '../../domain/group-by.ts';
import { annotatorFamily, annotatorStanding } from '../../domain/judging/annotator.ts';
import type { Panel } from '../../domain/judging/annotator.ts';

/** The runs of one model among those who judged. */
export interface ModelFamily {
  readonly family: string;
  readonly runs: readonly string[];
}

/** Who judged, by what they are. */
export interface Voices {
  readonly people: readonly string[];
  readonly families: readonly ModelFamily[];
}

/**
 * The people and the models among those who judged; keyword rules are neither, nor is somebody who
 * is not on a panel that names everybody, or not `isKnown` in the project. A name with a run
 * number, `gpt-6#2`, is a model's, also when the panel does not have it.
 * @example const panel = { gpt: { kind: 'model', runs: 2 } };
 * voicesOf(panel, ['gpt#2', 'gpt#1']).families // [{ family: 'gpt', runs: ['gpt#1', 'gpt#2'] }]
 */
export function voicesOf(
  panel: Panel,
  annotators: readonly string[],
  isKnown: (name: string) => boolean = () => true,
): Voices {
  const sorted = annotators.filter(isKnown).toSorted(byName);
  const kinds = new Map(sorted.map((name) => [name, kindOf(panel, name)]));
  const models = sorted.filter((name) => kinds.get(name) === 'model');
  const families = groupBy(models, (name) => familyOf(panel, name));
  return {
    people: sorted.filter((name) => kinds.get(name) === 'human'),
    families: [...families].map(([family, runs]) => ({ family, runs })),
  };
}

/**
 * The family of an annotator: the model of a run, else the annotator.
 * @example familyOf({}, 'gpt-6#2') // 'gpt-6'
 */
export function familyOf(panel: Panel, annotator: string): string {
  const family = annotatorFamily(panel, annotator);
  return family === annotator ? annotator.replace(runNumber, '') : family;
}

/**
 * Orders names with the numbers in them by value: `gpt#2` before `gpt#10`.
 * @example ['gpt#10', 'gpt#2'].toSorted(byName) // ['gpt#2', 'gpt#10']
 */
export function byName(a: string, b: string): number {
  return collator.compare(a, b) || Number(a > b) - Number(a < b);
}

const collator = new Intl.Collator('en', { numeric: true });
const runNumber = /#\d+$/;

function kindOf(panel: Panel, name: string): 'human' | 'model' | 'rule' | null {
  const { kind } = annotatorStanding(panel, name, null);
  if (kind !== 'human' && kind !== null) return kind;
  const isRun = runNumber.test(name) || annotatorFamily(panel, name) !== name;
  return isRun ? 'model' : kind;
}
