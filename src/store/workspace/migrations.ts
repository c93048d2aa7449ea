import { fault, InputError } from '../../domain/fault.ts';
import type { DatabaseKind } from '../kysely-handle.ts';
import { firstSchema } from './schema-1.ts';
import { secondSchema } from './schema-2.ts';
import { thirdSchema } from './schema-3.ts';
import { fourthSchema } from './schema-4.ts';

/** One step from a version of the schema to the next. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  statements(kind: DatabaseKind): readonly string[];
}

/** Every step, oldest first. Forwards only; a step that was released is never changed. */
export const migrations: readonly Migration[] = [
  { version: 1, name: 'first schema', statements: firstSchema },
  { version: 2, name: 'rulings keep what they correct', statements: secondSchema },
  { version: 3, name: 'facts carry a key', statements: thirdSchema },
  { version: 4, name: 'saves write less', statements: fourthSchema },
];

/** What must be known of a database to decide whether and how it is brought up to date. */
export interface FoundDatabase {
  /** The version that it is at; 0 when the table of versions is not there. */
  readonly version: number;
  /** Whether there are tables in it. */
  readonly hasTables: boolean;
}

/** The migrations that a database needs; refuses one newer than the program, or no workspace. */
export function pendingMigrations(
  found: FoundDatabase,
  database: string,
  list: readonly Migration[],
  mayMigrate: boolean,
): readonly Migration[] {
  const latest = list.at(-1)?.version ?? 0;
  if (found.version > latest)
    throw new InputError([
      fault('database-newer', { database, got: found.version, expected: latest }),
    ]);
  if (found.version === 0 && found.hasTables)
    throw new InputError([
      fault('database-unfit', { database, reason: 'it holds tables of something else' }),
    ]);
  if (found.version < latest && !mayMigrate)
    throw new InputError([
      fault('database-older', { database, got: found.version, expected: latest }),
    ]);
  return list.filter((step) => step.version > found.version);
}

/** The table that says which steps were taken. */
export const createMigrationTable = `create table if not exists migration
    (version integer primary key, name text not null, applied_at text not null)`;
