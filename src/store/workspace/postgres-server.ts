import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Pool, PoolClient } from 'pg';
import { fault, InputError } from '../../domain/fault.ts';
import { failureCode, shownAddress } from '../database-error.ts';

/** How long to wait for a server not reached before: enough for one that is starting. */
const firstPatience = 3000;

/** A connection that was borrowed from a pool. */
export interface Borrowed {
  readonly client: PoolClient;
  /** Whether it broke in the meantime. */
  isLost(): boolean;
  /** Gives it back; a broken or spoilt one is closed. */
  giveBack(spoilt?: boolean): void;
}

/** Access to one PostgreSQL server: pools, connections, waiting for a restart, clear errors. */
export class PostgresServer {
  readonly address: string;
  readonly #url: string;
  readonly #pools: Pool[] = [];
  #awaySince: number | null = null;
  readonly #patience: number;
  readonly #schema: string | null;
  #wasThere = false;

  constructor(url: string, patience: number, schema: string | null = null) {
    this.#url = url;
    this.#schema = schema;
    this.#patience = patience;
    this.address = shownAddress(url);
  }

  pool(most: number): Pool {
    const pool = new pg.Pool({
      connectionString: this.#url,
      max: most,
      pipeline: true,
      application_name: 'assay',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      types: { getTypeParser },
    });
    // An idle connection that breaks is replaced when it is next needed.
    pool.on('error', () => undefined);
    // Before anything else that is asked on the connection.
    if (this.#schema !== null) {
      const text = `set search_path to "${this.#schema}"`;
      pool.on('connect', (client) => void client.query(text).catch(() => undefined));
    }
    this.#pools.push(pool);
    return pool;
  }

  /** Lends a connection; waits while the server is away, but not repeatedly for a long outage. */
  async borrow(pool: Pool): Promise<Borrowed> {
    for (let wait = 50; ; wait = Math.min(500, wait * 2)) {
      try {
        const client = await pool.connect();
        this.#awaySince = null;
        this.#wasThere = true;
        return borrowed(client);
      } catch (failure) {
        this.#awaySince ??= performance.now();
        const patience = this.#wasThere ? this.#patience : Math.min(firstPatience, this.#patience);
        if (!isConnectionLoss(failure) || performance.now() - this.#awaySince > patience)
          throw this.unreachable(failure);
      }
      await pause(wait);
    }
  }

  unreachable(failure: unknown): InputError {
    const reason =
      failure instanceof Error ? failure.message || failureCode(failure) : String(failure);
    const found = fault('database-unreachable', { database: this.address, reason });
    return Object.assign(new InputError([found]), { cause: failure });
  }

  async close(): Promise<void> {
    for (const pool of this.#pools) await pool.end();
  }
}

/** Whether a failure says that the connection is gone, and not that the query was wrong. */
export function isConnectionLoss(failure: unknown): boolean {
  if (!(failure instanceof Error)) return false;
  const code = failureCode(failure);
  return lossCodes.has(code) || code.startsWith('08') || lossMessage.test(failure.message);
}

const lossMessage =
  /connection terminated|not queryable|client was closed|timeout exceeded when trying to connect/i;

const networkErrors =
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT ENETUNREACH EHOSTUNREACH EAI_AGAIN ENOENT';
/** Shut down by the administrator, crashed, starting, too many connections, idle for too long. */
const serverErrors = '57P01 57P02 57P03 53300 25P03';
const lossCodes = new Set(`${networkErrors} ${serverErrors}`.split(' '));

function borrowed(client: PoolClient): Borrowed {
  let lost = false;
  const onError = (): void => {
    lost = true;
  };
  client.on('error', onError);
  return {
    client,
    isLost: () => lost,
    giveBack: (spoilt = false) => {
      client.off('error', onError);
      // The pool listens again, and closes a broken one.
      client.release(spoilt || lost);
    },
  };
}

/** Whole numbers and sums as numbers, as SQLite gives them; no count here passes 2⁵³. */
const getTypeParser: typeof pg.types.getTypeParser = ((oid: number, format?: 'text' | 'binary') =>
  oid === 20 || oid === 1700
    ? Number
    : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser;
