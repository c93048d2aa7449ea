import { MemoryStore } from './browser-store.ts';
import type { BrowserStore, StoreChange } from './browser-store.ts';
import { draftKey } from './saves.ts';
import type { StoredDraft, StoredSave } from './saves.ts';

/**
 * Keeps in a place that may fail later, when the disk is full or the browser has cleared it: what
 * it does not take is held in memory, still
 * sent, and the page says that it must not be closed before.
 */
export class FallbackStore implements BrowserStore {
  readonly #first: BrowserStore;
  readonly #memory = new MemoryStore();
  #hasFailed = false;

  constructor(first: BrowserStore) {
    this.#first = first;
  }

  get isLasting(): boolean {
    return this.#first.isLasting && !this.#hasFailed;
  }

  async change(change: StoreChange): Promise<void> {
    // What is in memory goes when it is removed, and is outdated when it is put elsewhere.
    await this.#memory.change({
      removeSaves: [
        ...(change.removeSaves ?? []),
        ...(change.putSaves ?? []).map((save) => save.key),
      ],
      removeDrafts: [
        ...(change.removeDrafts ?? []),
        ...(change.putDrafts ?? []).map((draft) => draftKey(draft.run, draft.unit)),
      ],
    });
    try {
      await this.#first.change(change);
    } catch {
      // Told by isLasting.
      this.#hasFailed = true;
      await this.#memory.change(change);
    }
  }

  async saves(): Promise<readonly StoredSave[]> {
    const byKey = new Map(
      [...(await this.#read([], () => this.#first.saves())), ...(await this.#memory.saves())].map(
        (save) => [save.key, save],
      ),
    );
    return [...byKey.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  }

  async drafts(): Promise<readonly StoredDraft[]> {
    const all = [
      ...(await this.#read([], () => this.#first.drafts())),
      ...(await this.#memory.drafts()),
    ];
    return [...new Map(all.map((draft) => [draftKey(draft.run, draft.unit), draft])).values()];
  }

  async draft(run: string, unit: string): Promise<StoredDraft | null> {
    return (
      (await this.#memory.draft(run, unit)) ??
      (await this.#read(null, () => this.#first.draft(run, unit)))
    );
  }

  async #read<Value>(otherwise: Value, ask: () => Promise<Value>): Promise<Value> {
    try {
      return await ask();
    } catch {
      this.#hasFailed = true;
      return otherwise;
    }
  }
}
