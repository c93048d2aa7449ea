import { refuse } from '../../domain/fault.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import { codedText } from '../../domain/text-values.ts';
import type { Store } from '../open-store.ts';
import { tableNames, tableShapes } from '../tables.ts';
import { wordTables } from '../units/unit-words-schema.ts';
import { auditHash } from './audit.ts';
import { auditHead } from './audit-verification.ts';

/**
 * Refuses a database that lacks tables or columns, or whose audit log does not end where it says,
 * before anybody works in it. Looks at the tables and at one entry, whatever the size.
 */
export async function refuseUnsound(store: Store): Promise<void> {
  const reason = (await missingPart(store)) ?? (await brokenEnd(store));
  if (reason !== null) refuse('database-damaged', { database: store.address, reason });
}

async function missingPart(store: Store): Promise<CodedText | null> {
  const found = await store.read((db) => db.introspection.getTables());
  const columns = new Map(found.map((one) => [one.name, one.columns.map(({ name }) => name)]));
  for (const table of ['migration', ...wordTables])
    if (!columns.has(table)) return codedText('table-missing', { table });
  for (const table of tableNames) {
    const own = columns.get(table);
    if (own === undefined) return codedText('table-missing', { table });
    const column = tableShapes[table].columns.find((name) => !own.includes(name));
    if (column !== undefined) return codedText('column-missing', { table, column });
  }
  return null;
}

async function brokenEnd(store: Store): Promise<CodedText | null> {
  const { isWhole } = await auditHead(store);
  const last = await store.read((db) =>
    db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst(),
  );
  const fits = isWhole && (last === undefined || auditHash(last) === last.hash);
  return fits ? null : codedText('log-end-differs');
}
