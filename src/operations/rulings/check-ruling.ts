import { codedText } from '../../domain/text-values.ts';
import { fault, refuse } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { CompiledTask, GivenAnswers } from '../../truth/judging/faults.ts';
import type { TaskFold } from '../../truth/fold/task-fold.ts';

/** A ruling as it comes from outside: answers, some or all, or the exclusion of the unit. */
export type GivenDecision =
  | { readonly kind: 'answers'; readonly answers: GivenAnswers }
  | { readonly kind: 'exclude' };

/** The decision of a request, which has either answers or an exclusion. */
export function givenDecision(request: {
  readonly answers?: GivenAnswers;
  readonly exclude?: boolean;
}): GivenDecision {
  const { answers, exclude = false } = request;
  if (answers === undefined && exclude) return { kind: 'exclude' };
  if (answers !== undefined && !exclude) return { kind: 'answers', answers };
  const got = answers === undefined ? 'nothing' : codedText('beside-exclude');
  const expected = codedText('answers-or-exclude');
  return refuse('wrong-value', { field: 'answers', got, expected });
}

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
  fold: TaskFold,
  unit: string,
  fields: UnitFields,
  given: GivenDecision,
): CheckedRuling {
  if (given.kind === 'exclude') return { ok: true, decision: { kind: 'exclude' }, stillOpen: [] };
  const stated = Object.fromEntries(
    Object.entries(given.answers).filter(([, answer]) => answer !== undefined && answer !== null),
  );
  if (Object.keys(stated).length === 0) {
    const expected = codedText('answer-or-exclusion');
    return { ok: false, faults: [fault('missing-field', { field: 'answers', expected })] };
  }
  const { wrong, stillOpen } = statedFaults(compiled, agreedAnswers(fold, unit), stated, fields);
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
  const { questions } = compiled.task;
  // A rationale or a quote belongs to a judgment; the truth has none.
  const isFree = (name: string): boolean => {
    const kind = questions.find((question) => question.id === name)?.scale.kind;
    return kind === 'text' || kind === 'quote';
  };
  const isUnstated = ({ code, field }: Fault): boolean =>
    (code === 'missing-field' || code === 'not-applicable') &&
    field !== undefined &&
    !(field in stated);
  const unstated = faults.filter(isUnstated);
  const open = unstated.flatMap(({ code, field }) => (code === 'missing-field' ? [field!] : []));
  const stillOpen = open.filter((name) => !isFree(name));
  return { wrong: faults.filter((one) => !isUnstated(one)), stillOpen };
}

/** The votes' answers to the questions that a decision answers; null for an exclusion. */
export function correctedAnswers(
  fold: TaskFold,
  unit: string,
  decision: Ruling['decision'],
): Answers | null {
  return decision.kind === 'exclude' ? null : corrected(decision, agreedAnswers(fold, unit));
}

/** The agreed answers to the questions that a decision answers. */
export function corrected(decision: Ruling['decision'], agreed: Answers): Answers {
  if (decision.kind === 'exclude') return {};
  const stated = decision.answers;
  return Object.fromEntries(Object.entries(agreed).filter(([name]) => Object.hasOwn(stated, name)));
}

/** What the votes on a unit agree on, question by question. */
export function agreedAnswers(fold: TaskFold, unit: string): Answers {
  const row = fold.units.find(unit);
  if (row < 0) return {};
  const detail = fold.standings.inDetail(row);
  return Object.fromEntries(
    detail.flatMap((one) =>
      one === null || one.answer === null ? [] : [[one.question, one.answer]],
    ),
  );
}
