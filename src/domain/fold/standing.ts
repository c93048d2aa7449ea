import type { CodedText, TextValue } from '../coded-text.ts';
import type { Answers } from '../judging/judgment.ts';
import { codedText } from '../text-values.ts';
import type { OpenReason } from './open-reason.ts';
import { uncountedTexts } from './uncounted.ts';
import type { UnitJudgment } from './uncounted.ts';

/**
 * Where a unit stands. `awaiting`: judgments are missing that it must have. `open`: it has them,
 * and they leave a question unanswered or break a constraint, so somebody must rule. `settled`:
 * they give an answer. `ruled`: a ruling gives it. `excluded`: a ruling took the unit out.
 */
export const standingNames = ['awaiting', 'open', 'settled', 'ruled', 'excluded'] as const;
export type StandingName = (typeof standingNames)[number];

/** Where a unit stands, and on what authority: a ruling, else the judgments, else nothing yet. */
export type Standing = { readonly unit: string; readonly task: string } & UnitState;

/** What is held to be true about a unit, or why nothing is yet. */
type UnitState =
  | { readonly state: 'settled'; readonly answers: Answers }
  | RuledState
  | { readonly state: 'open'; readonly why: readonly OpenReason[] }
  | {
      readonly state: 'awaiting';
      /** Whose judgments are missing; an empty name is anybody, an empty list everybody. */
      readonly missing: readonly string[];
      /** The judgments that are there and do not count. */
      readonly uncounted: readonly UnitJudgment[];
    };

/** The effect of a ruling: answers, an exclusion, or a fault that it leaves. */
export type RuledState =
  | {
      readonly state: 'ruled';
      readonly answers: Answers;
      readonly by: string;
      readonly reason: string;
    }
  | { readonly state: 'excluded'; readonly by: string; readonly reason: string }
  | { readonly state: 'open'; readonly why: readonly OpenReason[] };

/** Whose judgments a unit waits for, or why those it has do not count, in words. */
export function missingTexts(
  missing: readonly string[],
  uncounted: readonly UnitJudgment[] = [],
): readonly CodedText[] {
  const names: TextValue[] = missing.filter((name) => name !== '');
  if (missing.length > names.length) names.push(codedText('another-annotator'));
  // Stale judgments are not what it waits for, and have to be given again.
  if (names.length > 0)
    return [
      codedText('waits-for', { names }),
      ...uncountedTexts(uncounted.filter((one) => one.uncounted?.why === 'stale')),
    ];
  return uncounted.length === 0 ? [codedText('nobody-has-judged')] : uncountedTexts(uncounted);
}
