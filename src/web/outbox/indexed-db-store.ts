import type { BrowserStore, StoreChange } from './browser-store.ts';
import { draftKey } from './saves.ts';
import type { StoredDraft, StoredSave } from './saves.ts';

/** Opens the database of an account. Each account has its own on a shared computer. */
export async function openIndexedDbStore(account: string): Promise<BrowserStore> {
  const request = indexedDB.open(`assay-outbox-${account}`, 1);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('saves', { keyPath: 'key' });
    request.result.createObjectStore('drafts');
  });
  return new IndexedDbStore(await answered(request));
}

class IndexedDbStore implements BrowserStore {
  readonly isLasting = true;
  readonly #database: IDBDatabase;

  constructor(database: IDBDatabase) {
    this.#database = database;
    // A newer version of the page wants to change the database: let it.
    database.addEventListener('versionchange', () => database.close());
  }

  async change(change: StoreChange): Promise<void> {
    // What was submitted must be on disk when the page says so; a draft may be a moment late.
    const durability = (change.putSaves?.length ?? 0) > 0 ? 'strict' : 'relaxed';
    const stores = ['saves', 'drafts'];
    const transaction = this.#database.transaction(stores, 'readwrite', { durability });
    const [saves, drafts] = [transaction.objectStore('saves'), transaction.objectStore('drafts')];
    for (const save of change.putSaves ?? []) saves.put(save);
    for (const key of change.removeSaves ?? []) saves.delete(key);
    for (const draft of change.putDrafts ?? []) drafts.put(draft, draftKey(draft.run, draft.unit));
    for (const key of change.removeDrafts ?? []) drafts.delete(key);
    // Without waiting for another turn of the page, which may be about to close.
    transaction.commit();
    await new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('The browser could not store this.')),
      );
    });
  }

  saves(): Promise<readonly StoredSave[]> {
    return this.#readAll('saves');
  }

  drafts(): Promise<readonly StoredDraft[]> {
    return this.#readAll('drafts');
  }

  #readAll<Stored>(store: 'saves' | 'drafts'): Promise<readonly Stored[]> {
    const transaction = this.#database.transaction(store, 'readonly');
    return answered<Stored[]>(transaction.objectStore(store).getAll());
  }
}

function answered<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The browser could not read what it stored.')),
    );
  });
}
