import { copyFileSync } from 'node:fs';
import { sql } from 'kysely';
import { copyServerDatabase, dropChecks, openRaw } from './raw-database.ts';
import type { RawDatabase } from './raw-database.ts';
import { someTime } from './workspace-factory.ts';
import { bindingsOf } from '../src/store/kysely-handle.ts';
import { openStore } from '../src/store/open-store.ts';
import type { TableName, WriteTransaction } from '../src/store/tables.ts';
import { appendAudit } from '../src/store/workspace/audit.ts';
import type { AuditEntry } from '../src/store/workspace/audit.ts';
import { verifyAudit } from '../src/store/workspace/audit-verification.ts';
import type { AuditVerification, KeptHead } from '../src/store/workspace/audit-verification.ts';
import type { Bindings } from '../src/store/workspace/bindings.ts';
import { coverageOf } from '../src/store/workspace/coverage.ts';
import type { RowValues } from '../src/store/workspace/row-content.ts';

/** Binds what the forger wants to have been said. */
export type Forge = (bindings: Bindings, tx: WriteTransaction) => void | Promise<void>;

/** Who did what, in an entry that nobody of the program wrote. */
export type ForgedEntry = Partial<AuditEntry> & Pick<AuditEntry, 'action'>;

/**
 * What somebody does who can write to the database and has our program, but not the head that was
 * kept: edits rows, and appends entries with hashes that fit.
 */
export interface Forgery {
  readonly name: string;
  /** The edits, past the program. */
  readonly edit?: ((raw: RawDatabase) => Promise<void>) | undefined;
  /** The entries behind the kept head, each with what it binds. */
  readonly entries: readonly (readonly [ForgedEntry, Forge])[];
}

/** Runs a forgery on a copy of a workspace, and verifies the copy against the kept head. */
export async function verifyForged(
  kind: 'sqlite' | 'postgres',
  address: string,
  kept: KeptHead | null,
  { edit, entries }: Forgery,
): Promise<AuditVerification> {
  const target = await copyOf(kind, address);
  if (edit !== undefined) {
    const raw = await openRaw(kind, target);
    if (kind === 'postgres') await dropChecks(raw);
    await edit(raw);
    await raw.close();
  }
  const store = await openStore(target, { migrate: false });
  try {
    for (const [{ action, object = 'workspace', ...entry }, forge] of entries)
      await store.write(async (tx) => {
        await forge(bindingsOf(tx), tx);
        const about = { project: null, detail: {}, ...entry };
        appendAudit(tx, { at: someTime, actor: 'assay', action, object, ...about });
      });
    return await verifyAudit(store, kept);
  } finally {
    await store.close();
  }
}

let copies = 0;

/** A copy of a database that nobody is connected to. */
export async function copyOf(kind: 'sqlite' | 'postgres', address: string): Promise<string> {
  copies += 1;
  if (kind === 'postgres') return await copyServerDatabase(address, copies);
  copyFileSync(address, `${address}.${copies}`);
  return `${address}.${copies}`;
}

/** Says that rows of a log were deleted again. */
export function withdraw(table: TableName, numbers: readonly number[]): Forge {
  return (bindings) => bindings.withdrawn(coverageOf(table)!, numbers);
}

/** Says that a row is as it is now, or that it was deleted. */
export function bindRow(table: TableName, key: RowValues, isDeleted = false): Forge {
  return async (bindings, tx) => {
    const coverage = coverageOf(table)!;
    const { columns } = coverage;
    if (isDeleted) {
      bindings.deleted(
        coverage,
        columns.map((name) => key[coverage.key.indexOf(name)] ?? null),
      );
      return;
    }
    const where = coverage.key.map((name, at) => sql`${sql.ref(name)} = ${key[at]}`);
    const { rows } = await sql<Record<string, RowValues[number]>>`
      select * from ${sql.table(table)} where ${sql.join(where, sql` and `)}`.execute(tx);
    bindings.changed(
      coverage,
      columns.map((name) => rows[0]![name] ?? null),
    );
  };
}

/** Says that rows of a log are as they are now. */
export function bindLog(
  table: TableName,
  numbers: readonly number[],
  importId: string | null = null,
): Forge {
  return async (bindings, tx) => {
    const coverage = coverageOf(table)!;
    const { rows } = await sql<Record<string, RowValues[number]>>`
      select * from ${sql.table(table)} where seq in (${sql.join([...numbers])}) order by seq
    `.execute(tx);
    bindings.import = importId;
    bindings.added(
      coverage,
      rows.map((row) => coverage.columns.map((name) => row[name] ?? null)),
    );
  };
}

/** Says that the units or places of a run are as they are now. */
export function bindRun(table: 'run_unit' | 'slot', run: string): Forge {
  return (bindings) => bindings.changedGroup(coverageOf(table)!, run);
}

/** Several of them in one entry. */
export function together(...forges: readonly Forge[]): Forge {
  return async (bindings, tx) => {
    for (const forge of forges) await forge(bindings, tx);
  };
}
