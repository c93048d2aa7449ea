import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../open-store.ts';
import { setWorkspaceValue, workspaceValue } from './workspace.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-close-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it('a workspace that was closed is one file, with everything in it', async () => {
  const folder = newFolder();
  const file = join(folder, 'workspace.db');
  const store = await openStore(file);
  await store.write((tx) => setWorkspaceValue(tx, 'test', 'kept'));
  // Readers that are kept open must not be the last to leave.
  await store.snapshot((db) => workspaceValue(db, 'test'));
  expect(existsSync(`${file}-wal`)).toBe(true);
  await store.close();
  expect(readdirSync(folder)).toEqual(['workspace.db']);
  const again = await openStore(file);
  expect(await again.read((db) => workspaceValue(db, 'test'))).toBe('kept');
  await again.close();
});

it('closing one of two stores leaves the other at work', async () => {
  const folder = newFolder();
  const file = join(folder, 'workspace.db');
  const [one, two] = [await openStore(file), await openStore(file)];
  await one.write((tx) => setWorkspaceValue(tx, 'test', 'first'));
  await one.close();
  expect(await two.read((db) => workspaceValue(db, 'test'))).toBe('first');
  await two.write((tx) => setWorkspaceValue(tx, 'test', 'second'));
  await two.close();
  expect(readdirSync(folder)).toEqual(['workspace.db']);
});

it('closing does not mind that the file is gone', async () => {
  const folder = newFolder();
  const file = join(folder, 'workspace.db');
  const store = await openStore(file);
  rmSync(folder, { recursive: true, force: true });
  await store.close();
  expect(existsSync(file)).toBe(false);
});
