import { expect } from 'vitest';
import { derivedAttacks, logAttacks } from './log-attacks.ts';
import type { Attack } from './log-attacks.ts';
import { dropChecks, openRaw } from './raw-database.ts';
import type { RawDatabase, RawRow } from './raw-database.ts';
import type { TestDatabases } from './stores.ts';
import { buildJudgment, fillWorkspace, someTime } from './workspace-factory.ts';
import { addOne } from './record-rows.ts';
import { closeRun } from '../src/store/rounds/rounds.ts';
import { grantRole } from '../src/store/people/memberships.ts';
import { insertAccount } from '../src/store/people/accounts.ts';
import { insertRuling } from '../src/store/rulings/rulings.ts';
import { insertUnits } from '../src/store/units/units.ts';
import { place } from './workspace-factory.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/open-store.ts';
import { appendAudit } from '../src/store/workspace/audit.ts';
import { verifyAudit } from '../src/store/workspace/audit-verification.ts';
import type { AuditVerification } from '../src/store/workspace/audit-verification.ts';
import { coverages, isLeftOut } from '../src/store/workspace/coverage.ts';
import type { Coverage } from '../src/store/workspace/coverage.ts';

/** A record in which every covered table has at least two rows, most of them changed once. */
export async function fillAll(store: Store): Promise<void> {
  await fillWorkspace(store, 8);
  await store.write(async (tx) => {
    for (const [id, login] of [
      ['a2', 'mia'],
      ['a3', 'noa'],
    ] as const)
      await insertAccount(tx, {
        id,
        login,
        name: login,
        passwordHash: null,
        language: 'en',
        keymap: 'default',
        createdAt: someTime,
      });
    await grantRole(tx, {
      project: 'topics',
      account: 'a2',
      role: 'annotator',
      createdAt: someTime,
    });
    await insertUnits(
      tx,
      { ...place, task: 'other' },
      [{ id: 'x1', subject: null, fields: {} }],
      someTime,
    );
    await insertRuling(tx, {
      id: 'r2',
      ...place,
      unit: 'u3',
      by: 'mia',
      decision: { kind: 'answers', answers: { IRB: 1 } },
      reason: 'the second sentence',
      ownJudgment: true,
      edgeCase: false,
      guidelineProposal: null,
      at: someTime,
      idempotencyKey: 'k2',
    });
    appendAudit(tx, {
      at: someTime,
      actor: 'lena',
      action: 'rule',
      project: 'topics',
      object: 'ruling/r2',
      detail: {},
    });
  });
  await store.write((tx) =>
    addOne(tx, buildJudgment({ id: 'again', idempotencyKey: 'again', answers: { IRB: 1 } })),
  );
  await store.write((tx) => closeRun(tx, { id: 'run-1', at: someTime, by: 'lena' }));
}

const quote = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

export function whereOf({ key }: Coverage): string {
  return key.map((name) => `"${name}" = ?`).join(' and ');
}

export function keyOf({ key }: Coverage, row: RawRow): readonly unknown[] {
  return key.map((name) => row[name]);
}

export function namesRow({ key, manner, number, group }: Coverage, column: string): boolean {
  return [...key, number, ...(manner === 'group' ? [group] : [])].includes(column);
}

/** Another value that the column might hold. */
export function otherValue(value: string | number | null, column: string): string | number {
  if (value === null) return /seconds|position|probability|untimed|from_seq/.test(column) ? 3 : 'x';
  if (typeof value === 'number') return value === 0 ? 1 : value + 1000;
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return value.replace(/^\d{4}/, '2020');
  if (value.startsWith('{')) return value === '{}' ? '{"a":1}' : '{}';
  if (value.startsWith('[')) return '[1]';
  return `${value}x`;
}

/** Almost the same value: what a careful hand would write. */
function almost(value: string | number, column: string): string | number {
  if (typeof value === 'number')
    return /^(is_|was_|own_|edge_|takes_)/.test(column) ? 1 - value : value + 1;
  if (/^\d{4}-\d\d-\d\dT/.test(value))
    return value.replace(/\d(?=\D*$)/, (one) => `${9 - Number(one)}`);
  // One digit, the case of one letter, or a letter that nobody sees.
  const [digit] = /\d(?=\D*$)/.exec(value) ?? [];
  if (digit !== undefined) return value.replace(/\d(?=\D*$)/, `${9 - Number(digit)}`);
  const upper = value.replace(/[a-z](?=[^a-z]*$)/, (letter) => letter.toUpperCase());
  return upper === value ? `${value}\u200B` : upper;
}

/** Whose rows are also edited by a careful hand; ASSAY_THOROUGH=1: all. */
const isEditedCarefully = (table: string): boolean =>
  process.env['ASSAY_THOROUGH'] === '1' ||
  /^(account|membership|invitation|ruling|waiver|note|model_)/.test(table);

export async function rowsOf(raw: RawDatabase, coverage: Coverage): Promise<readonly RawRow[]> {
  const { table, columns, key } = coverage;
  const rows = await raw.all(`select * from "${table}" order by ${quote(key)}`);
  return rows.filter(
    (row) =>
      !isLeftOut(
        coverage,
        columns.map((name) => row[name]),
      ),
  );
}

/** Every kind of edit of every covered column in every covered table. */
async function attacksOn(raw: RawDatabase): Promise<readonly Attack[]> {
  const attacks: Attack[] = [];
  for (const coverage of coverages) {
    const { table, columns } = coverage;
    const rows = await rowsOf(raw, coverage);
    const [first] = rows;
    expect(rows.length, `${table} has rows`).toBeGreaterThan(0);
    for (const column of columns)
      attacks.push({
        name: `${table}.${column} set`,
        table,
        // A row with another key is one that is missing and one that nobody added.
        field: namesRow(coverage, column) ? null : column,
        run: (db) =>
          db.run(`update "${table}" set "${column}" = ? where ${whereOf(coverage)}`, [
            otherValue(first![column] ?? null, column),
            ...keyOf(coverage, first!),
          ]),
      });
    const last = rows.at(-1)!;
    for (const column of isEditedCarefully(table) ? columns : []) {
      const value = last[column] ?? null;
      if (value === null || namesRow(coverage, column)) continue;
      attacks.push({
        name: `${table}.${column} changed from ${value} to ${almost(value, column)}`,
        table,
        field: column,
        run: (db) =>
          db.run(`update "${table}" set "${column}" = ? where ${whereOf(coverage)}`, [
            almost(value, column),
            ...keyOf(coverage, last),
          ]),
      });
    }
    for (const [which, row] of [
      ['first', first!],
      ['last', last],
    ] as const)
      attacks.push({
        name: `${table} ${which} row deleted`,
        table,
        field: null,
        run: (db) =>
          db.run(`delete from "${table}" where ${whereOf(coverage)}`, keyOf(coverage, row)),
      });
    attacks.push({
      name: `${table} row inserted`,
      table,
      field: null,
      run: (db) => insertLike(db, table, rows),
    });
    if (rows.length > 1) {
      const [a, b] = [rows[0]!, rows[1]!];
      const free = columns.filter((name) => !coverage.key.includes(name) && a[name] !== b[name]);
      if (free.length > 0)
        attacks.push({
          name: `${table} rows swapped`,
          table,
          field: null,
          run: async (db) => {
            // Out of the way first: some columns are unique.
            for (const [row, from] of [
              [a, null],
              [b, a],
              [a, b],
            ] as const)
              await db.run(
                `update "${table}" set ` +
                  `${free.map((name) => `"${name}" = ?`).join(', ')} where ` +
                  `${whereOf(coverage)}`,
                [
                  ...free.map((name) => (from === null ? away(a[name]!) : from[name])),
                  ...keyOf(coverage, row),
                ],
              );
          },
        });
    }
  }
  return [...attacks, ...derivedAttacks, ...logAttacks];
}

function away(value: string | number | null): string | number | null {
  return typeof value === 'string' ? `${value}~` : typeof value === 'number' ? value + 1000 : null;
}

/** A copy of the last row under another key, which fits every unique index. */
async function insertLike(db: RawDatabase, table: string, rows: readonly RawRow[]): Promise<void> {
  const last = rows.at(-1)!;
  const unique = new Set([
    'id',
    'key',
    'login',
    'token_hash',
    'unit',
    'version',
    'account',
    'idempotency_key',
    'attempt',
    'part',
    'supersedes',
  ]);
  const entries = Object.entries(last).map(([name, value]) => {
    if (name === 'seq' || (table === 'slot' && name === 'id')) return [name, Number(value) + 50];
    if (name === 'position' && table === 'run_unit') return [name, Number(value) + 50];
    if (!unique.has(name)) return [name, value];
    return [name, typeof value === 'number' ? value + 50 : `${value ?? ''}-forged`];
  });
  const row = Object.fromEntries(entries) as RawRow;
  await db.run(
    `insert into "${table}" (${quote(Object.keys(row))}) values (${Object.keys(row)
      .map(() => '?')
      .join(', ')})`,
    Object.values(row),
  );
}

/** What is wrong with the answer to an attack; empty when it was found and named. */
function unnamed({ name, table, field }: Attack, { faults }: AuditVerification): readonly string[] {
  if (faults.length === 0) return [`${name}: not found`];
  if (table !== null && !faults.some((one) => one.table === table && one.row !== ''))
    return [`${name}: the table is not named`];
  if (field !== null && !faults.some((one) => one.table === table && one.field === field))
    return [`${name}: the field is not named`];
  return [];
}

export async function attackAll(
  databases: TestDatabases,
  isChosen: (at: number) => boolean,
  copy: (from: string) => Promise<string>,
): Promise<{ readonly tried: number; readonly open: readonly string[] }> {
  const address = await databases.address();
  const store = await openStore(address);
  await fillAll(store);
  expect(await verifyAudit(store)).toMatchObject({ faults: [], faultCount: 0 });
  await store.close();
  const source = await openRaw(databases.kind, address);
  const attacks = (await attacksOn(source)).filter((_, at) => isChosen(at));
  await source.close();
  const open: string[] = [];
  for (const attack of attacks) {
    const target = await copy(address);
    const raw = await openRaw(databases.kind, target);
    if (databases.kind === 'postgres') await dropChecks(raw);
    try {
      await attack.run(raw);
    } catch (failure) {
      throw new Error(attack.name, { cause: failure });
    }
    await raw.close();
    const damaged = await openStore(target, { migrate: false });
    open.push(...unnamed(attack, await verifyAudit(damaged)));
    await damaged.close();
  }
  return { tried: attacks.length, open };
}
