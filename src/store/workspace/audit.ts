import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { bulkInsert } from '../bulk-insert.ts';
import { bindingsOf, databaseKind } from '../kysely-handle.ts';
import type { Store } from '../open-store.ts';
import { preparedChange, preparedFirst } from '../prepared.ts';
import { tableShapes } from '../tables.ts';
import type { Database, Tables, TimeText, WriteTransaction } from '../tables.ts';
import { bindEverything, boundRows } from './bindings.ts';
import type { Binding, Bindings } from './bindings.ts';
import { auditHeadKey } from './coverage.ts';
import { schemaKey } from './schema/migrations.ts';
import { setWorkspaceValue, workspaceValue } from './workspace.ts';

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

/** An entry as stored in the log; `content` is null in entries from before content was bound. */
export type AuditRow = Readonly<Selectable<Tables['audit']>>;

/** An entry as it is shown. */
export type ListedAudit = Omit<AuditRow, 'content'>;

/** The last entry of the log. */
export type AuditHead = Pick<AuditRow, 'seq' | 'hash'>;

/** The head of an empty log. */
export const emptyHead: AuditHead = { seq: 0, hash: '0'.repeat(64) };

/**
 * Adds an audit entry that is stored with the write. The entries of all writes that share a
 * transaction are chained just before its commit, so the log is locked only briefly.
 */
export function appendAudit(tx: WriteTransaction, entry: AuditEntry): void {
  const entries = collected.get(tx);
  if (entries === undefined) throw new Error('Audit entries are added inside store.write');
  entries.push(entry);
}

/**
 * SHA-256 over the previous hash and the entry in canonical JSON, its detail and content as stored
 * text. An entry from before content was bound has none.
 */
export function auditHash(row: Omit<AuditRow, 'hash'>): string {
  const { seq, at, actor, action, project, object, detail, content } = row;
  // Plain values under sorted keys: what canonicalJson gives, in a third of the time.
  const entry =
    content === null
      ? JSON.stringify({ action, actor, at, detail, object, project, seq })
      : JSON.stringify({ action, actor, at, content, detail, object, project, seq });
  return hash('sha256', row.previous_hash + entry);
}

/** The last entry in the log. */
export async function lastAudit(db: Database): Promise<AuditHead> {
  const last = await selectLast(db, {});
  return last === null ? emptyHead : { seq: last.seq, hash: last.hash };
}

/** The last entry according to the workspace; null when it does not say. */
export async function recordedHead(db: Database): Promise<AuditHead | null> {
  const value = await workspaceValue(db, auditHeadKey);
  return value === null ? null : readHead(value);
}

/** A head as one text, for keeping elsewhere. */
export function headText({ seq, hash: text }: AuditHead): string {
  return `${seq}:${text}`;
}

/** The head in a text; its number is NaN when the text is not one. */
function readHead(value: string): AuditHead {
  const [, seq, text] = /^(\d+):([0-9a-f]{64})$/.exec(value) ?? [];
  return { seq: Number(seq), hash: text ?? '' };
}

/** Which entries; an omitted filter does not apply. */
export interface AuditFilter {
  readonly project?: string;
  /** Only those before this place in the log. */
  readonly before?: number;
  readonly actor?: string;
  readonly actions?: readonly string[];
  /** Those with these actions are left out. */
  readonly without?: readonly string[];
  /** How the object begins: `run/` for all runs, `run/01J…` for one. */
  readonly object?: string;
  /** At or after this time, and before that one. */
  readonly from?: TimeText;
  readonly to?: TimeText;
  readonly limit: number;
}

/**
 * A page of the log, latest first. It is read backwards until enough are found: the log has no
 * index except its order, since every save would pay for one.
 */
export function listAudit(db: Database, filter: AuditFilter): Promise<ListedAudit[]> {
  let query = db.selectFrom('audit').select(listed).orderBy('seq', 'desc').limit(filter.limit);
  if (filter.project !== undefined) query = query.where('project', '=', filter.project);
  if (filter.before !== undefined) query = query.where('seq', '<', filter.before);
  if (filter.actor !== undefined) query = query.where('actor', '=', filter.actor);
  if (filter.actions !== undefined && filter.actions.length > 0)
    query = query.where('action', 'in', filter.actions);
  if (filter.without !== undefined && filter.without.length > 0)
    query = query.where('action', 'not in', filter.without);
  if (filter.object !== undefined) {
    const start = sql<string>`substr(object, 1, ${sql.lit([...filter.object].length)})`;
    query = query.where(start, '=', filter.object);
  }
  if (filter.from !== undefined) query = query.where('at', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('at', '<', filter.to);
  return query.execute();
}

/** The actors and actions of a project's log, sorted, for a filter. */
export async function auditChoices(
  db: Database,
  project: string | null,
): Promise<{ readonly actors: readonly string[]; readonly actions: readonly string[] }> {
  let query = db.selectFrom('audit').select(['actor', 'action']).distinct();
  if (project !== null) query = query.where('project', '=', project);
  const rows = await query.execute();
  return {
    actors: [...new Set(rows.map((row) => row.actor))].toSorted(),
    actions: [...new Set(rows.map((row) => row.action))].toSorted(),
  };
}

/** Starts collecting the entries of a write. */
export function collectAudit(tx: WriteTransaction): void {
  collected.set(tx, []);
}

/** The entries that a write added. */
export function auditOf(tx: WriteTransaction): readonly AuditEntry[] {
  return collected.get(tx) ?? [];
}

/** What a transaction adds to the log. */
export interface ChainedWork {
  readonly entries: readonly AuditEntry[];
  readonly bindings: Bindings;
  readonly clock: () => Date;
}

/**
 * Appends entries to the log; the last one binds the rows that the transaction changed, or every
 * row when the entry before does not. Only for the commit.
 */
export async function chainAudit(
  tx: WriteTransaction,
  { entries, bindings, clock }: ChainedWork,
): Promise<void> {
  const before = await selectLastLocked(tx, {});
  const last: AuditHead = before ?? emptyHead;
  const isProven = before !== null && Boolean(before.bound);
  const bound = isProven ? await bindings.finish(tx) : await bindEverything(tx);
  let head = last;
  let started = performance.now();
  const rows: unknown[][] = [];
  for (const { entry, content } of withContent(entries, bound, clock)) {
    const detail = canonicalJson(entry.detail);
    const place = { seq: head.seq + 1, previous_hash: head.hash, hash: '' };
    const row = { ...entry, detail, content, ...place };
    row.hash = auditHash(row);
    head = row;
    rows.push(columns.map((name) => row[name]));
    if (performance.now() - started < longestTurn) continue;
    await nextTurn();
    started = performance.now();
  }
  await bulkInsert(tx, 'audit', columns, rows);
  // Follows only a head that fits the log: a wrong one stays, so that verifying still finds it.
  const moved = await moveHead(tx, { from: headText(last), to: headText(head) });
  if (moved === 0 && before === null) await startHead(tx, { to: headText(head) });
}

/**
 * Begins to bind content in a log that was written before, and notes the version of the tables when
 * it is another one; else does nothing. A workspace without a log is new, and noted when made.
 */
export async function bindOldContent(store: Store, version: number): Promise<void> {
  const last = await store.read((db) => selectLast(db, {}));
  if (last === null) return;
  const noted = await store.read((db) => workspaceValue(db, schemaKey));
  if (last.bound && noted !== null && !(Number(noted) < version)) return;
  await store.write(async (tx) => {
    // The entry is added by the commit, which binds every row after an entry that binds none.
    bindingsOf(tx).requireEntry();
    await setWorkspaceValue(tx, schemaKey, String(version));
  });
}

/** What entries of the store itself are called. */
const storeActor = 'assay';
const boundAction = 'content-bound';

/** How long the content of one entry may be; more goes into entries of its own. */
const longestContent = 200_000;
/** How long entries may be chained before readers get a turn, in milliseconds. */
const longestTurn = 10;

interface EntryWithContent {
  readonly entry: AuditEntry;
  readonly content: string;
}

function withContent(
  entries: readonly AuditEntry[],
  bound: readonly Binding[],
  clock: () => Date,
): readonly EntryWithContent[] {
  const pieces = contentPieces(bound);
  const at = entries.at(-1)?.at ?? clock().toISOString();
  const own = pieces
    .slice(entries.length === 0 ? 0 : 1)
    .map(({ content, rows }) => ({
      entry: {
        at,
        actor: storeActor,
        action: boundAction,
        project: null,
        object: 'workspace',
        detail: { rows },
      },
      content,
    }));
  const named = entries.map((entry, place) => ({
    entry,
    content: place === entries.length - 1 ? pieces[0]!.content : '[]',
  }));
  return [...named, ...own];
}

function contentPieces(
  bound: readonly Binding[],
): readonly { readonly content: string; readonly rows: number }[] {
  const pieces: { content: string; rows: number }[] = [];
  let texts: string[] = [];
  let [length, rows] = [0, 0];
  const close = (): void => {
    pieces.push({ content: `[${texts.join(',')}]`, rows });
    texts = [];
    [length, rows] = [0, 0];
  };
  for (const binding of bound) {
    const text = JSON.stringify(binding);
    if (length > 0 && length + text.length > longestContent) close();
    texts.push(text);
    length += text.length;
    rows += boundRows(binding);
  }
  if (length > 0 || pieces.length === 0) close();
  return pieces;
}

const collected = new WeakMap<Database, AuditEntry[]>();

const { columns } = tableShapes.audit;
const listed = columns.filter((name) => name !== 'content');

const moveHead = preparedChange(
  (db, { from, to }: { readonly from: string; readonly to: string }) =>
    db
      .updateTable('workspace')
      .set({ value: to })
      .where('key', '=', auditHeadKey)
      .where('value', '=', from),
);

const startHead = preparedChange((db, { to }: { readonly to: string }) =>
  db
    .insertInto('workspace')
    .values({ key: auditHeadKey, value: to })
    .onConflict((conflict) => conflict.column('key').doNothing()),
);

/** The last entry, and whether rows were bound by then. */
interface LastEntry extends AuditHead {
  readonly bound: number | boolean;
}

const selectLast = preparedFirst((db, _: object) => lastOf(db));

/** On PostgreSQL, reads only after other appending transactions end. SQLite has one writer. */
const selectLastLocked = preparedFirst((db, _: object) =>
  databaseKind(db) === 'sqlite'
    ? lastOf(db)
    : db
        .selectFrom(sql<LastEntry>`assay_last_audit()`.as('last'))
        .select(['last.seq', 'last.hash', 'last.bound']),
);

function lastOf(db: Database) {
  const isBound = sql<number | boolean>`content is not null`.as('bound');
  const query = db.selectFrom('audit').select(['seq', 'hash', isBound]);
  return query.orderBy('seq', 'desc').limit(sql.lit(1));
}
