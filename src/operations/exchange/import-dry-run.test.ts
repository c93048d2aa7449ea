import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonLines, temporaryFolder } from '../../../test/run-assay.ts';
import { describeStores, testDatabases } from '../../../test/stores.ts';
import { makeProject, makeWorld, protocolContent } from '../../../test/work-world.ts';
import type { WorkWorld } from '../../../test/work-world.ts';
import { InputError } from '../../domain/fault.ts';
import { lockLogs } from '../../store/log-lock.ts';
import { countUnits } from '../../store/units/units.ts';
import {
  place,
  unit,
  judgment,
  imported,
  someProject,
  judgments,
} from '../../../test/imported-files.ts';

describe('a file that is wrong from the first row to the last', () => {
  const databases = testDatabases('sqlite');

  it.each([
    ['potato-csv', 'user,instance_id,topics:::A', 'anna,u1', undefined],
    ['trec-qrels', '', 'd0 0 u1 much', { annotator: 'trec', question: 'A' }],
    ['gold-pack', 'chunk_id,doc_id,text', 'u1,d0', { annotator: 'gold' }],
  ] as const)(
    'is refused with the count of its faults, however many rows it has (%s)',
    async (format, head, row, mapping) => {
      const world = await someProject(await makeWorld(await databases.open()));
      const rows = 150_000;
      const folder = temporaryFolder({
        'Y.csv': '1\n',
        'labels.json': '{"labels":["A"],"synonyms":{}}',
      });
      const request = {
        kind: 'judgments',
        format,
        goldFiles: { matrix: join(folder, 'Y.csv'), labels: join(folder, 'labels.json') },
        ...(mapping === undefined ? {} : { mapping }),
      } as const;
      const refused: unknown = await imported(
        world,
        `${head}\n${`${row}\n`.repeat(rows)}`,
        request,
      ).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(InputError);
      expect((refused as InputError).count).toBeGreaterThanOrEqual(rows);
    },
  );
});

describeStores('a dry run', (databases) => {
  it('counts and refuses as the import would, keeps nothing, and waits for nobody who is saving', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    await world.person('sam', 'adjudicator');
    await imported(world, jsonLines([judgment('u1', 'anna', ['A']), judgment('u2', 'anna', [])]), {
      kind: 'judgments',
    });
    await imported(
      world,
      jsonLines([{ unit: 'u1', by: 'sam', reason: 'A only.', answers: { A: 2 } }]),
      { kind: 'rulings' },
    );
    const units = jsonLines([
      unit('u1', { document: 'd0', text: 'text 1' }),
      unit('n1'),
      unit('n2'),
    ]);
    const before = {
      units: await world.store.read((db) => countUnits(db, place)),
      judgments: await judgments(world),
    };
    const outcome = await whileSaving(world, async () => [
      await imported(world, jsonLines([unit('n1'), unit('n2')]), { kind: 'units', dryRun: true }),
      await imported(world, units, { kind: 'units', dryRun: true }).catch(
        (refused: unknown) => refused,
      ),
      await imported(
        world,
        jsonLines([
          judgment('u1', 'anna', ['A']),
          judgment('u2', 'anna', ['B']),
          judgment('u1', 'ben', []),
        ]),
        { kind: 'judgments', dryRun: true },
      ),
      await imported(
        world,
        jsonLines([
          { unit: 'u1', by: 'sam', reason: 'A only.', answers: { A: 2 } },
          { unit: 'u2', by: 'sam', reason: 'Garbled.', exclude: true },
        ]),
        { kind: 'rulings', dryRun: true },
      ),
    ]);
    expect(outcome).toMatchObject([
      { inserted: 2, unchanged: 0, log: null, before: null },
      { faults: [{ code: 'unit-changed', field: 'u1' }] },
      { inserted: 2, unchanged: 1, revised: 1, log: null },
      { inserted: 1, unchanged: 1, log: null },
    ]);
    expect({
      units: await world.store.read((db) => countUnits(db, place)),
      judgments: await judgments(world),
    }).toEqual(before);
    expect(
      await imported(world, jsonLines([unit('n1'), unit('n2')]), { kind: 'units' }),
    ).toMatchObject({ inserted: 2 });
  });

  it('counts judgments on units that the import would make of the same file first', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  {}' }), 0);
    const csv = 'id,document,text,annotator_id,A,B,C\nn1,d1,One,anna,1,0,2\nn2,d1,Two,anna,0,0,0\n';
    const votes = { kind: 'judgments', name: 'votes.csv' } as const;
    const dry = await imported(world, csv, { ...votes, dryRun: true });
    expect(dry).toMatchObject({ inserted: 2, log: null });
    expect(dry.warnings[0]).toMatchObject({ code: 'units-to-make', values: { count: 2 } });
    expect(await world.store.read((db) => countUnits(db, place))).toBe(0);
    expect((await imported(world, csv, votes)).warnings[0]).toMatchObject({
      code: 'units-made',
      values: { count: 2 },
    });
  });
});

/** Does something while a write is under way that ends only after it. */
async function whileSaving<T>(world: WorkWorld, work: () => Promise<T>): Promise<T> {
  let end = (): void => undefined;
  const ending = new Promise<void>((resolve) => {
    end = resolve;
  });
  const saving = world.store.write(async (tx) => {
    await lockLogs(tx);
    await ending;
  });
  try {
    return await work();
  } finally {
    end();
    await saving;
  }
}
