import type { DatabaseKind } from '../kysely-handle.ts';
import { logLock } from './schema-1.ts';

/** Audit entries carry the hashes of the rows that they are about. */
export function boundContent(kind: DatabaseKind): readonly string[] {
  if (kind === 'sqlite') return ['alter table audit add column content text'];
  return [
    'alter table audit add column content text collate "C"',
    'drop function assay_last_audit',
    `create function assay_last_audit()
      returns table (seq bigint, hash text, bound boolean) language plpgsql volatile as $$ begin
      perform pg_advisory_xact_lock(${logLock});
      return query select audit.seq, audit.hash, audit.content is not null
      from audit order by audit.seq desc limit 1; end $$`,
  ];
}
