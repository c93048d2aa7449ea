import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRaw } from './raw-database.ts';
import { refusedFor } from './refusals.ts';
import { runAssay } from './run-assay.ts';
import { describeStores, testDatabases } from './stores.ts';
import { fillWorkspace } from './workspace-factory.ts';
import { openStore } from '../src/store/open-store.ts';
import { openWorkspace } from '../src/operations/workspace.ts';

/** Opens it as a server does, and closes it again. */
async function opened(address: string): Promise<void> {
  await (await openWorkspace(address, undefined, true)).store.close();
}

async function filled(address: string): Promise<string> {
  const store = await openStore(address);
  await fillWorkspace(store);
  await store.close();
  return address;
}

const damages: readonly (readonly [name: string, reason: string, ...statements: string[]])[] = [
  ['a table is missing', 'the table draft is missing', 'drop table draft'],
  ['the log is missing', 'the table audit is missing', 'drop table audit'],
  [
    'a column is missing',
    'the column untimed of the table judgment is missing',
    'alter table judgment drop column untimed',
  ],
  [
    'the end of the log is missing',
    'its audit log does not end where it says',
    'delete from audit where seq = (select max(seq) from audit)',
  ],
  [
    'the last entry is another',
    'its audit log does not end where it says',
    "update audit set actor = 'x' where seq = (select max(seq) from audit)",
  ],
  [
    'nothing says where the log ends',
    'its audit log does not end where it says',
    "delete from workspace where key = 'audit-head'",
  ],
];

describeStores('a server', (databases) => {
  it.each(damages)('refuses its database where %s', async (_, reason, ...statements) => {
    const address = await filled(await databases.address());
    await opened(address);
    const raw = await openRaw(databases.kind, address);
    for (const statement of statements) await raw.run(statement);
    await raw.close().catch(() => undefined);
    await expect(opened(address)).rejects.toMatchObject({
      faults: [{ code: 'database-damaged', message: expect.stringContaining(reason) as unknown }],
    });
  });
});

describe('a database file', () => {
  const databases = testDatabases('sqlite');

  it.each([
    ['half of it', (size: number) => Math.trunc(size / 2)],
    ['all but its last page', (size: number) => size - 4096],
    ['a page and a half', () => 6144],
    ['nothing', () => 0],
  ])('of which %s is left is refused, and left as it is', async (_, left) => {
    const file = await filled(await databases.address());
    const whole = readFileSync(file);
    truncateSync(file, left(whole.length));
    const cut = readFileSync(file);
    await expect(opened(file)).rejects.toMatchObject(refusedFor('database-damaged'));
    expect(readFileSync(file).equals(cut)).toBe(true);
    writeFileSync(file, whole);
    await opened(file);
  });

  it('that is too large to be read before the start is read beside it', async () => {
    const file = await filled(await databases.address());
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 5 * 4096, 6 * 4096);
    const look = async () => {
      const store = await openStore(file, { isServer: true, checkedAtOnce: 0 });
      const verdict = await store.sound!.then(
        () => 'sound',
        (failure: unknown) => failure,
      );
      await store.close();
      return verdict;
    };
    expect(await look()).toBe('sound');
    writeFileSync(file, bytes);
    expect(await look()).toMatchObject(refusedFor('database-damaged'));
  });

  it('that is damaged ends `assay serve` with a sentence, a way out and 2', async () => {
    const file = await filled(await databases.address());
    copyFileSync(file, `${file}.whole`);
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 5 * 4096, 6 * 4096);
    writeFileSync(file, bytes);
    const served = await runAssay(['serve', '--port', '0', '--database', file], dirname(file));
    expect(served.code).toBe(2);
    expect(served.err).toMatch(/The database .* is damaged: .*Restore a backup with assay restore/);
  });
});
