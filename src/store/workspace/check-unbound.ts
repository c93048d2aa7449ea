import { createHash } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { begunImport } from '../begun-imports.ts';
import type { Database } from '../tables.ts';
import type { RowFault } from './compare-rows.ts';
import { migrations } from './schema/migrations.ts';

/** A row that is not as it must be; the table of migrations is not one of the workspace. */
type UnboundFault = Omit<RowFault, 'table'> & { readonly table: string };

type Report = (fault: UnboundFault) => void;

/**
 * Compares what no entry binds: whether a slot is judged, with the judgments; raw replies, with the
 * hashes under which attempts name them; migrations, with those of the program.
 */
export async function checkUnbound(db: Database, found: Report): Promise<void> {
  await checkMigrations(db, found);
  const ahead = await judgmentsAhead(db);
  for await (const { id, judgedAt, seq } of misjudgedSlots(db))
    // An import under way stores its judgments before it fills their slots.
    if (judgedAt !== null || seq === null || ahead === null || seq < ahead)
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
    .select(['slot.id', 'slot.judged_at as judgedAt', 'judgment.seq'])
    .where(
      sql<boolean>`((slot.judged_at is null) <> (judgment.id is null)
        or slot.judged_at <> judgment.at and (judgment.origin = 'workbench'
          or import_log.at is not null and slot.judged_at <> import_log.at))`,
    )
    .orderBy('slot.id')
    .stream(pageSize);
}

/** Where the judgments of an import begin that is under way, by the log; null when none is. */
async function judgmentsAhead(db: Database): Promise<number | null> {
  const staged = db.selectFrom('staging').select('id').where('kind', '=', 'judgments');
  for (const { id } of await staged.execute()) {
    const begun = await begunImport(db, id);
    if (begun?.kind === 'judgments') return begun.from;
  }
  return null;
}

/**
 * Compares the table of migrations with those of the program. When each was applied is not
 * compared: a copy or a restored backup has times of its own.
 */
async function checkMigrations(db: Database, found: Report): Promise<void> {
  const text = 'select version, name from migration order by version';
  const { rows } = await db.executeQuery<{ version: number; name: string }>(
    CompiledQuery.raw(text),
  );
  const left = new Map(rows.map(({ version, name }) => [Number(version), name]));
  for (const { version, name } of migrations) {
    const got = left.get(version);
    left.delete(version);
    if (got === undefined) found(migration(version, null, 'row-missing'));
    else if (got !== name) found(migration(version, 'name', 'row-changed'));
  }
  for (const version of left.keys()) found(migration(version, null, 'row-inserted'));
}

function migration(version: number, field: string | null, kind: RowFault['kind']): UnboundFault {
  return { table: 'migration', row: `version ${version}`, field, kind };
}
