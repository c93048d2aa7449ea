import type { DatabaseKind } from '../kysely-handle.ts';

/**
 * The second version of the schema: a ruling keeps what the judgments said when it was made, so
 * that it can be told when they say something else.
 */
export function secondSchema(kind: DatabaseKind): readonly string[] {
  return [
    `alter table ruling add column original text${kind === 'postgres' ? ' collate "C"' : ''}`,
  ];
}
