import { expect, it } from 'vitest';
import { fillAll, otherValue } from './audit-attacks.ts';
import { copyOf } from './forged-entries.ts';
import { dropChecks, openRaw } from './raw-database.ts';
import type { RawDatabase, RawRow } from './raw-database.ts';
import { describeStores } from './stores.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import { InputError } from '../src/domain/fault.ts';
import { auditVerify } from '../src/operations/workspace/audit-verify.ts';
import { openStore } from '../src/store/open-store.ts';
import { tableNames, tableShapes } from '../src/store/tables.ts';
import { verifyAudit } from '../src/store/workspace/audit-verification.ts';

const isThorough = process.env['ASSAY_THOROUGH'] === '1';

/** How many edits of each table. */
const rounds = { sqlite: isThorough ? 200 : 4, postgres: isThorough ? 10 : 1 };

/** A table as it is in the database. */
interface RawTable {
  readonly name: string;
  readonly key: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly RawRow[];
}

interface RandomEdit {
  readonly text: string;
  /** What it touches; null for whole rows. */
  readonly columns: readonly string[] | null;
  run(raw: RawDatabase): Promise<void>;
}

type Random = ReturnType<typeof seededRandom>;

const pick = <T>(random: Random, from: readonly T[]): T =>
  from[Math.floor(random.next() * from.length)]!;

const named = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

async function tablesOf(raw: RawDatabase): Promise<readonly RawTable[]> {
  const shapes = [
    ...tableNames.map((name) => ({ name, ...tableShapes[name] })),
    { name: 'migration', key: ['version'], columns: ['version', 'name', 'applied_at'] },
  ];
  const tables: RawTable[] = [];
  for (const { name, key, columns } of shapes) {
    const rows = await raw.all(`select * from "${name}" order by ${named(key)}`);
    tables.push({ name, key, columns, rows });
  }
  return tables;
}

/** Another value, as a careless or a careful hand would write it, or that of another row. */
function anyValue(
  random: Random,
  { rows }: RawTable,
  column: string,
  value: RawRow[string],
): RawRow[string] {
  const way = Math.floor(random.next() * 5);
  const there = pick(random, rows)[column] ?? null;
  if (way === 0 && there !== value) return there;
  if (way === 1 && value !== null) return null;
  if (typeof value === 'number') return way === 2 ? value + 1 : value - 1 - way;
  if (value === null || way === 2) return otherValue(value, column);
  const at = Math.floor(random.next() * value.length);
  const letter = String.fromCodePoint(97 + Math.floor(random.next() * 26));
  if (way === 3) return value.slice(0, at) + value.slice(at + 1);
  return `${value.slice(0, at)}${letter}${value.slice(at)}`;
}

function whereRow({ key }: RawTable, row: RawRow): readonly [string, readonly unknown[]] {
  return [key.map((name) => `"${name}" = ?`).join(' and '), key.map((name) => row[name])];
}

/** One edit of a table; null when the drawn one would change nothing. */
function drawEdit(random: Random, table: RawTable): RandomEdit | null {
  const { name, key, columns, rows } = table;
  const [row, second] = [pick(random, rows), pick(random, rows)];
  const [where, values] = whereRow(table, row);
  const what = random.next();
  if (what < 0.15)
    return {
      text: `delete ${values.join(' ')}`,
      columns: null,
      run: (raw) => raw.run(`delete from "${name}" where ${where}`, values),
    };
  if (what < 0.25) {
    const copy: RawRow = { ...row };
    for (const one of key)
      copy[one] = typeof row[one] === 'number' ? Number(row[one]) + 71 : `${row[one]}-copy`;
    for (const one of ['login', 'token_hash', 'id', 'idempotency_key', 'key', 'attempt'])
      if (one in copy && !key.includes(one)) copy[one] = `${copy[one]}-copy`;
    return {
      text: `copy ${values.join(' ')}`,
      columns: null,
      run: (raw) => {
        const names = Object.keys(copy);
        const marks = names.map(() => '?').join(', ');
        const text = `insert into "${name}" (${named(names)}) values (${marks})`;
        return raw.run(text, Object.values(copy));
      },
    };
  }
  const swapped = columns.filter((one) => !key.includes(one) && row[one] !== second[one]);
  if (what < 0.45 && swapped.length > 0) {
    const own = random.next() < 0.5 ? swapped : [pick(random, swapped)];
    const [elsewhere, others] = whereRow(table, second);
    const set = (raw: RawDatabase, at: string, which: readonly unknown[], to: RawRow) =>
      raw.run(`update "${name}" set ${own.map((one) => `"${one}" = ?`).join(', ')} where ${at}`, [
        ...own.map((one) => to[one]),
        ...which,
      ]);
    return {
      text: `swap ${own.join(', ')} of ${values.join(' ')} and ${others.join(' ')}`,
      columns: own,
      run: async (raw) => {
        await set(raw, where, values, second);
        await set(raw, elsewhere, others, row);
      },
    };
  }
  const column = pick(random, columns);
  const value = anyValue(random, table, column, row[column] ?? null);
  if (value === (row[column] ?? null)) return null;
  return {
    text: `${column} of ${values.join(' ')} from ${row[column]} to ${value}`,
    columns: key.includes(column) ? null : [column],
    run: (raw) =>
      raw.run(`update "${name}" set "${column}" = ? where ${where}`, [value, ...values]),
  };
}

/** Whether verifying finds something, or the database is refused as none of this version. */
async function isFound(address: string): Promise<boolean> {
  try {
    const { faultCount } = await auditVerify(address);
    return faultCount > 0;
  } catch (failure) {
    if (failure instanceof InputError) return true;
    throw failure;
  }
}

describeStores('random edits of every table', (databases) => {
  it('are found, or change what verifying names as not bound', { timeout: 1_800_000 }, async () => {
    const { kind } = databases;
    const address = await databases.address();
    const store = await openStore(address);
    await fillAll(store);
    const whole = await verifyAudit(store);
    expect(whole.faults).toEqual([]);
    await store.close();
    const isFree = (table: string, columns: RandomEdit['columns']): boolean =>
      (columns ?? [null]).every((column) =>
        whole.notBound.some(
          (one) => one.table === table && (one.column === null || one.column === column),
        ),
      );
    const source = await openRaw(kind, address);
    const tables = await tablesOf(source);
    await source.close();
    const random = seededRandom(`audit:${process.env['ASSAY_SEED'] ?? 1}`);
    const missed: string[] = [];
    const count = { tried: 0, free: 0, found: 0 };
    for (const [place, table] of tables.entries()) {
      expect(table.rows.length, table.name).toBeGreaterThan(0);
      if (kind === 'postgres' && !isThorough && place % 3 !== 0) continue;
      for (let done = 0; done < rounds[kind];) {
        const edit = drawEdit(random, table);
        if (edit === null) continue;
        const target = await copyOf(kind, address);
        const raw = await openRaw(kind, target);
        if (kind === 'postgres') await dropChecks(raw);
        const isMade = await edit.run(raw).then(
          () => true,
          () => false,
        );
        await raw.close();
        // By a unique index, a type or a null that may not be: another is drawn.
        if (!isMade) continue;
        done += 1;
        count.tried += 1;
        if (await isFound(target)) count.found += 1;
        else if (isFree(table.name, edit.columns)) count.free += 1;
        else missed.push(`${table.name}: ${edit.text}`);
      }
    }
    if (isThorough) process.stdout.write(`${kind}: ${JSON.stringify(count)}\n`);
    expect(missed).toEqual([]);
    expect(count.found).toBeGreaterThan(count.tried / 2);
  });

  it('cannot touch a table that nobody has thought of', async () => {
    const store = await databases.open();
    const { notBound } = await verifyAudit(store);
    const known = [...tableNames, 'migration', ...notBound.map(({ table }) => table)];
    const found = await store.read((db) => db.introspection.getTables());
    // The tables in which SQLite keeps an index of words.
    const isPart = (name: string): boolean => name.startsWith('unit_words_');
    const names = found.map(({ name }) => name).filter((name) => !isPart(name));
    expect(names.filter((name) => !known.includes(name as never))).toEqual([]);
  });
});
