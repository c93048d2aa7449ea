/** The last replies of the server, stored for one account: enough to go on judging offline. */
export interface LastReplies {
  /** Whose replies they are; null if there are none. */
  account(): Promise<string | null>;
  read(name: string): Promise<unknown>;
  /** Stores a reply for an account, after deleting those of another account. */
  write(account: string, name: string, reply: unknown): Promise<void>;
  clear(): Promise<void>;
}

/** Stores replies in IndexedDB. Where that fails, nothing is stored: no user input is in here. */
export function browserReplies(): LastReplies {
  const database = new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('assay-last-replies', 1);
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore('replies'));
    request.addEventListener('success', () => {
      request.result.addEventListener('versionchange', () => request.result.close());
      resolve(request.result);
    });
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The browser keeps nothing.')),
    );
  });
  database.catch(() => undefined);
  const read = async (name: string): Promise<unknown> =>
    await answered((await database).transaction('replies').objectStore('replies').get(name));
  return {
    account: async () => {
      const kept = await read(accountName).catch(() => null);
      return typeof kept === 'string' ? kept : null;
    },
    read: (name) => read(name).catch(() => undefined),
    write: async (account, name, reply) => {
      try {
        const store = (await database).transaction('replies', 'readwrite').objectStore('replies');
        if ((await answered(store.get(accountName))) !== account) {
          store.clear();
          store.put(account, accountName);
        }
        await answered(store.put(reply, name));
      } catch {
        // Full, or not allowed: the page works without.
      }
    },
    clear: async () => {
      await database
        .then((opened) =>
          answered(opened.transaction('replies', 'readwrite').objectStore('replies').clear()),
        )
        .catch(() => undefined);
    },
  };
}

const accountName = 'account';

function answered<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () =>
      reject(request.error ?? new Error('The browser could not read what it keeps.')),
    );
  });
}
