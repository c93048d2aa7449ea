import { useEffect, useState } from 'react';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { CaseReply } from '../../../../server/routes/rulings/rulings.ts';
import { firstAnswers } from './case-answers.ts';
import type { Followed, RulingAnswers } from './ruling-draft.ts';
import { decidedOf, readRuling, saveRuling, withDecided } from './saved-ruling.ts';
import type { SavedRuling } from './saved-ruling.ts';

/** A ruling as it is being made. */
export interface RulingDraft extends Pick<
  SavedRuling,
  'isExcluded' | 'isEdgeCase' | 'reason' | 'proposal'
> {
  readonly answers: RulingAnswers;
  /** The questions that were decided here, beside what the last ruling states. */
  readonly own: ReadonlySet<string>;
  readonly followed: readonly Followed[];
  /** The last ruling that the reader has seen; a newer one is shown before it is replaced. */
  readonly seen: string | null;
}

/** A ruling, stored in the browser under `name` until it is made or discarded. */
export function useRulingDraft(name: string, task: Task, data: CaseReply) {
  const [restored, setRestored] = useState(() => readRuling(localStorage, name));
  const [draft, setDraft] = useState(() => restoredDraft(task, freshDraft(task, data), restored));
  const isBegun = isChanged(draft, data);
  useEffect(
    () => saveRuling(localStorage, name, isBegun ? savedDraft(draft) : null),
    [name, draft, isBegun],
  );
  return {
    draft,
    isBegun,
    isRestored: restored !== null,
    change: (part: Partial<RulingDraft>) => setDraft((before) => ({ ...before, ...part })),
    restart: () => {
      setRestored(null);
      setDraft(freshDraft(task, data));
    },
    forget: () => saveRuling(localStorage, name, null),
    /** Counts the ruling that is shown next as seen, whether or not it has arrived. */
    markSeen: () => {
      if (draft.seen !== data.last_ruling)
        setDraft((before) => ({ ...before, seen: data.last_ruling }));
      const { seen: _, ...rest } = savedDraft(draft);
      saveRuling(localStorage, name, isBegun ? rest : null);
    },
  };
}

function freshDraft(task: Task, data: CaseReply): RulingDraft {
  const last = data.rulings.at(-1);
  return {
    answers: firstAnswers(task, data),
    own: new Set(),
    followed: [],
    isExcluded: last?.decision.kind === 'exclude',
    isEdgeCase: last?.edge_case ?? false,
    reason: '',
    proposal: null,
    seen: data.last_ruling,
  };
}

function restoredDraft(task: Task, fresh: RulingDraft, saved: SavedRuling | null): RulingDraft {
  if (saved === null) return fresh;
  const { decided, seen = fresh.seen, ...rest } = saved;
  return {
    ...fresh,
    ...rest,
    seen,
    answers: withDecided(task, fresh.answers, decided),
    own: new Set(Object.keys(decided)),
  };
}

/** Whether anything was decided or written. */
function isChanged(draft: RulingDraft, { rulings }: CaseReply): boolean {
  const last = rulings.at(-1);
  return (
    draft.own.size > 0 ||
    draft.reason !== '' ||
    (draft.proposal ?? '') !== '' ||
    draft.isExcluded !== (last?.decision.kind === 'exclude') ||
    draft.isEdgeCase !== (last?.edge_case ?? false)
  );
}

function savedDraft({ answers, own, followed: _, ...rest }: RulingDraft): SavedRuling {
  return { ...rest, decided: decidedOf(answers, own) };
}
