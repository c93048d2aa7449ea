import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openStore } from '../src/store/open-store.ts';
import { startPostgres } from './postgres.ts';
import type { TemporaryPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The port at which new databases are given out; not there when the setup is not used. */
    postgresBroker?: number;
  }
}

/**
 * Setup for a whole run of the tests: one PostgreSQL server for all files, started when the first
 * of them asks for a database, and stopped at the end.
 */
export async function setup({
  provide,
}: {
  provide(key: 'postgresBroker', port: number): void;
}): Promise<() => Promise<void>> {
  let starting: Promise<TemporaryPostgres> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  /** A database with the present schema, to copy: that is quicker than migrating each. */
  let ready: string | undefined;
  const broker = createServer(({ url }, reply) => {
    const next = last.then(async () => {
      const server = await (starting ??= startPostgres());
      if (url !== '/ready') return await server.createDatabase();
      if (ready === undefined) {
        const address = await server.createDatabase();
        await (await openStore(address)).close();
        ready = address;
      }
      return await server.createDatabase(ready);
    });
    last = next.catch(() => undefined);
    next.then(
      (address) => reply.end(address),
      (failure: unknown) => reply.writeHead(500).end(String(failure)),
    );
  });
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve));
  provide('postgresBroker', (broker.address() as AddressInfo).port);
  return async () => {
    broker.close();
    if (starting !== null) await (await starting).stop();
  };
}

/** Gives out databases of the server that the whole run shares. */
interface Broker {
  createDatabase(): Promise<string>;
  /** One with the present schema, and nothing in it. */
  readyDatabase(): Promise<string>;
}

/** The broker at a port; null when there is none. */
export function brokerOf(port: number | undefined): Broker | null {
  if (port === undefined) return null;
  const ask = async (path: string): Promise<string> => {
    const reply = await fetch(`http://127.0.0.1:${port}/${path}`);
    const text = await reply.text();
    if (!reply.ok) throw new Error(text);
    return text;
  };
  return { createDatabase: () => ask(''), readyDatabase: () => ask('ready') };
}
