import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../open-store.ts';
import type { Store } from '../open-store.ts';
import { setWorkspaceValue, workspaceValue } from './workspace.ts';

const megabyte = 'x'.repeat(1_000_000);

async function openServer(): Promise<{
  readonly store: Store;
  readonly folder: string;
  readonly file: string;
}> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'workspace.db');
  return { store: await openStore(file, { isServer: true }), folder, file };
}

async function fill(store: Store, from: number, to: number): Promise<void> {
  for (let number = from; number < to; number += 1)
    await store.write((tx) => setWorkspaceValue(tx, `key ${number}`, `${number} ${megabyte}`));
}

it('the log of a server is brought into the file while it runs', async () => {
  const { store, folder, file } = await openServer();
  await fill(store, 0, 40);
  // 4,000 pages of 4 kB are 16 MB; what came after the last time may wait.
  await expect.poll(() => statSync(file).size).toBeGreaterThan(10_000_000);
  expect(await store.read((db) => workspaceValue(db, 'key 39'))).toBe(`39 ${megabyte}`);
  await store.close();
  expect(readdirSync(folder)).toEqual(['workspace.db']);
});

it('the log of a server that is never idle begins anew before it has grown without end', async () => {
  const { store, file } = await openServer();
  // 260 MB of writes one after the other; the log would be as long.
  await fill(store, 0, 260);
  await fill(store, 0, 10);
  expect(statSync(`${file}-wal`).size).toBeLessThan(200_000_000);
  for (const number of [0, 130, 259])
    expect(await store.read((db) => workspaceValue(db, `key ${number}`))).toBe(
      `${number} ${megabyte}`,
    );
  await store.close();
});
