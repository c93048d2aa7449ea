import type { DatabaseKind } from '../kysely-handle.ts';

/** Schema 2: a ruling stores what the judgments said, so that later changes are noticed. */
export function secondSchema(kind: DatabaseKind): readonly string[] {
  return [
    `alter table ruling add column original text${kind === 'postgres' ? ' collate "C"' : ''}`,
  ];
}
