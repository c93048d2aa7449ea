import { useEffect, useState } from 'react';
import type { DraftProblem } from '../../../outbox/draft-store.ts';
import type { Outbox } from '../../../outbox/outbox.ts';
import type { DraftContent, ServerDraft } from '../../../outbox/saves.ts';
import { draftOf } from './form/form-content.ts';
import type { FormContent } from './form/form-content.ts';
import type { FormEngine } from './form/form-engine.ts';
import type { OpenForm } from './form/use-form.ts';
import type { CurrentUnit } from './use-current-unit.ts';
import type { RunFacts } from './use-run-facts.ts';

/** What a unit's form starts with. */
export interface FormStart {
  readonly form: FormContent;
  readonly problem: DraftProblem | null;
}

/** What a form starts with: the draft here or on the server, else the judgment to revise. */
export function openDraft(
  outbox: Outbox,
  engine: FormEngine,
  { run }: RunFacts,
  { shown, handedIn }: CurrentUnit,
): FormStart {
  const { content, problem } = outbox.drafts.open(run.run, shown.unit, {
    draft: shown.draft as ServerDraft | null,
    judgment: shown.judgment?.id ?? null,
  });
  const { answers = {}, asides = {} } = content ?? {};
  const isEmpty = Object.keys(answers).length + Object.keys(asides).length === 0;
  const judged = handedIn?.content ?? (shown.judgment as DraftContent | null);
  return { form: engine.read(isEmpty ? (judged ?? content) : content), problem };
}

/** What is wrong with a unit's draft, and how to settle it. */
export type DraftState = ReturnType<typeof useDraft>;

/** Stores a form as it is filled in, and follows its draft in other tabs and on other devices. */
export function useDraft(
  outbox: Outbox,
  engine: FormEngine,
  { run: { run }, task }: RunFacts,
  unit: string,
  open: OpenForm,
  start: FormStart,
  options: { readonly isOff: boolean; readonly onSubmittedElsewhere: () => void },
) {
  const [problem, setProblem] = useState(start.problem);
  const { isOff, onSubmittedElsewhere } = options;
  const { form, turn, replace } = open;
  useEffect(() => {
    if (turn > 0 && !isOff) outbox.drafts.save(run, unit, draftOf(task, form));
  }, [outbox, run, unit, task, form, turn, isOff]);
  useEffect(
    () =>
      outbox.drafts.follow(run, unit, (event) => {
        if (event.is === 'written') replace(engine.read(event.content));
        else if (event.is === 'submitted') onSubmittedElsewhere();
        else setProblem(event.problem);
      }),
    [outbox, run, unit, engine, replace, onSubmittedElsewhere],
  );
  const settle = (which: 'mine' | 'theirs'): void => {
    const content = outbox.drafts.settle(run, unit, which);
    if (which === 'theirs') replace(engine.read(content));
    setProblem(null);
  };
  return { problem, settle };
}
