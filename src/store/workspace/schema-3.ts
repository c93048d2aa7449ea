import type { DatabaseKind } from '../kysely-handle.ts';

/**
 * The third version of the schema: a fact may carry a key of whoever sends it, so that one that is
 * sent again is one fact. Those without a key are never the same.
 */
export function thirdSchema(kind: DatabaseKind): readonly string[] {
  return [
    `alter table fact add column idempotency_key text${kind === 'postgres' ? ' collate "C"' : ''}`,
    'create unique index fact_key on fact (run, annotator, idempotency_key)',
  ];
}
