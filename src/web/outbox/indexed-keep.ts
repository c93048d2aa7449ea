import type { Keep, KeepChange } from './keep.ts';
import { draftKey } from './saves.ts';
import type { KeptDraft, KeptSave, Receipt } from './saves.ts';

/** Opens the database of an account in this browser. Each account has its own, so that two people at one computer do not mix. */
export async function openIndexedKeep(account: string): Promise<Keep> {
  const request = indexedDB.open(`assay-outbox-${account}`, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('saves', { keyPath: 'key' });
    request.result.createObjectStore('drafts');
    request.result.createObjectStore('receipts', { keyPath: 'key' });
  };
  return new IndexedKeep(await answered(request));
}

class IndexedKeep implements Keep {
  readonly isLasting = true;
  readonly #database: IDBDatabase;

  constructor(database: IDBDatabase) {
    this.#database = database;
    // A newer version of the page wants to change the database: let it.
    database.onversionchange = () => database.close();
  }

  change(change: KeepChange): Promise<void> {
    // What is handed in must be on the disk when the page says so; a draft may be a moment late.
    const isHandedIn = (change.putSaves?.length ?? 0) > 0;
    const transaction = this.#database.transaction(['saves', 'drafts', 'receipts'], 'readwrite', { durability: isHandedIn ? 'strict' : 'relaxed' });
    const [saves, drafts, receipts] = [transaction.objectStore('saves'), transaction.objectStore('drafts'), transaction.objectStore('receipts')];
    for (const save of change.putSaves ?? []) saves.put(save);
    for (const key of change.removeSaves ?? []) saves.delete(key);
    for (const draft of change.putDrafts ?? []) drafts.put(draft, draftKey(draft.run, draft.unit));
    for (const key of change.removeDrafts ?? []) drafts.delete(key);
    for (const receipt of change.putReceipts ?? []) receipts.put(receipt);
    // Without waiting for another turn of the page, which may be about to close.
    transaction.commit();
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('The browser could not keep this.'));
    });
  }

  saves(): Promise<readonly KeptSave[]> {
    return this.#read<readonly KeptSave[]>('saves', (store) => store.getAll());
  }

  drafts(): Promise<readonly KeptDraft[]> {
    return this.#read<readonly KeptDraft[]>('drafts', (store) => store.getAll());
  }

  async draft(run: string, unit: string): Promise<KeptDraft | null> {
    return (await this.#read<KeptDraft | undefined>('drafts', (store) => store.get(draftKey(run, unit)))) ?? null;
  }

  async receipt(key: string): Promise<Receipt | null> {
    return (await this.#read<Receipt | undefined>('receipts', (store) => store.get(key))) ?? null;
  }

  #read<Value>(store: 'saves' | 'drafts' | 'receipts', ask: (store: IDBObjectStore) => IDBRequest): Promise<Value> {
    return answered(ask(this.#database.transaction(store, 'readonly').objectStore(store)) as IDBRequest<Value>);
  }
}

function answered<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The browser could not read what it keeps.'));
  });
}
