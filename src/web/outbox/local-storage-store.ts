import { MemoryStore } from './browser-store.ts';
import type { BrowserStore, StoreChange } from './browser-store.ts';
import type { StoredDraft, StoredSave } from './saves.ts';

/** The part of localStorage that is needed. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem'>;

interface Snapshot {
  readonly saves: readonly (readonly [string, StoredSave])[];
  readonly drafts: readonly (readonly [string, StoredDraft])[];
}

/** Stores everything in localStorage as one text, read each time, as other tabs write it too. */
export class LocalStorageStore extends MemoryStore implements BrowserStore {
  override readonly isLasting = true;
  readonly #storage: TextStorage;
  readonly #name: string;

  constructor(storage: TextStorage, account: string) {
    super();
    this.#storage = storage;
    this.#name = `assay-outbox-${account}`;
    // Throws at once where even this is refused.
    storage.setItem(this.#name, storage.getItem(this.#name) ?? '{}');
  }

  override async change(change: StoreChange): Promise<void> {
    this.#load();
    await super.change(change);
    const { saves, drafts } = this.kept;
    const snapshot: Snapshot = { saves: [...saves], drafts: [...drafts] };
    this.#storage.setItem(this.#name, JSON.stringify(snapshot));
  }

  override async saves(): Promise<readonly StoredSave[]> {
    this.#load();
    return await super.saves();
  }

  override async drafts(): Promise<readonly StoredDraft[]> {
    this.#load();
    return await super.drafts();
  }

  #load(): void {
    const read = JSON.parse(this.#storage.getItem(this.#name) ?? '{}') as Partial<Snapshot>;
    for (const part of ['saves', 'drafts'] as const) {
      this.kept[part].clear();
      for (const [key, value] of read[part] ?? [])
        (this.kept[part] as Map<string, unknown>).set(key, value);
    }
  }
}
