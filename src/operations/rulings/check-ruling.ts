import { codedText } from '../../domain/text-values.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { CompiledTask, GivenAnswers } from '../../truth/judging/faults.ts';
import type { MonitorTally } from '../../truth/fold/monitor-tally.ts';

/** A ruling as it comes from outside: answers, some or all, or the exclusion of the unit. */
export type GivenDecision =
  | { readonly kind: 'answers'; readonly answers: GivenAnswers }
  | { readonly kind: 'exclude' };

/** A valid decision with the questions it leaves open, or everything that is wrong with it. */
export type CheckedRuling =
  | {
      readonly ok: true;
      readonly decision: Ruling['decision'];
      readonly stillOpen: readonly string[];
    }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/**
 * Checks a decision as the truth will read it: its answers over those that the votes agree on.
 * Answers off their scale, unknown questions, altered quotes and broken constraints are faults.
 */
export function checkRuling(
  compiled: CompiledTask,
  tally: MonitorTally,
  unit: string,
  fields: UnitFields,
  given: GivenDecision,
): CheckedRuling {
  if (given.kind === 'exclude') return { ok: true, decision: { kind: 'exclude' }, stillOpen: [] };
  const stated = Object.fromEntries(
    Object.entries(given.answers).filter(([, answer]) => answer !== undefined && answer !== null),
  );
  if (Object.keys(stated).length === 0)
    return {
      ok: false,
      faults: [
        fault('missing-field', { field: 'answers', expected: codedText('answer-or-exclusion') }),
      ],
    };
  const { wrong, stillOpen } = statedFaults(compiled, agreedAnswers(tally, unit), stated, fields);
  return wrong.length > 0
    ? { ok: false, faults: wrong }
    : { ok: true, decision: { kind: 'answers', answers: stated as Answers }, stillOpen };
}

/** Faults of stated answers over the agreed ones, and the questions that nobody answers. */
export function statedFaults(
  compiled: CompiledTask,
  agreed: Answers,
  stated: GivenAnswers,
  fields: UnitFields | null,
): { readonly wrong: readonly Fault[]; readonly stillOpen: readonly string[] } {
  const faults = compiled.faults({ ...agreed, ...stated }, fields);
  const free = new Set(
    compiled.task.questions
      .filter((question) => question.scale.kind === 'text' || question.scale.kind === 'quote')
      .map((question) => question.id),
  );
  const isOpen = (one: Fault): boolean =>
    one.code === 'missing-field' && one.field !== undefined && !(one.field in stated);
  const isTakenAlong = (one: Fault): boolean =>
    one.code === 'not-applicable' && one.field !== undefined && !(one.field in stated);
  // A rationale or a quote belongs to a judgment; the truth has none.
  const stillOpen = faults
    .filter(isOpen)
    .flatMap((one) => (free.has(one.field!) ? [] : [one.field!]));
  return { wrong: faults.filter((one) => !isOpen(one) && !isTakenAlong(one)), stillOpen };
}

/** The votes' answers to the questions that a decision answers; null for an exclusion. */
export function correctedAnswers(
  tally: MonitorTally,
  unit: string,
  decision: Ruling['decision'],
): Answers | null {
  if (decision.kind === 'exclude') return null;
  const stated = decision.answers;
  return Object.fromEntries(
    Object.entries(agreedAnswers(tally, unit)).filter(([question]) =>
      Object.hasOwn(stated, question),
    ),
  );
}

/** What the votes on a unit agree on, question by question. */
export function agreedAnswers(tally: MonitorTally, unit: string): Answers {
  const row = tally.answers.find(unit);
  if (row < 0) return {};
  const detail = tally.truths.inDetail(row);
  return Object.fromEntries(
    detail.flatMap((one) =>
      one === null || one.answer === null ? [] : [[one.question, one.answer]],
    ),
  );
}
