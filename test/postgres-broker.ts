import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  const broker = createServer((_, reply) => {
    const next = last.then(
      async () => await (await (starting ??= startPostgres())).createDatabase(),
    );
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

/** Gives out databases of the server that the whole run shares; null when there is none. */
export function brokerOf(
  port: number | undefined,
): Pick<TemporaryPostgres, 'createDatabase'> | null {
  if (port === undefined) return null;
  return {
    createDatabase: async () => {
      const reply = await fetch(`http://127.0.0.1:${port}/`);
      const text = await reply.text();
      if (!reply.ok) throw new Error(text);
      return text;
    },
  };
}
