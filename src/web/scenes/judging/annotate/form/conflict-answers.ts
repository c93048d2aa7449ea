import type { Task } from '../../../../../domain/protocol/task.ts';
import { answersWords } from '../../../../../formats/protocol/rule-words.ts';
import type { Language } from '../../../../texts/define-texts.ts';
import { offAnswer } from './form-content.ts';
import type { Conflict, Filled } from './form-engine.ts';

/** The answers that contradict each other, or all but one: “Enough evidence”: yes. */
export function conflictAnswers(
  task: Task,
  { answers }: Pick<Filled, 'answers'>,
  { questions }: Conflict,
  language: Language,
  except?: string,
): string {
  const said = task.questions
    .filter(({ id }) => questions.includes(id) && id !== except)
    .map((question) => {
      const given = answers[question.id] ?? (task.form === 'labels' ? offAnswer(question) : null);
      return { question, answer: given ?? null };
    });
  return answersWords(said, language);
}
