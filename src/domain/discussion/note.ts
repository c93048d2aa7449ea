/**
 * What a note is. `answer`: of a lead or adjudicator, to a question. `comment`: what else is said
 * in the thread of a unit. `entry`: a question and its answer as they are kept, in the FAQ or among
 * the edge cases. `flag`: asks for a second look at a unit. `agenda`: a point for the next meeting.
 * `meeting`: a meeting with the agenda as it was. `decision`: what was decided on a point.
 * `withdrawal`: takes another note back, which stays in the record.
 */
export type NoteKind =
  | 'answer'
  | 'comment'
  | 'entry'
  | 'flag'
  | 'agenda'
  | 'meeting'
  | 'decision'
  | 'withdrawal';

/** Something that somebody said or decided. Never part of the fold, never changed. */
export interface Note {
  readonly id: string;
  readonly project: string;
  readonly kind: NoteKind;
  readonly task: string | null;
  readonly unit: string | null;
  /** What it is about: a question by its number (`question/17`), or another note by its id. */
  readonly about: string | null;
  readonly text: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly by: string;
  readonly at: string;
}

/** How a note names a question that it is about. */
export function aboutQuestion(question: number): string {
  return `question/${question}`;
}

/**
 * The number of the question that a note is about; null when it is about something else.
 * @example questionOf({ about: 'question/17' }) // 17
 */
export function questionOf({ about }: Pick<Note, 'about'>): number | null {
  const [, number] = /^question\/(\d+)$/.exec(about ?? '') ?? [];
  return number === undefined ? null : Number(number);
}

/** How long a note may be. */
export const longestNote = 10_000;

/** The notes that were not taken back. */
export function standingNotes<Given extends Pick<Note, 'id' | 'kind' | 'about'>>(
  notes: readonly Given[],
): readonly Given[] {
  const withdrawn = new Set(
    notes.filter(({ kind }) => kind === 'withdrawal').map(({ about }) => about),
  );
  return notes.filter(({ id, kind }) => kind !== 'withdrawal' && !withdrawn.has(id));
}
