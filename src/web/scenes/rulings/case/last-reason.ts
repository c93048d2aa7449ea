import type { RulingStorage } from './saved-ruling.ts';

/** The reason of the last ruling that an account made on a task; empty when there is none. */
export function readLastReason(storage: RulingStorage, name: string): string {
  try {
    return storage.getItem(name) ?? '';
  } catch {
    // The browser stores nothing, so there is no earlier reason.
    return '';
  }
}

/** Stores a reason, so that the next case can take it. */
export function keepLastReason(storage: RulingStorage, name: string, reason: string): void {
  try {
    storage.setItem(name, reason.trim());
  } catch {
    // The storage is full or not allowed. It is a convenience only.
  }
}

/** The name under which it is stored. */
export function lastReasonName(account: string, project: string, task: string): string {
  return `assay-last-reason ${JSON.stringify([account, project, task])}`;
}
