import { sql } from 'kysely';
import { storedJson } from '../domain/stored-json.ts';
import type { Row } from './columns.ts';
import { preparedFirst } from './prepared.ts';
import type { Database, WriteTransaction } from './tables.ts';
import { appendAudit } from './workspace/audit.ts';

/** What the entry is called that says where the rows of an import in pieces begin. */
export const begunAction = 'import-begun';

/** An import in pieces as the log says that it began. */
export interface BegunImport {
  /** The entry that says so. */
  readonly seq: number;
  readonly project: string | null;
  readonly kind: string;
  /** The number at which its rows begin. */
  readonly from: number;
}

/** Notes in the log that an import in pieces begins: what is not noted there removes nothing. */
export function noteBegun(
  tx: WriteTransaction,
  { id, kind, project, fromSeq, startedAt }: Row<'staging'>,
): void {
  if (fromSeq === null) return;
  const about = { project, object: objectOf(id), detail: { kind, from: fromSeq } };
  appendAudit(tx, { at: startedAt, actor: 'assay', action: begunAction, ...about });
}

/** What the log says of an import in pieces; null when it says nothing. */
export async function begunImport(db: Database, id: string): Promise<BegunImport | null> {
  const entry = await selectBegun(db, { object: objectOf(id) });
  if (entry === null) return null;
  const { seq, project, detail } = entry;
  type Detail = Pick<BegunImport, 'kind' | 'from'>;
  return { seq, project, ...storedJson<Detail>(detail, 'audit', 'detail', entry) };
}

/** How the log names an import. */
export function objectOf(id: string): string {
  return `import/${id}`;
}

const selectBegun = preparedFirst((db, given: { readonly object: string }) =>
  db
    .selectFrom('audit')
    .select(['seq', 'project', 'detail'])
    .where('action', '=', sql.lit(begunAction))
    .where('object', '=', given.object)
    .orderBy('seq', 'desc')
    .limit(sql.lit(1)),
);
