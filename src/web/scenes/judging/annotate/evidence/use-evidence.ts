import { useCallback, useMemo, useState } from 'react';
import type { Task } from '../../../../../domain/protocol/task.ts';
import type { UnitFields } from '../../../../../domain/units/unit.ts';
import { verbatim } from '../../../../../truth/judging/quote.ts';
import type { Span } from '../../../../../truth/judging/quote.ts';
import type { OpenForm } from '../form/use-form.ts';
import type { Marking } from './marked-lines.ts';

/** What the text and the field for its quote know of each other. */
export interface EvidencePicker {
  /** The question that is quoted for: the one at hand, else the first. */
  readonly question: string;
  /** Whether somebody is looking for a passage. */
  readonly isFinding: boolean;
  readonly find: (isFinding: boolean) => void;
  /** The passage that would be quoted. */
  readonly candidate: Span | null;
  readonly propose: (candidate: Span | null) => void;
  /** Quotes a passage. */
  readonly take: (span: Span) => void;
  readonly markings: readonly Marking[];
}

/** Ties the text of a unit to the question that quotes it; null when the task quotes nothing. */
export function useEvidence(
  task: Task,
  fields: UnitFields,
  open: OpenForm,
  atHand: string | null,
): EvidencePicker | null {
  const quoting = task.questions.filter((one) => one.scale.kind === 'quote');
  const question = quoting.find((one) => one.id === atHand) ?? quoting[0] ?? null;
  const [isFinding, setFinding] = useState(false);
  const [candidate, propose] = useState<Span | null>(null);
  const [taken, setTaken] = useState<Span | null>(null);
  const { answer } = open;
  const id = question?.id ?? null;
  const take = useCallback(
    (span: Span) => {
      if (id === null) return;
      setTaken(span);
      answer(id, span.text);
    },
    [id, answer],
  );
  const find = useCallback((isNow: boolean) => {
    setFinding(isNow);
    if (!isNow) propose(null);
  }, []);
  const quote = id === null ? undefined : open.form.answers[id];
  const source = question?.scale.kind === 'quote' ? String(fields[question.scale.from] ?? '') : '';
  const text = typeof quote === 'string' ? quote : '';
  // The same words may stand there twice; what was selected is what is marked.
  const quoted = taken !== null && taken.text === text ? taken : verbatim(text, source);
  const [from, to] = [quoted?.start ?? null, quoted?.end ?? null];
  // The text is redrawn only when something else is marked, not with every letter that is typed.
  const markings = useMemo(
    (): readonly Marking[] => [
      ...(from === null || to === null ? [] : [{ start: from, end: to, kind: 'quoted' as const }]),
      ...(candidate === null
        ? []
        : [{ start: candidate.start, end: candidate.end, kind: 'candidate' as const }]),
    ],
    [from, to, candidate],
  );
  return useMemo(
    () =>
      id === null ? null : { question: id, isFinding, find, candidate, propose, take, markings },
    [id, isFinding, find, candidate, take, markings],
  );
}
