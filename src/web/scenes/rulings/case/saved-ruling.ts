import { scaleAnswers } from '../../../../domain/protocol/scale.ts';
import type { Answer } from '../../../../domain/answer.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { RulingAnswers } from './ruling-draft.ts';

/** A ruling that someone has started and not made yet. */
export interface SavedRuling {
  /** The answers given by hand or following from one; null is one that was removed. */
  readonly decided: Readonly<Record<string, Answer | null>>;
  readonly isExcluded: boolean;
  readonly isEdgeCase: boolean;
  readonly reason: string;
  readonly proposal: string | null;
  /** The last ruling that the writer has seen; if absent, the next one shown counts as seen. */
  readonly seen?: string | null;
}

/** The part of localStorage that is used. */
export type RulingStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** The name under which an account's ruling on a unit is stored. */
export function rulingName(account: string, project: string, task: string, unit: string): string {
  return `assay-ruling ${JSON.stringify([account, project, task, unit])}`;
}

/** What was stored; null when there is nothing, or nothing readable. */
export function readRuling(storage: RulingStorage, name: string): SavedRuling | null {
  try {
    return JSON.parse(storage.getItem(name) ?? 'null') as SavedRuling | null;
  } catch {
    // The browser stores nothing, or something else wrote there: start over.
    return null;
  }
}

/** Stores a ruling while it is being made; null removes it. */
export function saveRuling(storage: RulingStorage, name: string, ruling: SavedRuling | null): void {
  try {
    if (ruling === null) storage.removeItem(name);
    else storage.setItem(name, JSON.stringify(ruling));
  } catch {
    // The storage is full or not allowed. The page still has it.
  }
}

/** The answers that a case starts with, replaced by earlier decisions that still fit the task. */
export function withDecided(
  task: Task,
  first: RulingAnswers,
  decided: SavedRuling['decided'],
): RulingAnswers {
  const answers: Record<string, Answer> = { ...first };
  for (const { id, scale } of task.questions) {
    const given = decided[id];
    if (given === null) delete answers[id];
    else if (given !== undefined && scaleAnswers(scale).includes(given)) answers[id] = given;
  }
  return answers;
}

/** What was decided, in the form that is stored. */
export function decidedOf(
  answers: RulingAnswers,
  own: ReadonlySet<string>,
): SavedRuling['decided'] {
  return Object.fromEntries([...own].map((question) => [question, answers[question] ?? null]));
}
