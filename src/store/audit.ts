import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import { canonicalJson } from '../domain/canonical-json.ts';
import { databaseKind } from './kysely-handle.ts';
import { prepared } from './prepared.ts';
import type { Tables, TimeText } from './tables.ts';

/** Who did what to which thing, and when. */
export interface AuditEntry {
  readonly at: TimeText;
  readonly actor: string;
  readonly action: string;
  readonly project: string | null;
  /** The thing, by kind and name: `judgment/01J…`. */
  readonly object: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** An entry as it stands in the log. */
export interface AuditRow {
  readonly seq: number;
  readonly at: TimeText;
  readonly actor: string;
  readonly action: string;
  readonly project: string | null;
  readonly object: string;
  readonly detail: string;
  readonly previous_hash: string;
  readonly hash: string;
}

/** The last entry of the log. */
export interface AuditHead {
  readonly seq: number;
  readonly hash: string;
}

/** What stands before the first entry. */
export const emptyHead: AuditHead = { seq: 0, hash: '0'.repeat(64) };

/** The key under which the workspace keeps the last entry, so that a log that was cut short is noticed. */
export const auditHeadKey = 'audit-head';

/**
 * Adds an entry to the log, in the transaction of the write: it is kept when the write is kept. The entries of all the writes that share a
 * transaction are chained just before its commit, so the log is locked no longer than that.
 */
export function appendAudit(tx: Transaction<Tables>, entry: AuditEntry): void {
  const entries = collected.get(tx);
  if (entries === undefined) throw new Error('Audit entries are added inside store.write');
  entries.push(entry);
}

/** The hash of an entry: SHA-256 over the hash before it and the entry itself in canonical JSON, its detail as the text that is kept. */
export function auditHash(row: Omit<AuditRow, 'hash'>): string {
  const { seq, at, actor, action, project, object, detail } = row;
  return hash('sha256', row.previous_hash + canonicalJson({ seq, at, actor, action, project, object, detail }));
}

/** The last entry that is there. */
export async function lastAudit(db: Kysely<Tables>): Promise<AuditHead> {
  return (await selectLast(db, {})).rows[0] ?? emptyHead;
}

/** What the workspace says the last entry is. */
export async function recordedHead(db: Kysely<Tables>): Promise<AuditHead> {
  const row = await db.selectFrom('workspace').select('value').where('key', '=', auditHeadKey).executeTakeFirst();
  if (row === undefined) return emptyHead;
  const [seq, text] = row.value.split(':');
  return { seq: Number(seq), hash: text ?? '' };
}

/** A page of the log, latest first. */
export function listAudit(db: Kysely<Tables>, filter: { readonly project?: string; readonly before?: number; readonly limit: number }): Promise<AuditRow[]> {
  let query = db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(filter.limit);
  if (filter.project !== undefined) query = query.where('project', '=', filter.project);
  if (filter.before !== undefined) query = query.where('seq', '<', filter.before);
  return query.execute();
}

/** Begins to gather the entries of a write. */
export function collectAudit(tx: Transaction<Tables>): void {
  collected.set(tx, []);
}

/** The entries that a write added. */
export function auditOf(tx: Transaction<Tables>): readonly AuditEntry[] {
  return collected.get(tx) ?? [];
}

/** Puts entries behind the last one. Only for the commit. */
export async function chainAudit(tx: Transaction<Tables>, entries: readonly AuditEntry[]): Promise<void> {
  let head = (await selectLastLocked(tx, {})).rows[0] ?? emptyHead;
  const rows = entries.map((entry) => {
    const { at, actor, action, project, object } = entry;
    const open = { seq: head.seq + 1, at, actor, action, project, object, detail: canonicalJson(entry.detail), previous_hash: head.hash };
    const row: AuditRow = { ...open, hash: auditHash(open) };
    head = row;
    return row;
  });
  await Promise.all([...rows.map((row) => insertEntry(tx, row)), writeHead(tx, { key: auditHeadKey, value: `${head.seq}:${head.hash}` })]);
}

const collected = new WeakMap<Kysely<Tables>, AuditEntry[]>();

const selectLast = prepared((db: Kysely<Tables>, _: object) => db.selectFrom('audit').select(['seq', 'hash']).orderBy('seq', 'desc').limit(sql.lit(1)));

/** On PostgreSQL: waits until no other transaction appends, and only then looks. SQLite has one writer anyway. */
const selectLastLocked = prepared((db: Kysely<Tables>, _: object) =>
  databaseKind(db) === 'sqlite' ? db.selectFrom('audit').select(['seq', 'hash']).orderBy('seq', 'desc').limit(sql.lit(1)) : db.selectFrom(sql<AuditHead>`assay_last_audit()`.as('last')).select(['last.seq', 'last.hash']),
);

const insertEntry = prepared((db: Kysely<Tables>, row: AuditRow) =>
  db.insertInto('audit').values({ seq: row.seq, at: row.at, actor: row.actor, action: row.action, project: row.project, object: row.object, detail: row.detail, previous_hash: row.previous_hash, hash: row.hash }),
);

const writeHead = prepared((db: Kysely<Tables>, head: { readonly key: string; readonly value: string }) =>
  db
    .insertInto('workspace')
    .values({ key: head.key, value: head.value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: head.value })),
);
