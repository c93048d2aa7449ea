import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { prepareWorkspace } from '../bench/server-workspace.ts';
import { dealMore } from '../src/operations/judging/deal-more.ts';
import { openStore } from '../src/store/open-store.ts';

it('annotators of the load save in the order in which the server hands out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const database = join(folder, 'load.db');
  const [level] = await prepareWorkspace(database, 1200, [2]);
  const store = await openStore(database);
  try {
    for (const [at, client] of level!.clients.entries()) {
      const whose = { run: level!.run, annotator: `annotator-00${at + 1}` };
      while (await dealMore(store, whose));
      const held = await store.read((db) =>
        db
          .selectFrom('slot')
          .select('unit')
          .where((eb) => eb.and(whose))
          .orderBy('position')
          .execute(),
      );
      expect(client.units).toEqual(held.map(({ unit }) => unit));
      expect(client.units).toHaveLength(1200);
    }
  } finally {
    await store.close();
  }
});
