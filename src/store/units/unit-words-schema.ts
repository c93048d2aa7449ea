import type { DatabaseKind } from '../kysely-handle.ts';

/**
 * Schema 14: an index over the words of units. It can be made again from the units at any time, so
 * it belongs to no table of the record: nothing copies, binds or compares it.
 */
export function wordIndex(kind: DatabaseKind): readonly string[] {
  return kind === 'sqlite' ? sqliteIndex : postgresIndex;
}

/** The tables of the index. */
export const wordTables = ['unit_words', 'unit_words_end'] as const;

const sqliteIndex: readonly string[] = [
  `create virtual table unit_words using fts5(place, shown, hidden,
    content='', contentless_delete=1, detail=column, tokenize='ascii')`,
  `create table unit_words_end (project text not null, task text not null, shape text not null,
    seq integer not null, primary key (project, task)) strict, without rowid`,
];

const postgresIndex: readonly string[] = [
  `create table unit_words (seq bigint primary key, place text collate "C" not null,
    shown tsvector not null, hidden tsvector not null)`,
  'create index unit_words_shown on unit_words using gin (shown)',
  'create index unit_words_hidden on unit_words using gin (hidden)',
  'create index unit_words_place on unit_words (place)',
  `create table unit_words_end (project text collate "C" not null, task text collate "C" not null,
    shape text collate "C" not null, seq bigint not null, primary key (project, task))`,
];

/**
 * Schema 19: PostgreSQL keeps a unit's words in one column, with its task and with what annotators
 * see told apart by the first letter. One scan of one index then answers a search, and no unit is
 * read to test it. The index is emptied, and made again when somebody next looks.
 */
export function oneColumnOfWords(kind: DatabaseKind): readonly string[] {
  if (kind === 'sqlite') return [];
  return [
    'drop table unit_words',
    'delete from unit_words_end',
    'create table unit_words (seq bigint primary key, words tsvector not null)',
    'create index unit_words_found on unit_words using gin (words)',
  ];
}
