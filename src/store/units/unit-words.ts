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
  for (const { seq, shown, hidden } of units)
    await run(tx, insertText(tx), [seq, key, wordList(tx, shown), wordList(tx, hidden)]);
  const end = Math.max(now?.shape === shape ? now.seq : 0, ...units.map((unit) => unit.seq));
  await run(
    tx,
    `insert into unit_words_end (project, task, shape, seq) values (?, ?, ?, ?)
      on conflict (project, task) do update set shape = excluded.shape, seq = excluded.seq`,
    [project, task, shape, end],
  );
}

/** What is looked for: words that must, and must not, begin a word of a unit. */
export interface WordSearch {
  readonly shape: string;
  readonly words: readonly string[];
  readonly without: readonly string[];
  /** Whether words that annotators may not see are searched too. */
  readonly withHidden: boolean;
}

/** The numbers of the units of a task that contain words. */
export async function searchIndex(
  db: Database,
  given: TaskPlace & WordSearch,
): Promise<readonly number[]> {
  const { words, without, withHidden } = given;
  const key = placeKey(given, given.shape);
  if (databaseKind(db) === 'sqlite') {
    const columns = withHidden ? '{shown hidden}' : '{shown}';
    const term = (word: string): string => `${columns} : "${word}" *`;
    const wanted = [`place : "${key}"`, ...words.map(term)].join(' AND ');
    const match = [`(${wanted})`, ...without.map(term)].join(' NOT ');
    const text = 'select rowid as seq from unit_words where unit_words match ?';
    return (await run<{ seq: number }>(db, text, [match])).map(({ seq }) => seq);
  }
  const has = withHidden ? '(shown @@ ?::tsquery or hidden @@ ?::tsquery)' : 'shown @@ ?::tsquery';
  const terms = (word: string): string[] => Array<string>(withHidden ? 2 : 1).fill(`'${word}':*`);
  const tests = [...words.map(() => has), ...without.map(() => `not ${has}`)];
  const text = `select coalesce(array_to_string(array_agg(seq), ' '), '') as found
    from unit_words where ${['place = ?', ...tests].join(' and ')}`;
  const [row] = await run<{ found: string }>(db, text, [
    key,
    ...words.flatMap(terms),
    ...without.flatMap(terms),
  ]);
  return row!.found === '' ? [] : row!.found.split(' ').map(Number);
}

/** A word that stands for a task and a shape of its units. */
function placeKey({ project, task }: TaskPlace, shape: string): string {
  return `t${hash('sha256', JSON.stringify([project, task, shape])).slice(0, 20)}`;
}

function insertText(tx: WriteTransaction): string {
  return databaseKind(tx) === 'sqlite'
    ? 'insert or replace into unit_words (rowid, place, shown, hidden) values (?, ?, ?, ?)'
    : `insert into unit_words (seq, place, shown, hidden)
        values (?, ?, array_to_tsvector(?::text[]), array_to_tsvector(?::text[]))
        on conflict (seq) do update set place = excluded.place, shown = excluded.shown,
          hidden = excluded.hidden`;
}

/** Words as a value of the index; they are letters and digits only. */
function wordList(tx: WriteTransaction, words: readonly string[]): string {
  if (databaseKind(tx) === 'sqlite') return words.join(' ');
  return words.length === 0 ? '{}' : `{"${words.join('","')}"}`;
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
