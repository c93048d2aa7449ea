import { questionOf, standingNotes } from '../../domain/discussion/note.ts';
import type { Note } from '../../domain/discussion/note.ts';

/**
 * The questions that nobody has answered: neither in the thread of the unit, nor by a ruling on it
 * of the same time or later. Everything that counts open questions counts these.
 */
export function openQuestions<
  Question extends { readonly seq: number; readonly unit: string; readonly at: string },
>(
  questions: readonly Question[],
  notes: readonly Pick<Note, 'id' | 'kind' | 'about'>[],
  rulings: readonly { readonly unit: string; readonly at: string }[],
): readonly Question[] {
  const answers = standingNotes(notes).filter(({ kind }) => kind === 'answer');
  const answered = new Set(answers.map(questionOf));
  const ruledAt = new Map(rulings.map(({ unit, at }) => [unit, at]));
  return questions.filter(
    ({ seq, unit, at }) => !answered.has(seq) && (ruledAt.get(unit) ?? '') < at,
  );
}
