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

/** Tells PostgreSQL how often words occur; without it, it reads every unit for a rare one. */
export async function refreshWordStatistics(tx: WriteTransaction): Promise<void> {
  if (databaseKind(tx) === 'postgres') await run(tx, 'analyze unit_words', []);
}

/** What is looked for: words that must, and must not, begin a word of a unit. */
export interface WordSearch {
  readonly shape: string;
  readonly words: readonly string[];
  readonly without: readonly string[];
  /** Whether words that annotators may not see are searched too. */
  readonly withHidden: boolean;
}

/**
 * The numbers of the units of a task that contain words. They come as one text: as rows, a hundred
 * thousand of them take longer than finding them.
 */
export async function searchIndex(
  db: Database,
  given: TaskPlace & WordSearch,
): Promise<readonly number[]> {
  const { text, values } =
    databaseKind(db) === 'sqlite' ? sqliteSearch(given) : postgresSearch(given);
  const [row] = await run<{ found: string | null }>(db, text, values);
  return numbersOf(row?.found ?? '');
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
 * Whatever can be asked of a unit in one go is, since each question reads all of its words: nearly
 * all units that pass have the words where annotators see them.
 */
function postgresSearch({
  words,
  without,
  withHidden,
  shape,
  ...place
}: TaskPlace & WordSearch): Search {
  const terms = (some: readonly string[], sign: '&' | '|'): string =>
    some.map((word) => `'${word}':*`).join(` ${sign} `);
  const no = without.length === 0 ? [] : [terms(without, '|')];
  const values = [placeKey(place, shape)];
  const has = (column: 'shown' | 'hidden', query: string): string => {
    values.push(query);
    return `${column} @@ ?::tsquery`;
  };
  const tests = ['place = ?'];
  if (withHidden) tests.push(...no.map((query) => `not ${has('hidden', query)}`));
  const together = [
    ...(words.length === 0 ? [] : [terms(words, '&')]),
    ...no.map((query) => `!(${query})`),
  ];
  if (together.length > 0) {
    const shown = has('shown', together.join(' & '));
    if (words.length === 0 || !withHidden) tests.push(shown);
    else {
      const apart = words.map((word) => {
        const query = terms([word], '&');
        const hidden = has('hidden', query);
        return words.length === 1 ? hidden : `(${hidden} or ${has('shown', query)})`;
      });
      const clean = no.map((query) => `not ${has('shown', query)}`);
      tests.push(`(${shown} or (${[...apart, ...clean].join(' and ')}))`);
    }
  }
  return {
    text: `select array_to_string(array_agg(seq), ' ') as found
      from unit_words where ${tests.join(' and ')}`,
    values,
  };
}

/** Whole numbers with a blank between them; splitting would make a text of each. */
function numbersOf(text: string): readonly number[] {
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
