import type { CodedText } from '../coded-text.ts';
import { groupBy } from '../group-by.ts';
import { codedText } from '../text-values.ts';

/**
 * Why a judgment does not count. `stale`: other questions, or another guideline. `training`: its
 * truth is known. `invalid`: an answer is off its scale. `not-admitted`: its round asks for a
 * training that the annotator has not passed. `round-not-passed`: its pilot is open;
 * `round-failed`: it is closed, and its gate has neither passed nor been waived. `round-not-named`:
 * the protocol names the rounds that count, and not this one. `outside-rounds`: it belongs to no
 * round, and the task has rounds.
 */
type UncountedReason = LeftOut | Weightless | Pending | 'not-admitted' | NotTruth;

/** Of judgments that are not folded at all. */
type LeftOut = 'superseded' | 'stale' | 'training' | 'invalid';
/** Of everything that an annotator says. */
export type Weightless = 'not-on-panel' | 'weight-0';
/** Of pilots: what they disagree on is discussed, and may be ruled on. */
type Pending = 'round-not-passed' | 'round-failed';
/** Of judgments whose round is never part of the truth. */
type NotTruth = 'round-not-named' | 'outside-rounds';

/** Why a judgment does not count, and the round that is to blame where one is. */
export interface Uncounted {
  readonly why: UncountedReason;
  readonly round: string | null;
  /** Of a stale one under the present questions: the other guideline version it was given under. */
  readonly guideline?: string;
}

/** A judgment on a unit: what it weighs, or why it does not count. */
export interface UnitJudgment {
  readonly annotator: string;
  readonly weight: number;
  readonly uncounted: Uncounted | null;
}

/** Whether judgments of a pilot do not count because it has not passed. */
export function isPending({ why }: Uncounted): boolean {
  return why === 'round-not-passed' || why === 'round-failed';
}

/** Whether the reason is the annotator, not the round or the unit. */
export function isWeightless({ why }: Uncounted): boolean {
  return why === 'not-on-panel' || why === 'weight-0';
}

/** The reason as a text in every language. */
export function uncountedText({ why, round, guideline }: Uncounted): CodedText {
  if (guideline !== undefined) return codedText('uncounted-stale-guideline', { guideline });
  return codedText(`uncounted-${why}`, round === null ? {} : { round });
}

/** The judgments that do not count, counted by their reasons. */
export function uncountedTexts(judgments: readonly UnitJudgment[]): readonly CodedText[] {
  const found = judgments.flatMap(({ uncounted }) => (uncounted === null ? [] : [uncounted]));
  const groups = groupBy(
    found,
    ({ why, round, guideline }) => `${why} ${round ?? ''} ${guideline ?? ''}`,
  );
  return [...groups.values()].map((group) =>
    codedText('judgments-uncounted', { count: group.length, reason: uncountedText(group[0]!) }),
  );
}

/** Whether a warning says how many judgments count, so that nobody has to say it again. */
export function saysWhatCounts({ code }: Pick<CodedText, 'code'>): boolean {
  return code === 'judgments-count' || code === 'judgments-count-now';
}
