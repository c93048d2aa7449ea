import type { DatabaseKind } from '../../kysely-handle.ts';

/**
 * Schema 4, for saves that write less: each index that a save touches costs a page. The judgments
 * of an annotator on a unit in a run form a chain in one index, in which keys are looked up too;
 * slots are found by an order that judging does not change.
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

/** SQLite cannot drop a constraint: the table is recreated with the same name and rows. */
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
