import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../tables.ts';
import type { RowFault } from './compare-rows.ts';

type Report = (fault: RowFault) => void;

/**
 * Compares what no entry binds, because it follows from rows that are bound: whether a slot is
 * judged, with the judgments; raw replies of models, with the hashes under which attempts name them.
 */
export async function checkDerived(db: Database, found: Report): Promise<void> {
  for await (const { id } of misjudgedSlots(db))
    found({ table: 'slot', row: `id ${id}`, field: 'judged_at', kind: 'row-changed' });
  const named = new Set<string>();
  const attempts = db.selectFrom('model_attempt').select('reply').where('reply', 'is not', null);
  for await (const { reply } of attempts.stream(pageSize)) named.add(reply!);
  for await (const { hash, content } of db.selectFrom('model_reply').selectAll().stream(pageSize)) {
    const place = { table: 'model_reply', row: `hash ${hash}` } as const;
    if (!named.delete(hash)) found({ ...place, field: null, kind: 'row-inserted' });
    else if (createHash('sha256').update(content).digest('hex') !== hash)
      found({ ...place, field: 'content', kind: 'row-changed' });
  }
  for (const hash of named)
    found({ table: 'model_reply', row: `hash ${hash}`, field: null, kind: 'row-missing' });
}

const pageSize = 500;

/**
 * Slots that say that they are judged without a judgment, or are not although there is one, or that
 * give another time than their first judgment. Runs of models are stored several at a time, and
 * imported judgments carry times of their own.
 */
function misjudgedSlots(db: Database) {
  return db
    .selectFrom('slot')
    .leftJoin('judgment', (join) =>
      join
        .onRef('judgment.unit', '=', 'slot.unit')
        .onRef('judgment.annotator', '=', 'slot.annotator')
        .onRef('judgment.run', '=', 'slot.run')
        .on('judgment.supersedes', 'is', null),
    )
    .leftJoin('import_log', 'import_log.id', 'judgment.import_id')
    .select('slot.id')
    .where(
      sql<boolean>`(slot.judged_at is null) <> (judgment.id is null)
        or slot.judged_at <> judgment.at and (judgment.origin = 'workbench'
          or import_log.at is not null and slot.judged_at <> import_log.at)`,
    )
    .orderBy('slot.id')
    .stream(pageSize);
}
