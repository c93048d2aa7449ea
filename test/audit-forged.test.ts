import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { importFile } from '../src/operations/exchange/import-file.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/open-store.ts';
import { headText, lastAudit } from '../src/store/workspace/audit.ts';
import type { AuditHead } from '../src/store/workspace/audit.ts';
import { verifyAudit } from '../src/store/workspace/audit-verification.ts';
import type { AuditVerification, KeptHead } from '../src/store/workspace/audit-verification.ts';
import type { RowsBinding } from '../src/store/workspace/bindings.ts';
import { bindingsOf } from '../src/store/kysely-handle.ts';
import { readRanges } from '../src/store/workspace/number-ranges.ts';
import { rowsContent } from '../src/store/workspace/row-content.ts';
import { setWorkspaceValue } from '../src/store/workspace/workspace.ts';
import { fillWorkspace } from './workspace-factory.ts';
import { coverageOf, coverages } from '../src/store/workspace/coverage.ts';
import type { Coverage } from '../src/store/workspace/coverage.ts';
import type { RowValues } from '../src/store/workspace/row-content.ts';
import { fillAll, keyOf, otherValue, rowsOf, whereOf } from './audit-attacks.ts';
import { dyingAfter } from './dying-store.ts';
import {
  bindLog,
  bindRow,
  bindRun,
  copyOf,
  together,
  verifyForged,
  withdraw,
} from './forged-entries.ts';
import type { Forgery } from './forged-entries.ts';
import { answeredUnits, importPieces } from './piece-files.ts';
import { openRaw, rechain } from './raw-database.ts';
import type { RawDatabase, RawRow } from './raw-database.ts';
import { describeStores } from './stores.ts';
import type { TestDatabases } from './stores.ts';
import {
  judgeNext,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from './work-world.ts';

const units = 620;
const farAway = '2999-01-01T00:00:00.000Z';

/** What the forger finds: where things lie in the database, and where its log ended. */
interface Found {
  readonly address: string;
  readonly kept: AuditHead;
  readonly run: string;
  /** Imports in pieces, by what they brought; the last is not finished. */
  readonly imports: Readonly<Record<'units' | 'judgments' | 'unfinished', string>>;
  /** The numbers of their rows. */
  readonly rows: Readonly<Record<'units' | 'judgments' | 'unfinished', readonly number[]>>;
  /** A judgment that Anna saved, its unit and place. */
  readonly saved: { readonly seq: number; readonly unit: string; readonly slot: number };
  /** A place that waits for a judgment, and its unit. */
  readonly open: { readonly slot: number; readonly unit: string };
}

/** A workspace after finished imports of units and judgments, while one of units hangs. */
async function build(databases: TestDatabases): Promise<Found> {
  const address = await databases.address();
  const store = await openStore(address);
  const world = await makeWorld(store, false);
  const { lead } = world;
  const content = protocolContent({ rounds: '  full: { units: all, annotators: 2 }' });
  await makeProject(world, content, units);
  const anna = await world.person('anna');
  await world.person('ben');
  const asked = { project, round: 'full', seed: 1, annotators: ['anna', 'ben'] } as const;
  const { run } = await openRound(lead, asked);
  for (let at = 0; at < 3; at += 1) await judgeNext(anna, run.id, truthOf);
  const file = answeredUnits(units, { annotator: 'ben', guideline: '1.0' });
  const judged = await importPieces(world, { kind: 'judgments', round: 'full' }, file, {});
  const added = await importFile(lead, unitFile(1100, 'n'));
  await expect(
    importFile({ ...lead, store: dyingAfter(store, 3) }, unitFile(3000, 'x')),
  ).rejects.toThrow('killed');
  const found = { ...(await look(store)), address, run: run.id };
  await store.close();
  const { unfinished, ...rest } = found;
  return { ...rest, imports: { units: added.log!, judgments: judged.log!, unfinished } };
}

function unitFile(count: number, letter: string) {
  const path = answeredUnits(1, {});
  const lines = Array.from({ length: count }, (_, at) =>
    JSON.stringify({ id: `${letter}${at}`, document: 'd', text: 'to be read', previous: '' }),
  );
  writeFileSync(path, `${lines.join('\n')}\n`);
  return { project, kind: 'units', path, name: 'units.jsonl' } as const;
}

/** Where things lie. */
async function look(store: Store) {
  return await store.read(async (db) => {
    const numbers = async (table: 'unit' | 'judgment', letter: string) => {
      const query = db.selectFrom(table).select('seq').orderBy('seq');
      const column = table === 'unit' ? 'id' : 'origin';
      const rows = await query.where(column, 'like', `${letter}%`).execute();
      return rows.map(({ seq }) => seq);
    };
    const own = db.selectFrom('judgment').selectAll().where('origin', '=', 'workbench');
    const saved = await own.orderBy('seq').limit(1).executeTakeFirstOrThrow();
    const places = db.selectFrom('slot').select(['id', 'unit']).orderBy('id').limit(1);
    const place = places.where('unit', '=', saved.unit).where('annotator', '=', 'anna');
    const open = await places.where('judged_at', 'is', null).executeTakeFirstOrThrow();
    const staging = await db.selectFrom('staging').select('id').executeTakeFirstOrThrow();
    return {
      kept: await lastAudit(db),
      unfinished: staging.id,
      rows: {
        units: await numbers('unit', 'n'),
        judgments: await numbers('judgment', 'import'),
        unfinished: await numbers('unit', 'x'),
      },
      saved: { seq: saved.seq, unit: saved.unit, slot: (await place.executeTakeFirstOrThrow()).id },
      open: { slot: open.id, unit: open.unit },
    };
  });
}

const remove = async (raw: RawDatabase, table: string, numbers: readonly number[]) => {
  const [first, last] = [numbers[0]!, numbers.at(-1)!];
  await raw.run(`delete from ${table} where seq between ? and ?`, [first, last]);
};

/** A forgery, and what must be named of it: kind and table, at least. */
interface Tried extends Forgery {
  readonly named: readonly [kind: string, table: string];
}

function withdrawals({ imports, rows, saved }: Found): readonly Tried[] {
  const about = (id: string, action: string) => ({ action, object: `import/${id}`, project });
  const unproven = (table: string) => ['withdrawal-unproven', table] as const;
  const gone = async (raw: RawDatabase) => {
    await raw.run('delete from judgment where seq = ?', [saved.seq]);
    await raw.run('update slot set judged_at = null where id = ?', [saved.slot]);
  };
  const judgment = withdraw('judgment', [saved.seq]);
  // As many as are bound together.
  const some = rows.units.slice(500, 1000);
  const judged = rows.judgments.slice(0, 500);
  const without = async (raw: RawDatabase) => {
    await raw.run(
      `update slot set judged_at = null where annotator = 'ben' and unit in
        (select unit from judgment where seq between ? and ?)`,
      [judged[0], judged.at(-1)],
    );
    await remove(raw, 'judgment', judged);
  };
  return [
    {
      name: 'a judgment behind an import of units',
      edit: gone,
      entries: [[about(imports.units, 'units-withdrawn'), judgment]],
      named: unproven('judgment'),
    },
    {
      name: 'a judgment behind an import of judgments that was finished',
      edit: gone,
      entries: [[about(imports.judgments, 'judgments-withdrawn'), judgment]],
      named: unproven('judgment'),
    },
    {
      name: 'a judgment behind an import that is not finished, of units',
      edit: gone,
      entries: [[about(imports.unfinished, 'judgments-withdrawn'), judgment]],
      named: unproven('judgment'),
    },
    {
      name: 'a judgment in an entry about anything',
      edit: gone,
      entries: [[{ action: 'content-bound' }, judgment]],
      named: unproven('judgment'),
    },
    {
      name: '500 units of a finished import',
      edit: (raw) => remove(raw, 'unit', some),
      entries: [[about(imports.units, 'units-withdrawn'), withdraw('unit', some)]],
      named: unproven('unit'),
    },
    {
      name: '500 judgments behind a finished import of units',
      edit: without,
      entries: [[about(imports.units, 'units-withdrawn'), withdraw('judgment', judged)]],
      named: unproven('judgment'),
    },
    {
      name: '500 judgments of a finished import',
      edit: without,
      entries: [[about(imports.judgments, 'judgments-withdrawn'), withdraw('judgment', judged)]],
      named: unproven('judgment'),
    },
    {
      name: 'units of another import behind the one that is not finished',
      edit: (raw) => remove(raw, 'unit', some),
      entries: [[about(imports.unfinished, 'units-withdrawn'), withdraw('unit', some)]],
      named: unproven('unit'),
    },
    {
      name: 'units of an import that begins again',
      edit: (raw) => remove(raw, 'unit', some),
      entries: [
        [
          { ...about(imports.units, 'import-begun'), detail: { kind: 'units', from: some[0] } },
          () => undefined,
        ],
        [about(imports.units, 'units-withdrawn'), withdraw('unit', some)],
      ],
      named: unproven('unit'),
    },
    {
      name: 'units that a new import claims to have added',
      edit: (raw) => remove(raw, 'unit', some),
      entries: [
        [
          { ...about('forged', 'import-begun'), detail: { kind: 'units', from: some[0] } },
          () => undefined,
        ],
        [about('forged', 'units-withdrawn'), withdraw('unit', some)],
      ],
      named: ['import-unproven', 'unit'],
    },
    {
      name: 'units that the import that is not finished claims to have added as well',
      edit: (raw) => remove(raw, 'unit', rows.units.slice(-1)),
      entries: [
        [
          { action: 'content-bound' },
          bindLog('unit', rows.units.slice(-2, -1), imports.unfinished),
        ],
        [about(imports.unfinished, 'units-withdrawn'), withdraw('unit', rows.units.slice(-1))],
      ],
      named: unproven('unit'),
    },
    {
      name: 'half of an import that is not finished, so that the rest is seen',
      edit: async (raw) => {
        await remove(raw, 'unit', rows.unfinished.slice(1000));
        await raw.run('delete from staging');
      },
      entries: [
        [
          about(imports.unfinished, 'units-withdrawn'),
          withdraw('unit', rows.unfinished.slice(1000)),
        ],
        [{ action: 'content-bound' }, bindRow('staging', [imports.unfinished], true)],
      ],
      named: ['import-unproven', 'unit'],
    },
    {
      name: 'everything, hidden by an import that claims to have begun first',
      edit: (raw) =>
        raw.run(
          `insert into staging (id, kind, project, name, from_seq, done, total, started_at,
            alive_until) values ('forged', 'judgments', ?, 'x', 1, 0, 1, ?, ?)`,
          [project, farAway, farAway],
        ),
      entries: [
        [
          { ...about('forged', 'import-begun'), detail: { kind: 'judgments', from: 1 } },
          bindRow('staging', ['forged']),
        ],
      ],
      named: ['import-unproven', 'judgment'],
    },
    {
      name: 'everything, hidden by the import that is not finished',
      edit: (raw) => raw.run('update staging set from_seq = 1'),
      entries: [[{ action: 'content-bound' }, bindRow('staging', [imports.unfinished])]],
      named: ['row-inserted', 'staging'],
    },
    {
      name: 'an import whose beginning cannot be read',
      entries: [[{ ...about('forged', 'import-begun'), detail: { kind: 1 } }, () => undefined]],
      named: ['import-unproven', 'staging'],
    },
  ];
}

function runs({ run, saved, open }: Found): readonly Tried[] {
  const slots: Tried['entries'] = [[{ action: 'annotator-remove' }, bindRun('slot', run)]];
  const unit = `u${units}`;
  return [
    {
      name: 'a judged place and its judgment’s time go',
      edit: (raw) => raw.run('delete from slot where id = ?', [saved.slot]),
      entries: slots,
      named: ['row-missing', 'slot'],
    },
    {
      name: 'a judged place is given to somebody else, as if it waited',
      edit: (raw) =>
        raw.run("update slot set annotator = 'cleo', judged_at = null where id = ?", [saved.slot]),
      entries: slots,
      named: ['row-missing', 'slot'],
    },
    {
      name: 'a place that waits goes, so that the unit is complete',
      edit: (raw) => raw.run('delete from slot where id = ?', [open.slot]),
      entries: slots,
      named: ['row-missing', 'slot'],
    },
    {
      name: 'a place that waits moves to a unit that the run does not have',
      edit: (raw) => raw.run("update slot set unit = 'n1', ordinal = 1 where id = ?", [open.slot]),
      entries: slots,
      named: ['row-inserted', 'slot'],
    },
    {
      name: 'a unit leaves the run with its places',
      edit: async (raw) => {
        await raw.run('delete from slot where unit = ?', [open.unit]);
        await raw.run('delete from judgment where unit = ?', [open.unit]);
        await raw.run('delete from run_unit where unit = ?', [open.unit]);
      },
      entries: [[{ action: 'round' }, together(bindRun('run_unit', run), bindRun('slot', run))]],
      named: ['change-unproven', 'run_unit'],
    },
    {
      name: 'a unit is drawn with another probability',
      edit: (raw) =>
        raw.run('update run_unit set inclusion_probability = 0.001 where unit = ?', [unit]),
      entries: [[{ action: 'round' }, bindRun('run_unit', run)]],
      named: ['change-unproven', 'run_unit'],
    },
    {
      name: 'a unit is added to an open run',
      edit: (raw) =>
        raw.run("insert into run_unit (run, unit, position) values (?, 'n1', 9999)", [run]),
      entries: [
        [
          { action: 'round' },
          (bindings) =>
            bindings.addedToGroup(coverageOf('run_unit')!, { group: run, isFirst: false }, [
              [run, 'n1', 9999, null],
            ]),
        ],
      ],
      named: ['change-unproven', 'run_unit'],
    },
    {
      name: 'a run goes with everything in it',
      edit: async (raw) => {
        for (const table of ['slot', 'run_unit', 'judgment', 'fact'])
          await raw.run(`delete from ${table} where run = ?`, [run]);
        await raw.run('delete from round_run where id = ?', [run]);
      },
      entries: [[{ action: 'round' }, bindRow('round_run', [run], true)]],
      named: ['removal-unproven', 'round_run'],
    },
    {
      name: 'an open run is being opened again, so that nobody looks at its places',
      edit: async (raw) => {
        await raw.run(
          `insert into staging (id, kind, project, name, done, total, started_at, alive_until)
            values (?, 'run', ?, 'x', 0, 1, ?, ?)`,
          [run, project, farAway, farAway],
        );
        await raw.run('update slot set ordinal = 7 where id = ?', [open.slot]);
      },
      entries: [[{ action: 'content-bound' }, bindRow('staging', [run])]],
      named: ['row-changed', 'slot'],
    },
  ];
}

function rewrites({ saved, imports }: Found): readonly Tried[] {
  const edit = (raw: RawDatabase): Promise<void> =>
    raw.run(`update judgment set answers = '{"A":2,"B":2,"C":2}' where seq = ?`, [saved.seq]);
  return [
    {
      name: 'a judgment is bound again as it was edited',
      edit,
      entries: [[{ action: 'judge' }, bindLog('judgment', [saved.seq])]],
      named: ['row-changed', 'judgment'],
    },
    {
      name: 'a judgment is bound again as a piece of an import',
      edit,
      entries: [[{ action: 'judge' }, bindLog('judgment', [saved.seq], imports.judgments)]],
      named: ['import-unproven', 'judgment'],
    },
  ];
}

/** What an entry may say of a row that was bound before. Everything else is as it was. */
const mayChange: Readonly<Record<string, readonly string[]>> = {
  workspace: ['value'],
  account: ['name', 'password_hash', 'language', 'keymap', 'disabled_at', 'email', 'notices'],
  membership: ['created_at', 'ended_at'],
  round_run: ['per_unit'],
  staging: ['total'],
  model_job: ['state', 'reason'],
  model_batch: [
    'phase',
    'file',
    'remote',
    'mistaken',
    'intent_at',
    'submitted_at',
    'ended_at',
    'ended',
    'notes',
  ],
};

const mayGo = ['session', 'staging', 'notice'];

/** Another value in every column that does not name the row. */
async function editAll(raw: RawDatabase, coverage: Coverage, row: RawRow): Promise<void> {
  const names = coverage.columns.filter((name) => !coverage.key.includes(name));
  if (names.length === 0) return;
  await raw.run(
    `update "${coverage.table}" set ${names.map((name) => `"${name}" = ?`).join(', ')}
      where ${whereOf(coverage)}`,
    [...names.map((name) => otherValue(row[name] ?? null, name)), ...keyOf(coverage, row)],
  );
}

/** What is wrong with how a table answers when all of a row is edited and bound again. */
async function openColumns(
  { kind }: TestDatabases,
  { address, kept }: Pick<Found, 'address' | 'kept'>,
  coverage: Coverage,
): Promise<readonly string[]> {
  const { table, columns, key } = coverage;
  const raw = await openRaw(kind, address);
  const row = (await rowsOf(raw, coverage)).at(-1)!;
  await raw.close();
  const names = keyOf(coverage, row) as RowValues;
  const bound = bindRow(table, names);
  const edited = await verifyForged(kind, address, kept, {
    name: table,
    edit: (one) => editAll(one, coverage, row),
    entries: [[{ action: 'forged' }, bound]],
  });
  const removed = await verifyForged(kind, address, kept, {
    name: table,
    edit: (one) => one.run(`delete from "${table}" where ${whereOf(coverage)}`, names),
    entries: [[{ action: 'forged' }, bindRow(table, names, true)]],
  });
  const found = edited.faults.filter((one) => one.table === table).map(({ field }) => field);
  const free = new Set([...key, ...(mayChange[table] ?? [])]);
  // What is null may be set, where the program sets it once.
  const wanted = columns.filter((name) => !free.has(name) && row[name] !== null);
  const missed = wanted.filter((name) => !found.includes(name));
  const isGone = removed.faults.some(
    (one) => one.table === table && one.kind === 'removal-unproven',
  );
  return [
    ...missed.map((name) => `${table}.${name} is changed`),
    ...found.filter((name) => free.has(name!)).map((name) => `${table}.${name} may change`),
    ...(isGone === mayGo.includes(table) ? [`${table} is removed`] : []),
  ];
}

const isNamed = ({ faults }: AuditVerification, [kind, table]: Tried['named']): boolean =>
  faults.some((one) => one.kind === kind && one.table === table && one.row !== '');

describeStores('entries that somebody appends behind a kept head', (databases) => {
  it('cannot take away or change what was there before', { timeout: 120_000 }, async () => {
    const found = await build(databases);
    const store = await openStore(found.address, { migrate: false });
    expect((await verifyAudit(store, found.kept)).faults).toEqual([]);
    await store.close();
    const tried = [...withdrawals(found), ...runs(found), ...rewrites(found)];
    // Each takes a copy of a database, and on a server that takes long.
    const all = databases.kind === 'sqlite' || process.env['ASSAY_THOROUGH'] === '1';
    const open: string[] = [];
    for (const [at, one] of tried.entries()) {
      if (!all && at % 5 !== 0) continue;
      const verified = await verifyForged(databases.kind, found.address, found.kept, one);
      if (!isNamed(verified, one.named))
        open.push(`${one.name}: ${JSON.stringify(verified.faults.slice(0, 3))}`);
    }
    expect(open).toEqual([]);
  });

  it('say of a row only what the program could have done', { timeout: 120_000 }, async () => {
    const address = await databases.address();
    const store = await openStore(address);
    await fillAll(store);
    const kept = await store.read(lastAudit);
    await store.close();
    const rows = coverages.filter(({ manner }) => manner === 'row');
    const all = databases.kind === 'sqlite' || process.env['ASSAY_THOROUGH'] === '1';
    const open: string[] = [];
    for (const [at, coverage] of rows.entries())
      if (all || at % 5 === 0)
        open.push(...(await openColumns(databases, { address, kept }, coverage)));
    expect(open).toEqual([]);
  });

  it('cannot undo what is done once', async () => {
    const address = await databases.address();
    const store = await openStore(address);
    await fillAll(store);
    const kept = await store.read(lastAudit);
    await store.close();
    // The run was closed after it had been bound as open.
    const { faults } = await verifyForged(databases.kind, address, kept, {
      name: 'a run is open again',
      edit: (raw) => raw.run('update round_run set closed_at = null, closed_by = null'),
      entries: [[{ action: 'round' }, bindRow('round_run', ['run-1'])]],
    });
    expect(faults).toEqual([
      {
        seq: kept.seq + 1,
        kind: 'change-unproven',
        message: 'round_run: it changes closed_at in id run-1, and nothing may',
        table: 'round_run',
        row: 'id run-1',
        field: 'closed_at',
      },
      expect.objectContaining({ field: 'closed_by' }) as unknown,
    ]);
  });
});

/** What somebody does to the log itself, who then gives every entry the hash that fits. */
const rewritings: readonly {
  readonly name: string;
  readonly rewrite: (raw: RawDatabase) => Promise<void>;
  /** What a kept head shows. */
  readonly shown: 'changed' | 'cut-short';
}[] = [
  {
    name: 'an entry rewritten',
    rewrite: async (raw) => {
      await raw.run("update audit set actor = 'ben' where seq = 5");
      await rechain(raw);
    },
    shown: 'changed',
  },
  {
    name: 'a judgment edited, with the entry that binds it',
    rewrite: async (raw) => {
      await raw.run(`update judgment set answers = '{"IRB":0}' where seq = 1`);
      const { columns } = coverageOf('judgment')!;
      const rows = await raw.all('select * from judgment order by seq');
      const anew = (numbers: readonly number[]) =>
        rowsContent(
          rows
            .filter(({ seq }) => numbers.includes(Number(seq)))
            .map((row) => columns.map((name) => row[name]!)),
        );
      for (const entry of await raw.all("select seq, content from audit where content <> '[]'")) {
        const content = JSON.parse(String(entry['content'])) as RowsBinding[];
        const bound = content.map((one) =>
          one.table === 'judgment' ? { ...one, ...anew(readRanges(one.rows)!) } : one,
        );
        const values = [JSON.stringify(bound), entry['seq']];
        await raw.run('update audit set content = ? where seq = ?', values);
      }
      await rechain(raw);
    },
    shown: 'changed',
  },
  {
    name: 'two entries exchanged',
    rewrite: async (raw) => {
      const [one, other] = await raw.all('select * from audit where seq in (3, 4) order by seq');
      for (const [seq, row] of [
        [3, other!],
        [4, one!],
      ] as const)
        await raw.run('update audit set actor = ?, action = ?, object = ? where seq = ?', [
          row['actor'],
          `${row['action']}-moved`,
          row['object'],
          seq,
        ]);
      await rechain(raw);
    },
    shown: 'changed',
  },
  {
    name: 'an entry without content taken out, and the rest moved up',
    rewrite: async (raw) => {
      const [gone] = await raw.all(
        "select min(seq) as seq from audit where content = '[]' and seq < 8",
      );
      const seq = Number(gone!['seq']);
      await raw.run('delete from audit where seq = ?', [seq]);
      const later = await raw.all(`select seq from audit where seq > ${seq} order by seq`);
      for (const row of later)
        await raw.run('update audit set seq = ? where seq = ?', [
          Number(row['seq']) - 1,
          row['seq'],
        ]);
      await rechain(raw);
    },
    shown: 'changed',
  },
  {
    name: 'the log cut before the kept head, with the rows that it bound last',
    rewrite: async (raw) => {
      await raw.run('delete from audit where seq > 6');
      await rechain(raw);
    },
    shown: 'cut-short',
  },
  {
    name: 'a log that the program began anew',
    rewrite: async (raw) => {
      await raw.run('delete from audit');
      await raw.run("delete from workspace where key = 'audit-head'");
    },
    shown: 'cut-short',
  },
];

describeStores('a log that was rewritten with hashes that fit', (databases) => {
  it('is found by whoever kept a head', async () => {
    const address = await databases.address();
    const store = await openStore(address);
    await fillWorkspace(store, 8);
    const kept = await store.read(lastAudit);
    await store.close();
    const open: string[] = [];
    for (const { name, rewrite, shown } of rewritings) {
      const entries: Forgery['entries'] = [[{ action: 'later' }, () => undefined]];
      const { faults } = await verifyForged(databases.kind, address, kept, {
        name,
        edit: rewrite,
        entries,
      });
      if (!faults.some((one) => one.kind === shown && one.table === undefined))
        open.push(`${name}: ${JSON.stringify(faults.slice(0, 2))}`);
    }
    expect(open).toEqual([]);
  });

  it('is not found without one, and so it is said that none was compared', async () => {
    const address = await databases.address();
    const store = await openStore(address);
    await fillWorkspace(store, 8);
    await store.close();
    const edited = rewritings.find(({ name }) => name.startsWith('a judgment edited'))!;
    const verified = await verifyForged(databases.kind, address, null, {
      name: edited.name,
      edit: edited.rewrite,
      entries: [],
    });
    expect(verified).toMatchObject({ faultCount: 0, hasKeptHead: false });
  });

  it('has no head of another workspace, and not one that somebody made up', async () => {
    const [own, other] = [await databases.address(), await databases.address()];
    const heads: AuditHead[] = [];
    for (const address of [own, other]) {
      const store = await openStore(address);
      await fillWorkspace(store, 8);
      heads.push(await store.read(lastAudit));
      await store.close();
    }
    const [mine, theirs] = heads as [AuditHead, AuditHead];
    const verify = (kept: KeptHead, edit?: Forgery['edit']) =>
      verifyForged(databases.kind, own, kept, { name: '', edit, entries: [] });
    const kinds = async (...given: Parameters<typeof verify>) =>
      (await verify(...given)).faults.map(({ seq, kind }) => [seq, kind]);
    expect(await kinds(mine)).toEqual([]);
    expect(await kinds({ seq: null, hash: mine.hash })).toEqual([]);
    expect(await kinds(theirs)).toEqual([[theirs.seq, 'changed']]);
    expect(await kinds({ seq: null, hash: theirs.hash })).toEqual([[mine.seq, 'changed']]);
    expect(await kinds({ seq: mine.seq + 5, hash: mine.hash })).toEqual([
      [mine.seq + 1, 'cut-short'],
    ]);
    // The head in the database exchanged: it fits the kept one, and not the log.
    const exchanged = (raw: RawDatabase): Promise<void> =>
      raw.run("update workspace set value = ? where key = 'audit-head'", [headText(theirs)]);
    expect(await kinds(theirs, exchanged)).toEqual([
      [mine.seq, 'changed'],
      [theirs.seq, 'changed'],
    ]);
  });

  it('may lose what was added after the kept head: a head proves what lies before it', async () => {
    const address = await databases.address();
    const store = await openStore(address);
    await fillWorkspace(store, 8);
    const kept = await store.read(lastAudit);
    await store.write(async (tx) => setWorkspaceValue(tx, 'note', 'later'));
    await store.close();
    const { faults } = await verifyForged(databases.kind, address, kept, {
      name: 'the tail cut with its rows',
      edit: async (raw) => {
        await raw.run('delete from audit where seq > ?', [kept.seq]);
        await raw.run("delete from workspace where key = 'note'");
        await rechain(raw);
      },
      entries: [],
    });
    expect(faults).toEqual([]);
  });

  it('cannot say that nothing that lasts has changed in a row', async () => {
    const address = await databases.address();
    const store = await openStore(address);
    await fillAll(store);
    const kept = await store.read(lastAudit);
    const before = await store.read(lastAudit);
    await store.close();
    const target = await copyOf(databases.kind, address);
    const raw = await openRaw(databases.kind, target);
    await raw.run('update round_run set seed = 99');
    await raw.close();
    const forged = await openStore(target, { migrate: false });
    await forged.write(async (tx) => bindRow('round_run', ['run-1'])(bindingsOf(tx), tx));
    await forged.close();
    // The part of the binding that is over what lasts, as it was before.
    const again = await openRaw(databases.kind, target);
    const rows = await again.all('select seq, content from audit order by seq');
    const lastings = rows.flatMap(({ content }) =>
      [...String(content).matchAll(/"table":"round_run"[^}]*"lasting":"([^"]*)"/g)].map(
        ([, lasting]) => lasting!,
      ),
    );
    const [real, made] = [lastings.at(-2)!, lastings.at(-1)!];
    const content = String(rows.at(-1)!['content']).replace(made, real);
    await again.run('update audit set content = ? where seq = ?', [content, before.seq + 1]);
    await rechain(again, before.seq + 1);
    await again.close();
    const damaged = await openStore(target, { migrate: false });
    const { faults } = await verifyAudit(damaged, kept);
    await damaged.close();
    expect(faults).toMatchObject([{ kind: 'change-unproven', field: 'seed' }]);
  });
});
