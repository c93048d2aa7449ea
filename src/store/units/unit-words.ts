import { hash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { databaseKind } from '../kysely-handle.ts';
import type { Database, WriteTransaction } from '../tables.ts';
import type { TaskPlace } from './units.ts';

/** The words of a unit, each once: those that annotators may see, and the rest. */
export interface UnitWords {
  readonly seq: number;
  readonly shown: readonly string[];
  readonly hidden: readonly string[];
}

/** How far the units of a task are in the index, and by which shape of units. */
export interface IndexEnd {
  readonly shape: string;
  readonly seq: number;
}

/** How far the units of a task are in the index; null when none is. */
export async function indexEnd(db: Database, place: TaskPlace): Promise<IndexEnd | null> {
  const { project, task } = place;
  const text = 'select shape, seq from unit_words_end where project = ? and task = ?';
  const [row] = await run<{ shape: string; seq: number | string }>(db, text, [project, task]);
  return row === undefined ? null : { shape: row.shape, seq: Number(row.seq) };
}

/**
 * Adds units to the index of their task; nothing when another server has added some meanwhile. By a
 * new shape, other words are shown: all units are added again, in place of what was there.
 */
export async function addToIndex(
  tx: WriteTransaction,
  place: TaskPlace,
  before: IndexEnd | null,
  shape: string,
  units: readonly UnitWords[],
): Promise<void> {
  const { project, task } = place;
  const now = await indexEnd(tx, place);
  if ((now?.shape ?? null) !== (before?.shape ?? null) || now?.seq !== before?.seq) return;
  const key = placeKey(place, shape);
  for (const unit of units) await addUnit(tx, key, unit);
  const end = Math.max(now?.shape === shape ? now.seq : 0, ...units.map((unit) => unit.seq));
  await run(
    tx,
    `insert into unit_words_end (project, task, shape, seq) values (?, ?, ?, ?)
      on conflict (project, task) do update set shape = excluded.shape, seq = excluded.seq`,
    [project, task, shape, end],
  );
}

/**
 * Has PostgreSQL sort in what was added, which every search reads from end to end until then, and
 * look at a sample of it for which words are frequent.
 */
export async function tidyIndex(tx: WriteTransaction): Promise<void> {
  if (databaseKind(tx) === 'sqlite') return;
  await run(tx, "select gin_clean_pending_list('unit_words_found')", []);
  await run(tx, 'analyze unit_words (words)', []);
}

/** What is looked for: words that must, and must not, begin a word of a unit. */
export interface WordSearch {
  readonly shape: string;
  readonly words: readonly string[];
  readonly without: readonly string[];
  /** Whether words that annotators may not see are searched too. */
  readonly withHidden: boolean;
  /** Whether the numbers of the other units will do, where they are fewer. */
  readonly orOthers: boolean;
}

/** What a search of the index gives. */
interface SearchedIndex {
  readonly numbers: readonly number[];
  /** The numbers are those of the task's units that do not pass. */
  readonly isOthers: boolean;
}

/**
 * The numbers of the units of a task that contain words, in a snapshot. They come in one piece: as
 * rows, a hundred thousand of them take longer than finding them. Where PostgreSQL expects most
 * units to pass, it finds the others: reading rows is what takes long.
 */
export async function searchIndex(
  db: Database,
  given: TaskPlace & WordSearch,
): Promise<SearchedIndex> {
  if (databaseKind(db) === 'sqlite') {
    const { text, values } = sqliteSearch(given);
    const [row] = await run<{ found: string | null }>(db, text, values);
    return { numbers: numbersInText(row?.found ?? ''), isOthers: false };
  }
  await run(db, 'set local enable_seqscan = off', []);
  const { key, passes } = postgresQuery(given);
  const all = `${key} & ${passes}`;
  const isOthers =
    given.orOthers && (await expectedRows(db, all)) > (await expectedRows(db, key)) / 2;
  // Eight bytes a number: as digits, PostgreSQL writes for twice as long.
  const [row] = await run<{ found: Buffer | null }>(
    db,
    `select string_agg(int8send(seq), '') as found from unit_words where words @@ ?::tsquery`,
    [isOthers ? `${key} & !(${passes})` : all],
  );
  return { numbers: numbersInBytes(row?.found ?? Buffer.alloc(0)), isOthers };
}

/** How many units PostgreSQL expects a query to find, from the sample that it keeps. */
async function expectedRows(db: Database, query: string): Promise<number> {
  const text = 'explain (format json) select from unit_words where words @@ ?::tsquery';
  const [row] = await run<Record<string, unknown>>(db, text, [query]);
  const told = row?.['QUERY PLAN'];
  const [{ Plan }] = (typeof told === 'string' ? JSON.parse(told) : told) as [
    { readonly Plan: { readonly 'Plan Rows': number } },
  ];
  return Plan['Plan Rows'];
}

interface Search {
  readonly text: string;
  readonly values: readonly string[];
}

function sqliteSearch({
  words,
  without,
  withHidden,
  shape,
  ...place
}: TaskPlace & WordSearch): Search {
  const columns = withHidden ? '{shown hidden}' : '{shown}';
  const term = (word: string): string => `${columns} : "${word}" *`;
  const wanted = [`place : "${placeKey(place, shape)}"`, ...words.map(term)].join(' AND ');
  const match = [`(${wanted})`, ...without.map(term)].join(' NOT ');
  const text = "select group_concat(rowid, ' ') as found from unit_words where unit_words match ?";
  return { text, values: [match] };
}

/**
 * One query of one index: the task, and what its units must have. Where most units have the words,
 * PostgreSQL would rather read every unit and compare its words, which takes several times as long;
 * {@link searchIndex} tells it not to.
 */
function postgresQuery({ words, without, withHidden, shape, ...place }: TaskPlace & WordSearch): {
  readonly key: string;
  readonly passes: string;
} {
  const term = (word: string): string =>
    withHidden ? `('s${word}':* | 'h${word}':*)` : `'s${word}':*`;
  const key = `'${placeKey(place, shape)}'`;
  const terms = [...words.map(term), ...without.map((word) => `!${term(word)}`)];
  return { key, passes: terms.length === 0 ? key : terms.join(' & ') };
}

/** Whole numbers with a blank between them; splitting would make a text of each. */
function numbersInText(text: string): readonly number[] {
  const numbers: number[] = [];
  let start = 0;
  while (start < text.length) {
    let number = 0;
    let at = start;
    for (; at < text.length && text.charCodeAt(at) !== blank; at += 1)
      number = number * 10 + text.charCodeAt(at) - zero;
    numbers.push(number);
    start = at + 1;
  }
  return numbers;
}

const [blank, zero] = [32, 48];

/** Whole numbers of eight bytes each. */
function numbersInBytes(bytes: Buffer): readonly number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const numbers: number[] = [];
  for (let at = 0; at < bytes.length; at += 8)
    numbers.push(view.getUint32(at) * 2 ** 32 + view.getUint32(at + 4));
  return numbers;
}

/** A word that stands for a task and a shape of its units. */
function placeKey({ project, task }: TaskPlace, shape: string): string {
  return `t${hash('sha256', JSON.stringify([project, task, shape])).slice(0, 20)}`;
}

/** Words are letters and digits only. */
async function addUnit(
  tx: WriteTransaction,
  key: string,
  { seq, shown, hidden }: UnitWords,
): Promise<void> {
  if (databaseKind(tx) === 'sqlite') {
    await run(
      tx,
      'insert or replace into unit_words (rowid, place, shown, hidden) values (?, ?, ?, ?)',
      [seq, key, shown.join(' '), hidden.join(' ')],
    );
    return;
  }
  const all = [key, ...shown.map((word) => `s${word}`), ...hidden.map((word) => `h${word}`)];
  await run(
    tx,
    `insert into unit_words (seq, words) values (?, array_to_tsvector(?::text[]))
      on conflict (seq) do update set words = excluded.words`,
    [seq, `{"${all.join('","')}"}`],
  );
}

/** Runs a query whose parameters are written as question marks. */
async function run<Row>(
  db: Database,
  text: string,
  values: readonly (string | number)[],
): Promise<readonly Row[]> {
  let at = 0;
  const numbered =
    databaseKind(db) === 'sqlite' ? text : text.replaceAll('?', () => `$${(at += 1)}`);
  return (await db.executeQuery<Row>(CompiledQuery.raw(numbered, [...values]))).rows;
}
