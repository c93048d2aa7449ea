import type { Store } from '../src/store/open-store.ts';

/** A store whose process dies after so many writes. */
export function dyingAfter(store: Store, most: number): Store {
  let writes = 0;
  return withWrite(store, (write) => {
    writes += 1;
    return writes > most ? Promise.reject(new Error('killed')) : write();
  });
}

/** A store that does something between two writes, once after so many. */
export function actingAfter(store: Store, most: number, act: () => Promise<void>): Store {
  let writes = 0;
  return withWrite(store, async (write) => {
    writes += 1;
    if (writes === most + 1) await act();
    return await write();
  });
}

function withWrite(
  store: Store,
  around: (write: () => Promise<unknown>) => Promise<unknown>,
): Store {
  return new Proxy(store, {
    get: (of, name) => {
      const value: unknown = Reflect.get(of, name, of);
      if (typeof value !== 'function') return value;
      const method = value.bind(of) as (...given: unknown[]) => Promise<unknown>;
      if (name !== 'write') return method;
      return (...given: unknown[]) => around(() => method(...given));
    },
  });
}
