import type { DatabaseKind } from '../kysely-handle.ts';

/**
 * Rulings of an import are stored in pieces as judgments are, behind a number that the table of
 * long work holds. Those of an import that was not finished may be deleted again, and no others.
 */
export function rulingPieces(kind: DatabaseKind): readonly string[] {
  return [
    ...(kind === 'sqlite' ? sqliteStaging : postgresStaging),
    // One import of rulings at a time: what comes behind its beginning is not visible yet.
    "create unique index staging_rulings on staging (kind) where kind = 'rulings'",
    ...(kind === 'sqlite' ? sqliteDeletes : postgresDeletes),
  ];
}

const kinds = "kind in ('run', 'units', 'judgments', 'rulings')";

/** SQLite cannot change a constraint: the table is recreated with the same name and rows. */
const sqliteStaging: readonly string[] = [
  `create table staging_anew (
    id text primary key, kind text not null check (${kinds}), project text not null,
    name text not null, from_seq integer, done integer not null, total integer not null,
    started_at text not null, alive_until text not null) strict`,
  'insert into staging_anew select * from staging',
  // A trigger that refers to a missing table would stop the renaming.
  'drop trigger unit_no_delete',
  'drop trigger judgment_no_delete',
  'drop table staging',
  'alter table staging_anew rename to staging',
  "create unique index staging_units on staging (project) where kind = 'units'",
  "create unique index staging_judgments on staging (kind) where kind = 'judgments'",
  `create trigger unit_no_delete before delete on unit
    when not exists (select 1 from staging
      where kind = 'units' and project = old.project and from_seq <= old.seq)
    begin select raise(abort, 'unit is insert-only'); end`,
  `create trigger judgment_no_delete before delete on judgment
    when not exists (select 1 from staging where kind = 'judgments' and from_seq <= old.seq)
    begin select raise(abort, 'judgment is insert-only'); end`,
];

const postgresStaging: readonly string[] = [
  'alter table staging drop constraint staging_kind_check',
  `alter table staging add constraint staging_kind_check check (${kinds})`,
];

const sqliteDeletes: readonly string[] = [
  'drop trigger ruling_no_delete',
  `create trigger ruling_no_delete before delete on ruling
    when not exists (select 1 from staging where kind = 'rulings' and from_seq <= old.seq)
    begin select raise(abort, 'ruling is insert-only'); end`,
];

const postgresDeletes: readonly string[] = [
  'drop trigger ruling_insert_only on ruling',
  `create trigger ruling_insert_only before update or truncate on ruling
    for each statement execute function assay_insert_only()`,
  `create function assay_keep_ruling() returns trigger language plpgsql as $$ begin
    if exists (select 1 from staging
      where kind = 'rulings' and from_seq <= old.seq) then return old;
    end if;
    raise exception 'ruling is insert-only' using errcode = 'restrict_violation'; end $$`,
  `create trigger ruling_keep before delete on ruling
    for each row execute function assay_keep_ruling()`,
];
