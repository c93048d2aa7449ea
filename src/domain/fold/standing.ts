import type { Answers } from '../judging/judgment.ts';
import type { OpenReason } from './open-reason.ts';
import { printUncounted } from './uncounted.ts';
import type { UnitJudgment } from './uncounted.ts';

/**
 * Where a unit stands. `awaiting`: judgments are missing that it must have. `open`: it has them, and
 * they leave a question unanswered or break a constraint, so somebody must rule. `settled`: they
 * give an answer. `ruled`: a ruling gives it. `excluded`: a ruling took the unit out.
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

/** What a ruling comes to: answers, an exclusion, or a fault that it leaves. */
export type RuledState =
  | {
      readonly state: 'ruled';
      readonly answers: Answers;
      readonly by: string;
      readonly reason: string;
    }
  | { readonly state: 'excluded'; readonly by: string; readonly reason: string }
  | { readonly state: 'open'; readonly why: readonly OpenReason[] };

/**
 * Whose judgments a unit waits for, as a reader gets it.
 * @example printMissing(['gpt-5-nano#5']) // 'waits for gpt-5-nano#5'
 */
export function printMissing(
  missing: readonly string[],
  uncounted: readonly UnitJudgment[] = [],
): string {
  const names = missing.filter((name) => name !== '');
  const others = missing.length > names.length ? ['another annotator'] : [];
  const all = [...names, ...others];
  if (all.length > 0) return `waits for ${all.join(', ')}`;
  return uncounted.length === 0 ? 'nobody has judged it' : printUncounted(uncounted);
}
