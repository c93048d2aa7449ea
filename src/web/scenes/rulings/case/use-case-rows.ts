import { useState } from 'react';
import { isClosed } from '../../../../domain/protocol/scale.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { CaseReply } from '../../../../server/routes/rulings/rulings.ts';
import { isContested, isTicked } from './case-answers.ts';
import type { RulingLogic } from './ruling-draft.ts';
import type { RulingDraft } from './use-ruling-draft.ts';

type Row = CaseReply['questions'][number];

/** Which questions a case shows, which one the keys act on, and whose votes are unfolded. */
export function useCaseRows(
  task: Task,
  data: CaseReply,
  draft: RulingDraft,
  logic: RulingLogic,
  missing: readonly string[],
) {
  const closed = task.questions.filter(({ scale }) => isClosed(scale)).map(({ id }) => id);
  const voted = data.questions.filter(({ question }) => closed.includes(question));
  const isDisputed = (row: Row): boolean =>
    draft.own.has(row.question) || isContested(task, row, data);
  const [isUndisputed] = useState(() => !voted.some(isDisputed));
  const isShown = (row: Row): boolean => isDisputed(row) || (isUndisputed && isTicked(task, row));
  const [isAll, setAll] = useState(() => !voted.some(isShown));
  const rows = voted.filter((row) => isAll || isShown(row));
  const asked = rows
    .map((row) => row.question)
    .filter((question) => logic.isAsked(draft.answers, question));
  const [cursor, setCursor] = useState(
    () => asked.find((question) => missing.includes(question)) ?? asked[0] ?? '',
  );
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  return {
    rows,
    /** What everybody agrees on. */
    agreed: voted.filter((row) => !isShown(row)),
    isAll,
    toggleAll: () => setAll(!isAll),
    cursor,
    setCursor,
    move: (by: number) => {
      const at = asked.indexOf(cursor) + by;
      setCursor(asked[Math.min(Math.max(at, 0), asked.length - 1)] ?? cursor);
    },
    unfolded,
    unfold: (question: string) =>
      setUnfolded((before) => {
        const after = new Set(before);
        if (!after.delete(question)) after.add(question);
        return after;
      }),
  };
}
