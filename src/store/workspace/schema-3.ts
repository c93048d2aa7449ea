import type { DatabaseKind } from '../kysely-handle.ts';

/** Schema 3: a fact may carry its sender's key, so that one sent twice is stored once. */
export function thirdSchema(kind: DatabaseKind): readonly string[] {
  return [
    `alter table fact add column idempotency_key text${kind === 'postgres' ? ' collate "C"' : ''}`,
    'create unique index fact_key on fact (run, annotator, idempotency_key)',
  ];
}
