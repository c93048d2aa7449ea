import { scaleAnswers } from '../../../../domain/protocol/scale.ts';
import type { Answer } from '../../../../domain/answer.ts';
import type { Task } from '../../../../domain/protocol/task.ts';
import type { RulingAnswers } from './ruling-draft.ts';

/** What somebody has written on a case and not ruled yet. */
export interface SavedRuling {
  /** The answers that were given by hand, or followed from one; null is one that was taken away. */
  readonly decided: Readonly<Record<string, Answer | null>>;
  readonly isExcluded: boolean;
  readonly isEdgeCase: boolean;
  readonly reason: string;
  readonly proposal: string | null;
  /**
   * The last ruling of others that one knew of while writing; without it, whatever is shown next is
   * known.
   */
  readonly seen?: string | null;
}

/** The part of localStorage that is needed. */
export type RulingStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Under which name the ruling of somebody on a unit is kept. */
export function rulingName(account: string, project: string, task: string, unit: string): string {
  return `assay-ruling ${JSON.stringify([account, project, task, unit])}`;
}

/** What was kept; null when there is nothing, or nothing that can be read. */
export function readRuling(storage: RulingStorage, name: string): SavedRuling | null {
  try {
    return JSON.parse(storage.getItem(name) ?? 'null') as SavedRuling | null;
  } catch {
    // The browser keeps nothing, or something else has written there: one begins anew.
    return null;
  }
}

/** Keeps a ruling as it is being made; null forgets it. */
export function saveRuling(storage: RulingStorage, name: string, ruling: SavedRuling | null): void {
  try {
    if (ruling === null) storage.removeItem(name);
    else storage.setItem(name, JSON.stringify(ruling));
  } catch {
    // The storage is full or refused. The page still has it.
  }
}

/**
 * The answers that a case begins with, and over them what was decided before, as far as the task
 * still has such answers.
 */
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

/** What was decided, to be kept. */
export function decidedOf(
  answers: RulingAnswers,
  own: ReadonlySet<string>,
): SavedRuling['decided'] {
  return Object.fromEntries([...own].map((question) => [question, answers[question] ?? null]));
}
