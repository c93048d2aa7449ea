import type { StoredDraft, StoredSave } from './saves.ts';
import { draftKey } from './saves.ts';

/** Several changes that happen together or not at all. */
export interface StoreChange {
  readonly putSaves?: readonly StoredSave[];
  readonly removeSaves?: readonly string[];
  readonly putDrafts?: readonly StoredDraft[];
  /** By draftKey. */
  readonly removeDrafts?: readonly string[];
}

/** Stores one account's saves in this browser. All tabs see the same. */
export interface BrowserStore {
  /** Whether it survives when the page is closed. */
  readonly isLasting: boolean;
  change(change: StoreChange): Promise<void>;
  /** In the order in which they were saved. */
  saves(): Promise<readonly StoredSave[]>;
  drafts(): Promise<readonly StoredDraft[]>;
}

/** Stores in memory: for tests, and the last resort of a browser that stores nothing. */
export class MemoryStore implements BrowserStore {
  readonly isLasting: boolean = false;
  protected readonly kept = {
    saves: new Map<string, StoredSave>(),
    drafts: new Map<string, StoredDraft>(),
  };

  async change(change: StoreChange): Promise<void> {
    const { saves, drafts } = this.kept;
    for (const save of change.putSaves ?? []) saves.set(save.key, save);
    for (const key of change.removeSaves ?? []) saves.delete(key);
    for (const draft of change.putDrafts ?? []) drafts.set(draftKey(draft.run, draft.unit), draft);
    for (const key of change.removeDrafts ?? []) drafts.delete(key);
  }

  async saves(): Promise<readonly StoredSave[]> {
    return [...this.kept.saves.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  }

  async drafts(): Promise<readonly StoredDraft[]> {
    return [...this.kept.drafts.values()];
  }
}
