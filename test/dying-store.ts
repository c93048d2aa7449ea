import type { Store } from '../src/store/open-store.ts';

/** A store whose process dies after so many writes. */
export function dyingAfter(store: Store, most: number): Store {
  let writes = 0;
  return new Proxy(store, {
    get: (of, name) => {
      if (name === 'write' && (writes += 1) > most)
        return () => Promise.reject(new Error('killed'));
      const value: unknown = Reflect.get(of, name, of);
      return typeof value === 'function' ? (value.bind(of) as unknown) : value;
    },
  });
}
