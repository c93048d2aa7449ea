import { codedText } from '../../domain/text-values.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Answer } from '../../domain/answer.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { shortHash } from './panel-truths.ts';
import { unitIn } from './subject-units.ts';
import type { RulingRemark, TopicTruths } from './topic-truths.ts';

/** A ruling with what it corrects, as far as that is known. */
export interface GivenRuling {
  readonly ruling: Ruling;
  readonly original: Answers | null;
  /** What the hash of the rulings is over. */
  readonly content: object;
}

/**
 * Applies the last ruling on each unit and counts the results. A ruling on an unjudged unit counts
 * if it is complete; one that corrects what the judgments no longer say counts, and is called
 * stale.
 */
export function applyRulings(truths: TopicTruths, given: readonly GivenRuling[]): void {
  const latest = new Map(given.map((one) => [one.ruling.unit, one]));
  const unused: RulingRemark[] = [];
  const later: RulingRemark[] = [];
  const stale: RulingRemark[] = [];
  const applied = new Map<number, Ruling>();
  for (const { ruling, original } of latest.values()) {
    const unit = unitIn(truths.known.units, ruling.unit);
    const why = unit < 0 ? null : truths.whyUnused(unit, ruling);
    if (unit < 0) unused.push({ unit: ruling.unit, why: codedText('not-among-units') });
    else if (why !== null) later.push({ unit: ruling.unit, why });
    else {
      applied.set(unit, ruling);
      stale.push(...staleClaims(truths, unit, ruling.unit, original ?? {}));
    }
  }
  const report = { applied: applied.size, unused: [...unused, ...later], stale };
  truths.rule(applied, report, rulingsHash(latest));
}

/** What the rulings' hash covers, as for an override entry; `original` is what it corrects. */
export function rulingContent({ unit, reason, decision }: Ruling, original: Answers): object {
  return decision.kind === 'exclude'
    ? { unit, excluded: true, reason }
    : { unit, original, corrected: decision.answers, reason };
}

/** True when a claim about a question is so. No answer is `none` in an override file. */
export function claimHolds(claimed: Answer, present: Answer | undefined): boolean {
  return String(claimed) === String(present ?? 'none');
}

function rulingsHash(given: ReadonlyMap<string, GivenRuling>): string | null {
  const inOrder = [...given].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return given.size === 0 ? null : shortHash(inOrder.map(([, one]) => one.content));
}

/** What a correction wrongly claims the judgments said; nothing while judgments are missing. */
function staleClaims(
  truths: TopicTruths,
  unit: number,
  id: string,
  original: Answers,
): readonly RulingRemark[] {
  if (truths.base(unit).state === 'missing' && truths.known.table.isJudged(unit)) return [];
  const present = truths.baseAnswers(id);
  return Object.entries(original).flatMap(([field, claimed]) => {
    if (claimHolds(claimed, present[field])) return [];
    const got = String(claimed);
    const now = present[field];
    const expected = now === undefined ? codedText('no-answer') : String(now);
    const values = { unit: id, field, got, expected };
    return [{ unit: id, why: { code: 'stale-override', values } }];
  });
}
