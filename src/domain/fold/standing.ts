import type { CodedText, TextValue } from '../coded-text.ts';
import type { Answers } from '../judging/judgment.ts';
import { codedText } from '../text-values.ts';
import type { OpenReason } from './open-reason.ts';
import { uncountedTexts } from './uncounted.ts';
import type { UnitJudgment } from './uncounted.ts';

/**
 * Where a unit stands; it is in exactly one standing. `undrawn`: no round has asked for it.
 * `awaiting`: judgments are missing that it must have. `open`: somebody must rule, since what is
 * there leaves a question unanswered, breaks a constraint, or was flagged. `uncounted`: it was
 * judged, and none of it counts. `settled`: the judgments give an answer. `ruled`: a ruling gives
 * it. `excluded`: a ruling took the unit out.
 */
export const standingNames = [
  'undrawn',
  'awaiting',
  'open',
  'uncounted',
  'settled',
  'ruled',
  'excluded',
] as const;
export type StandingName = (typeof standingNames)[number];

/** Where a unit stands, and on what authority: a ruling, else the judgments, else nothing yet. */
export type Standing = { readonly unit: string; readonly task: string } & UnitState;

/** What is held to be true about a unit, or why nothing is yet. */
type UnitState =
  | { readonly state: 'settled'; readonly answers: Answers }
  | RuledState
  | { readonly state: 'open'; readonly why: readonly OpenReason[] }
  | { readonly state: 'undrawn' }
  | { readonly state: 'uncounted'; readonly uncounted: readonly UnitJudgment[] }
  | {
      readonly state: 'awaiting';
      /** Whose judgments are missing; an empty name is anybody, an empty list everybody. */
      readonly missing: readonly string[];
      /** The judgments that are there and do not count. */
      readonly uncounted: readonly UnitJudgment[];
      /** Whether every round that asked for it is closed, so that nobody will give them. */
      readonly isClosed: boolean;
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

/** Whose judgments a unit waits for, in words. */
export function missingTexts({
  missing,
  uncounted,
  isClosed,
}: Omit<Extract<UnitState, { readonly state: 'awaiting' }>, 'state'>): readonly CodedText[] {
  const names: TextValue[] = missing.filter((name) => name !== '');
  if (missing.length > names.length) names.push(codedText('another-annotator'));
  // Stale judgments are not what it waits for, and have to be given again.
  if (names.length > 0)
    return [
      codedText('waits-for', { names }),
      ...uncountedTexts(uncounted.filter((one) => one.uncounted?.why === 'stale')),
    ];
  if (uncounted.length > 0) return uncountedTexts(uncounted);
  return [codedText(isClosed ? 'closed-unjudged' : 'nobody-has-judged')];
}
