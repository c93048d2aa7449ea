import { MemoryStore } from './browser-store.ts';
import type { BrowserStore, StoreChange } from './browser-store.ts';
import { draftKey } from './saves.ts';
import type { StoredDraft, StoredSave } from './saves.ts';

/**
 * A store that may fail later, when the disk is full or the browser has cleared it. What it cannot
 * take stays in memory and is still sent; the page says that it must not be closed before.
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
    const { putSaves = [], removeSaves = [], putDrafts = [], removeDrafts = [] } = change;
    const putKeys = putDrafts.map((draft) => draftKey(draft.run, draft.unit));
    // What is in memory is obsolete once it is removed or stored elsewhere.
    await this.#memory.change({
      removeSaves: [...removeSaves, ...putSaves.map((save) => save.key)],
      removeDrafts: [...removeDrafts, ...putKeys],
    });
    try {
      await this.#first.change(change);
    } catch {
      // isLasting reports it.
      this.#hasFailed = true;
      await this.#memory.change(change);
    }
  }

  async saves(): Promise<readonly StoredSave[]> {
    const all = [...(await this.#read('saves')), ...(await this.#memory.saves())];
    const byKey = new Map(all.map((save) => [save.key, save]));
    return [...byKey.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  }

  async drafts(): Promise<readonly StoredDraft[]> {
    const all = [...(await this.#read('drafts')), ...(await this.#memory.drafts())];
    return [...new Map(all.map((draft) => [draftKey(draft.run, draft.unit), draft])).values()];
  }

  async #read<Part extends 'saves' | 'drafts'>(part: Part) {
    try {
      return await (this.#first[part]() as ReturnType<BrowserStore[Part]>);
    } catch {
      this.#hasFailed = true;
      return [];
    }
  }
}
