import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/open-store.ts';
import { templatePlace } from './template-place.ts';

/** A SQLite database that is made once per process, when it is first needed, and then copied. */
export class DatabaseTemplate {
  #made: Promise<string> | null = null;
  readonly #fill: (store: Store) => Promise<void>;

  constructor(fill: (store: Store) => Promise<void>) {
    this.#fill = fill;
  }

  /** Puts a copy at a path, and gives the path. */
  async put(path: string): Promise<string> {
    const source = await (this.#made ??= this.#make());
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(source, path);
    return path;
  }

  async #make(): Promise<string> {
    const path = join(templatePlace(), 'workspace.db');
    const store = await openStore(path);
    await this.#fill(store);
    await store.close();
    return path;
  }
}

const ready = new DatabaseTemplate(async () => undefined);

/** Puts a database with the present schema and nothing in it at a path. */
export async function putReadyDatabase(path: string): Promise<string> {
  return await ready.put(path);
}
