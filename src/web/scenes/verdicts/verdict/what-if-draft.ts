import type { Task } from '../../../../domain/protocol/task.ts';
import type { TraceUnit } from '../../../../server/routes/verdicts/verdicts.ts';
import type {
  Followed,
  RulingAnswers,
  RulingLogic,
  Voted,
} from '../../rulings/case/ruling-draft.ts';
import { statedAnswers } from '../../rulings/case/ruling-draft.ts';

/** What somebody tries on a unit: other answers, or to leave it out. */
export interface WhatIfDraft {
  readonly answers: RulingAnswers;
  /** Questions that were decided on purpose, or followed from one that was. */
  readonly touched: ReadonlySet<string>;
  readonly followed: readonly Followed[];
  readonly isExcluded: boolean;
}

/** What the server is asked about, and what a ruling would state. */
export type WhatIfDecision = { readonly answers: RulingAnswers } | { readonly exclude: true };

/** Begins with the truth as it stands; where there is none, with what the votes agree on. */
export function firstDraft(task: Task, logic: RulingLogic, unit: TraceUnit): WhatIfDraft {
  const agreed = Object.fromEntries(
    votedOf(unit).flatMap(({ question, answer }) => (answer === null ? [] : [[question, answer]])),
  );
  const given: RulingAnswers = { ...agreed, ...unit.answers };
  const known = new Set(task.questions.map((question) => question.id));
  const answers = Object.fromEntries(
    Object.entries(given).filter(
      ([question]) => known.has(question) && logic.isAsked(given, question),
    ),
  );
  return { answers, touched: new Set(), followed: [], isExcluded: unit.state === 'excluded' };
}

/** What the votes on a unit decide, question by question. */
export function votedOf({ grounds }: TraceUnit): readonly Voted[] {
  if (grounds.consensus !== null)
    return grounds.consensus.questions.map(({ question, answer }) => ({ question, answer }));
  return Object.entries(grounds.stored ?? {}).map(([question, answer]) => ({ question, answer }));
}

/** The decision of a draft, without what is no longer asked; null if it changes nothing. */
export function decisionOf(
  draft: WhatIfDraft,
  first: WhatIfDraft,
  logic: RulingLogic,
  unit: TraceUnit,
): WhatIfDecision | null {
  if (draft.isExcluded) return first.isExcluded ? null : { exclude: true };
  const asked = Object.fromEntries(
    Object.entries(draft.answers).filter(([question]) => logic.isAsked(draft.answers, question)),
  );
  if (!first.isExcluded && changedQuestions(draft, first).length === 0) return null;
  return { answers: statedAnswers(asked, votedOf(unit), draft.touched) };
}

/** The questions whose answer is another than the one that stands. */
export function changedQuestions(
  { answers }: Pick<WhatIfDraft, 'answers'>,
  first: Pick<WhatIfDraft, 'answers'>,
): readonly string[] {
  return [...new Set([...Object.keys(answers), ...Object.keys(first.answers)])].filter(
    (question) => answers[question] !== first.answers[question],
  );
}
