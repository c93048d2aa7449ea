import type { DatabaseKind } from '../../kysely-handle.ts';

/**
 * Schema 10, for long work in pieces. Units and slots of a run are stored before the run, whose row
 * makes them visible; so they no longer refer to it. Units of an import that was not finished may
 * be deleted again, and no others.
 */
export function tenthSchema(kind: DatabaseKind): readonly string[] {
  const { text, whole, end } = words[kind];
  return [
    ...(kind === 'sqlite'
      ? runUnitsAnew
      : ['alter table run_unit drop constraint run_unit_run_fkey']),
    `create table own_order (
      run ${text} not null, annotator ${text} not null, first ${whole} not null,
      last ${whole} not null, units ${text} not null, primary key (run, annotator, first)) ${end}`,
    `create table staging (
      id ${text} primary key, kind ${text} not null check (kind in ('run', 'units')),
      project ${text} not null, name ${text} not null, from_seq ${whole},
      done ${whole} not null, total ${whole} not null,
      started_at ${text} not null, alive_until ${text} not null) ${end}`,
    // One import of units at a time: what comes behind its beginning is not visible yet.
    "create unique index staging_units on staging (project) where kind = 'units'",
    ...(kind === 'sqlite' ? sqliteDeletes : postgresDeletes),
  ];
}

/** What the dialects spell differently. */
const words = {
  sqlite: { text: 'text', whole: 'integer', end: 'strict' },
  postgres: { text: 'text collate "C"', whole: 'bigint', end: '' },
};

/** SQLite cannot drop a constraint: the table is recreated with the same name and rows. */
const runUnitsAnew: readonly string[] = [
  `create table run_unit_anew (
    run text not null, unit text not null, position integer not null,
    inclusion_probability real, primary key (run, unit)) strict, without rowid`,
  'insert into run_unit_anew select * from run_unit order by run, unit',
  'drop table run_unit',
  'alter table run_unit_anew rename to run_unit',
  'create index run_unit_position on run_unit (run, position)',
];

const sqliteDeletes: readonly string[] = [
  'drop trigger unit_no_delete',
  `create trigger unit_no_delete before delete on unit
    when not exists (select 1 from staging
      where kind = 'units' and project = old.project and from_seq <= old.seq)
    begin select raise(abort, 'unit is insert-only'); end`,
];

const postgresDeletes: readonly string[] = [
  'drop trigger unit_insert_only on unit',
  `create trigger unit_insert_only before update or truncate on unit
    for each statement execute function assay_insert_only()`,
  `create function assay_keep_unit() returns trigger language plpgsql as $$ begin
    if exists (select 1 from staging
      where kind = 'units' and project = old.project and from_seq <= old.seq) then return old;
    end if;
    raise exception 'unit is insert-only' using errcode = 'restrict_violation'; end $$`,
  `create trigger unit_keep before delete on unit
    for each row execute function assay_keep_unit()`,
];

/**
 * Schema 15: judgments of an import are stored in pieces as well, behind a number that the table of
 * long work holds. Those of an import that was not finished may be deleted again, and no others;
 * which places in a run they had taken is kept until then. Slots no longer refer to their units,
 * with which they are stored.
 */
export function fifteenthSchema(kind: DatabaseKind): readonly string[] {
  const { text, whole, end } = words[kind];
  const kinds = "kind in ('run', 'units', 'judgments')";
  return [
    ...(kind === 'sqlite'
      ? stagingAnew(kinds)
      : [
          'alter table staging drop constraint staging_kind_check',
          `alter table staging add constraint staging_kind_check check (${kinds})`,
        ]),
    // One import of judgments at a time: what comes behind its beginning is not visible yet.
    "create unique index staging_judgments on staging (kind) where kind = 'judgments'",
    `create table staged_slot (
      staging ${text} not null, slot ${whole} not null, was_free ${whole} not null,
      primary key (staging, slot)) ${end}`,
    // Looking up the unit of every slot took a fifth of the time in which a run is stored.
    ...(kind === 'sqlite' ? slotsAnew : ['alter table slot drop constraint slot_run_unit_fkey']),
    ...(kind === 'sqlite' ? sqliteJudgmentDeletes : postgresJudgmentDeletes),
  ];
}

/** SQLite cannot change a constraint: the table is recreated with the same name and rows. */
function stagingAnew(kinds: string): readonly string[] {
  return [
    `create table staging_anew (
      id text primary key, kind text not null check (${kinds}), project text not null,
      name text not null, from_seq integer, done integer not null, total integer not null,
      started_at text not null, alive_until text not null) strict`,
    'insert into staging_anew select * from staging',
    // A trigger that refers to a missing table would stop the renaming.
    'drop trigger unit_no_delete',
    'drop table staging',
    'alter table staging_anew rename to staging',
    "create unique index staging_units on staging (project) where kind = 'units'",
    sqliteDeletes[1]!,
  ];
}

const slotsAnew: readonly string[] = [
  `create table slot_anew (
    id integer primary key autoincrement, run text not null, unit text not null,
    ordinal integer not null check (ordinal > 0), annotator text, position integer,
    leased_until text, judged_at text, unique (run, unit, ordinal), unique (run, unit, annotator),
    check (judged_at is null or annotator is not null)) strict`,
  'insert into slot_anew select * from slot order by id',
  'drop table slot',
  'alter table slot_anew rename to slot',
  'create index slot_order on slot (run, annotator, position)',
  'create index slot_free on slot (run, position) where annotator is null',
  `create index slot_leased on slot (run, annotator, leased_until)
    where leased_until is not null`,
];

const sqliteJudgmentDeletes: readonly string[] = [
  'drop trigger judgment_no_delete',
  `create trigger judgment_no_delete before delete on judgment
    when not exists (select 1 from staging where kind = 'judgments' and from_seq <= old.seq)
    begin select raise(abort, 'judgment is insert-only'); end`,
];

const postgresJudgmentDeletes: readonly string[] = [
  'drop trigger judgment_insert_only on judgment',
  `create trigger judgment_insert_only before update or truncate on judgment
    for each statement execute function assay_insert_only()`,
  `create function assay_keep_judgment() returns trigger language plpgsql as $$ begin
    if exists (select 1 from staging
      where kind = 'judgments' and from_seq <= old.seq) then return old;
    end if;
    raise exception 'judgment is insert-only' using errcode = 'restrict_violation'; end $$`,
  `create trigger judgment_keep before delete on judgment
    for each row execute function assay_keep_judgment()`,
];
