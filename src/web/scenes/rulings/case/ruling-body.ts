import type { CaseReply } from '../../../../server/routes/rulings/rulings.ts';
import { statedAnswers } from './ruling-draft.ts';
import type { RulingDraft } from './use-ruling-draft.ts';

interface RulingBody {
  readonly task: string;
  readonly unit: string;
  readonly exclude?: boolean;
  readonly answers?: RulingDraft['answers'];
  readonly reason: string;
  readonly seen: string | null;
  readonly edge_case: boolean;
  readonly guideline_proposal: string | null;
}

/** The ruling as it is sent. */
export function rulingBody(data: CaseReply, draft: RulingDraft): RulingBody {
  const { task, unit, questions, rulings } = data;
  const last = rulings.at(-1)?.decision;
  const lastStated = last?.kind === 'answers' ? Object.keys(last.answers) : [];
  const stated = new Set([...lastStated, ...draft.own]);
  // Votes that do not count settle nothing: the ruling must say it all.
  const counted = data.any_counts ? questions : [];
  const voted = counted.map(({ question, consensus }) => ({
    question,
    answer: consensus?.answer ?? null,
  }));
  return {
    task,
    unit,
    ...(draft.isExcluded
      ? { exclude: true }
      : { answers: statedAnswers(draft.answers, voted, stated) }),
    reason: draft.reason,
    seen: draft.seen,
    edge_case: draft.isEdgeCase,
    guideline_proposal: (draft.proposal ?? '').trim() === '' ? null : draft.proposal,
  };
}

/** What a preview is asked with: the ruling without its reason. */
export function previewBody(data: CaseReply, draft: RulingDraft) {
  const { task, unit, answers, exclude } = rulingBody(data, draft);
  return { task, unit, ...(exclude === true ? { exclude } : { answers }) };
}
