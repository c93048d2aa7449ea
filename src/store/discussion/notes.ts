import { canonicalJson } from '../../domain/canonical-json.ts';
import type { Note } from '../../domain/discussion/note.ts';
import { refuse } from '../../domain/fault.ts';
import { storedJson } from '../../domain/stored-json.ts';
import { codedText } from '../../domain/text-values.ts';
import { batches, bulkInsert } from '../bulk-insert.ts';
import { fields } from '../columns.ts';
import type { Row } from '../columns.ts';
import { tableShapes } from '../tables.ts';
import type { Database, WriteTransaction } from '../tables.ts';

/** A note with the key under which it was sent. */
export interface NewNote extends Note {
  readonly idempotencyKey: string;
}

/** A note with its place in the log. */
export interface StoredNote extends Note {
  readonly seq: number;
}

/** Which notes; an omitted filter does not apply. */
export interface NoteFilter {
  readonly project: string;
  readonly task?: string;
  readonly unit?: string;
  readonly kinds?: readonly Note['kind'][];
}

const columns = tableShapes.note.columns.filter((name) => name !== 'seq');

/** Adds notes, in one statement for many. Their keys must be new. */
export async function insertNotes(tx: WriteTransaction, notes: readonly NewNote[]): Promise<void> {
  const rows = notes.map((note) => [
    note.id,
    note.project,
    note.kind,
    note.task,
    note.unit,
    note.about,
    note.text,
    canonicalJson(note.detail),
    note.by,
    note.at,
    note.idempotencyKey,
  ]);
  await bulkInsert(tx, 'note', columns, rows);
}

/** The note that somebody sent under a key; refuses a key that was used for something else. */
export async function sentNote(db: Database, given: NewNote): Promise<StoredNote | null> {
  const row = await selectNotes(db)
    .where('idempotency_key', '=', given.idempotencyKey)
    .where('project', '=', given.project)
    .where('by', '=', given.by)
    .executeTakeFirst();
  if (row === undefined) return null;
  const before = readNote(row);
  const content = ({ kind, task, unit, about, text }: Note): string =>
    canonicalJson([kind, task, unit, about, text]);
  if (content(before) !== content(given))
    refuse('key-reused', { key: given.idempotencyKey, what: codedText('note') });
  return before;
}

/** One note of a project. */
export async function findNote(
  db: Database,
  { project, id }: { readonly project: string; readonly id: string },
): Promise<StoredNote | null> {
  const row = await selectNotes(db)
    .where('id', '=', id)
    .where('project', '=', project)
    .executeTakeFirst();
  return row === undefined ? null : readNote(row);
}

/** Notes of a project by their ids, in the order of the log. */
export async function notesByIds(
  db: Database,
  given: { readonly project: string; readonly ids: readonly string[] },
): Promise<readonly StoredNote[]> {
  const found: StoredNote[] = [];
  for (const batch of batches(given.ids)) {
    const query = selectNotes(db).where('id', 'in', batch).where('project', '=', given.project);
    found.push(...(await query.execute()).map(readNote));
  }
  return found.toSorted((a, b) => a.seq - b.seq);
}

/** Notes in the order of the log. */
export async function listNotes(db: Database, filter: NoteFilter): Promise<readonly StoredNote[]> {
  let query = selectNotes(db).where('project', '=', filter.project).orderBy('seq');
  if (filter.task !== undefined) query = query.where('task', '=', filter.task);
  if (filter.unit !== undefined) query = query.where('unit', '=', filter.unit);
  if (filter.kinds !== undefined) query = query.where('kind', 'in', filter.kinds);
  return (await query.execute()).map(readNote);
}

/** A note without what it says, which is long where there are many. */
export type NoteHead = Omit<StoredNote, 'text' | 'detail'>;

/** Notes without what they say, in the order of the log. */
export async function noteHeads(
  db: Database,
  filter: {
    readonly project: string;
    readonly kind: Note['kind'];
    /** Only those behind this place in the log, and at most so many. */
    readonly after?: number;
    readonly limit?: number;
  },
): Promise<readonly NoteHead[]> {
  const { project, kind, after = 0, limit } = filter;
  const query = db
    .selectFrom('note')
    .select(fields('note', 'idempotency_key', 'text', 'detail'))
    .where((eb) => eb.and({ project, kind }))
    .where('seq', '>', after)
    .orderBy('seq');
  return await (limit === undefined ? query : query.limit(limit)).execute();
}

/** Notes about these things, in the order of the log. */
export async function notesAbout(
  db: Database,
  given: { readonly project: string; readonly about: readonly string[] },
): Promise<readonly StoredNote[]> {
  const found: StoredNote[] = [];
  for (const batch of batches(given.about)) {
    const rows = await selectNotes(db)
      .where('about', 'in', batch)
      .where('project', '=', given.project)
      .orderBy('seq')
      .execute();
    found.push(...rows.map(readNote));
  }
  return found.toSorted((a, b) => a.seq - b.seq);
}

/** Flags of a task, or of some units, and what was taken back of them, in the order of the log. */
export async function flagsOf(
  db: Database,
  { project, task }: { readonly project: string; readonly task: string },
  units?: readonly string[],
): Promise<readonly StoredNote[]> {
  let query = selectNotes(db)
    .where((eb) => eb.and({ project, task }))
    .where('kind', 'in', ['flag', 'withdrawal'])
    .orderBy('seq');
  if (units !== undefined) query = query.where('unit', 'in', units);
  return (await query.execute()).map(readNote);
}

function selectNotes(db: Database) {
  return db.selectFrom('note').select(fields('note', 'idempotency_key'));
}

function readNote(row: Omit<Row<'note'>, 'idempotencyKey'>): StoredNote {
  return { ...row, detail: storedJson<Note['detail']>(row.detail, 'note', 'detail', row) };
}
