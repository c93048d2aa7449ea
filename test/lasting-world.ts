import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/open-store.ts';
import { listAudit } from '../src/store/workspace/audit.ts';
import { verifyAudit } from '../src/store/workspace/audit-verification.ts';
import { putReadyDatabase } from './database-template.ts';
import { makeWorld } from './work-world.ts';
import type { WorkWorld } from './work-world.ts';

/**
 * A workspace on SQLite that is filled once and asked by all tests of a suite. Its record is
 * proven when they have ended.
 */
export function lastingWorld<Filled>(
  fill: (world: WorkWorld) => Promise<Filled>,
): () => Filled & { readonly world: WorkWorld } {
  let folder = '';
  let store: Store | null = null;
  let filled: (Filled & { readonly world: WorkWorld }) | null = null;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'assay-lasting-'));
    store = await openStore(await putReadyDatabase(join(folder, 'workspace.db')));
    const world = await makeWorld(store, false);
    filled = { ...(await fill(world)), world };
  });
  // What one test has looked at is computed anew for the next, as after a new start.
  beforeEach(() => store?.caches.clear());
  afterAll(async () => {
    if (store !== null) {
      const { faults } = await verifyAudit(store);
      await store.close();
      expect(faults).toEqual([]);
    }
    rmSync(folder, { recursive: true, force: true });
  });
  return () => filled!;
}

/** The latest entries of the audit log, the oldest first: who did what to what. */
export async function latestAudit(world: Pick<WorkWorld, 'store'>, limit: number) {
  const entries = await world.store.read((db) => listAudit(db, { limit }));
  return entries
    .map(({ at, actor, action, object, detail }) => ({
      at,
      actor,
      action,
      object,
      detail: JSON.parse(detail) as unknown,
    }))
    .toReversed();
}
