import type { DatabaseKind } from '../kysely-handle.ts';

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
