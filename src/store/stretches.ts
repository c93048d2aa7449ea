import { setImmediate as nextTurn } from 'node:timers/promises';
import { databaseKind } from './kysely-handle.ts';
import type { Store, Streamable } from './open-store.ts';
import { preparedFirst } from './prepared.ts';
import type { Database } from './tables.ts';

/** A part of a log, by its numbers: behind one and up to another. */
export interface Stretch {
  readonly after: number;
  readonly upTo: number;
}

/** The logs that are read in stretches. */
type Log = keyof typeof firstBehind;

/** Rows, of all projects, that SQLite looks at before others have their turn. */
const together = 10_000;

/**
 * The stretches of a log behind a place, with a turn for others after each. SQLite reads inside
 * this process: without them, a query for a few rows behind a million of another project would
 * block everybody. PostgreSQL reads elsewhere and gets a single stretch.
 */
export async function* stretches(
  db: Database,
  log: Log,
  { after = 0, upTo = Number.MAX_SAFE_INTEGER }: Partial<Stretch> = {},
): AsyncGenerator<Stretch> {
  for (let from = after; ; await nextTurn()) {
    const stretch = await stretchBehind(db, log, { after: from, upTo });
    if (stretch === null) return;
    yield stretch;
    from = stretch.upTo;
    if (from >= upTo) return;
  }
}

/** The first stretch of a log between two places; null when nothing is there. */
export async function stretchBehind(
  db: Database,
  log: Log,
  { after, upTo }: Stretch,
): Promise<Stretch | null> {
  if (after >= upTo) return null;
  if (databaseKind(db) === 'postgres' || upTo - after <= together) return { after, upTo };
  // The numbers of a log have gaps, and wide ones where an import was stored ahead of it.
  const first = (await firstBehind[log](db, { after }))?.seq ?? null;
  if (first === null || first > upTo) return null;
  return { after: first - 1, upTo: Math.min(first - 1 + together, upTo) };
}

/** The rows of a log, one by one, as of one moment; `query` reads one stretch in its order. */
export function streamInStretches<Row>(
  store: Store,
  log: Log,
  query: (db: Database, stretch: Stretch) => Streamable<Row>,
  after = 0,
): AsyncIterable<Row> {
  return store.stream((db) => ({
    stream: (size) => rowsInStretches(db, log, (stretch) => query(db, stretch), { after, size }),
  }));
}

/** The same in a snapshot that somebody else holds. */
export async function* rowsInStretches<Row>(
  db: Database,
  log: Log,
  query: (stretch: Stretch) => Streamable<Row>,
  { after = 0, size = 1000 }: { readonly after?: number; readonly size?: number | undefined } = {},
): AsyncGenerator<Row> {
  for await (const stretch of stretches(db, log, { after })) yield* query(stretch).stream(size);
}

const firstBehind = {
  unit: preparedFirst((db, { after }: Pick<Stretch, 'after'>) =>
    db
      .selectFrom('unit')
      .select((eb) => eb.fn.min<number | null>('seq').as('seq'))
      .where('seq', '>', after),
  ),
  judgment: preparedFirst((db, { after }: Pick<Stretch, 'after'>) =>
    db
      .selectFrom('judgment')
      .select((eb) => eb.fn.min<number | null>('seq').as('seq'))
      .where('seq', '>', after),
  ),
};
