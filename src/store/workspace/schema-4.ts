import type { DatabaseKind } from '../kysely-handle.ts';

/**
 * The fourth version of the schema, for saves that write less: what a save changes costs a page of
 * the database for every index that it falls into. The judgments of
 * an annotator on a unit in a run are a chain, which one index holds together, and in which a key
 * is looked up; slots are found by an order that judging does not change.
 */
export function fourthSchema(kind: DatabaseKind): readonly string[] {
  return [
    ...(kind === 'sqlite'
      ? judgmentsAnew
      : [
          'alter table judgment drop constraint judgment_idempotency_key_project_key',
          'drop index judgment_unit',
        ]),
    `create unique index judgment_chain on judgment
      (unit, annotator, task, project, coalesce(run, ''), coalesce(supersedes, ''))`,
    'drop index slot_open',
    'drop index slot_judged',
    'drop index slot_leased',
    'create index slot_order on slot (run, annotator, position)',
    `create index slot_leased on slot (run, annotator, leased_until)
      where leased_until is not null`,
  ];
}

/**
 * SQLite cannot take a constraint from a table: it is made anew, and gets the old one's rows and
 * name.
 */
const judgmentsAnew: readonly string[] = [
  `create table judgment_anew (
    seq integer primary key, id text not null unique, project text not null, task text not null,
    run text references round_run (id), unit text not null,
    annotator text not null, answers text not null, asides text not null,
    guideline_version text not null, task_hash text not null, at text not null,
    seconds real, supersedes text references judgment_anew (id), idempotency_key text not null,
    origin text not null check (origin in ('workbench', 'import', 'model', 'rule')),
    foreign key (project, task, unit) references unit (project, task, id)) strict`,
  'insert into judgment_anew select * from judgment order by seq',
  'drop table judgment',
  'alter table judgment_anew rename to judgment',
  'create unique index judgment_supersedes on judgment (supersedes) where supersedes is not null',
  ...['update', 'delete'].map(
    (change) =>
      `create trigger judgment_no_${change} before ${change} on judgment
        begin select raise(abort, 'judgment is insert-only'); end`,
  ),
];
