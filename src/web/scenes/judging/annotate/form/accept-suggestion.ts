import type { Answer } from '../../../../../domain/answer.ts';
import { offAnswer } from './form-content.ts';
import type { FormContent } from './form-content.ts';
import type { Changed, FormEngine } from './form-engine.ts';

/**
 * Answers everything as suggested, question by question, as far as questions are asked. In a form
 * of labels, what is suggested not to apply stays unticked; where nothing applies, that is said.
 */
export function acceptSuggestion(
  engine: FormEngine,
  form: FormContent,
  suggested: Readonly<Record<string, Answer>>,
): Changed {
  const { task, answer, fill } = engine;
  const isLabels = task.form === 'labels';
  const named = task.questions.filter(({ id }) => suggested[id] !== undefined);
  const applying = isLabels
    ? named.filter((question) => suggested[question.id] !== offAnswer(question))
    : named;
  if (isLabels && applying.length === 0) return { form: engine.sayNone(form), consequences: [] };
  return applying.reduce(
    (changed: Changed, { id }) => {
      if (!fill(changed.form).asked.has(id)) return changed;
      const next = answer(changed.form, id, suggested[id]!);
      return { form: next.form, consequences: [...changed.consequences, ...next.consequences] };
    },
    { form, consequences: [] },
  );
}
