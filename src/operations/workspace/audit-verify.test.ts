import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeOldWorkspace, openRaw } from '../../../test/raw-database.ts';
import { runAssay } from '../../../test/run-assay.ts';
import { describeStores, testDatabases } from '../../../test/stores.ts';
import { fillWorkspace } from '../../../test/workspace-factory.ts';
import { openStore } from '../../store/open-store.ts';
import { auditVerify } from './audit-verify.ts';
import { backup } from './backup.ts';
import { copyWorkspace } from './copy.ts';
import { restore } from './restore.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-verify-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);

async function filled(database: string): Promise<void> {
  const store = await openStore(database);
  await fillWorkspace(store);
  await store.close();
}

describeStores('a record from before content was bound', (databases) => {
  it('is proven from the first start on, and says since when', async () => {
    const address = await databases.address();
    await makeOldWorkspace(databases, address, 5, (store) => fillWorkspace(store));
    const store = await openStore(address);
    await store.close();
    const { boundSince, entries, faults } = await auditVerify(address);
    expect(faults).toEqual([]);
    expect(boundSince?.seq).toBe(entries);
    // Once is enough.
    await (await openStore(address)).close();
    expect((await auditVerify(address)).entries).toBe(entries);
    const raw = await openRaw(databases.kind, address);
    await raw.run(`update judgment set answers = '{"IRB":0}' where seq = 7`);
    await raw.run("delete from membership where role = 'lead'");
    await raw.close();
    expect(await auditVerify(address)).toMatchObject({
      faultCount: 2,
      faults: expect.arrayContaining([
        expect.objectContaining({ table: 'judgment', field: 'answers', kind: 'row-changed' }),
        expect.objectContaining({ table: 'membership', kind: 'row-missing' }),
      ]) as unknown,
    });
  });
});

describe('a proven record', () => {
  const postgres = testDatabases('postgres');

  it('stays proven when it is copied to PostgreSQL and back, and restored', async () => {
    const [first, second] = [at('first.db'), await postgres.address()];
    await filled(first);
    await copyWorkspace({ from: first, to: second });
    await copyWorkspace({ from: second, to: at('third.db') });
    await backup({ database: second, file: at('portable.jsonl.gz') });
    await restore({ file: at('portable.jsonl.gz'), database: at('fourth.db') });
    await backup({ database: first, file: at('backup.db') });
    await restore({ file: at('backup.db'), database: at('fifth.db') });
    const heads = new Set<string>();
    for (const one of [first, second, at('third.db'), at('fourth.db'), at('fifth.db')]) {
      const { faults, head } = await auditVerify(one);
      expect(faults).toEqual([]);
      heads.add(head.hash);
    }
    expect(heads.size).toBe(1);
  });

  it('is backed up without leaving anything beside it', async () => {
    await filled(at('alone.db'));
    await backup({ database: at('alone.db'), file: at('alone-backup.db') });
    for (const end of ['-wal', '-shm', '-journal'])
      expect(existsSync(at(`alone.db${end}`))).toBe(false);
  });
});

describe('the command line', () => {
  const key = at('id');

  it('signs the head, and verifies with it', async () => {
    const database = at('signed.db');
    await filled(database);
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
    const assay = (words: readonly string[]) => runAssay(['audit', ...words], folder);
    const given = ['--database', database];
    const head = await assay(['head', ...given, '--sign', key, '--signature', at('sig')]);
    expect(head).toMatchObject({ code: 0 });
    const verify = (text: string, signer: string) =>
      assay(['verify', ...given, '--head', text, '--signature', at('sig'), '--signer', signer]);
    expect(await verify(head.out, `${key}.pub`)).toMatchObject({ code: 0 });
    expect((await verify(head.out.replace(/^\d+/, '1'), `${key}.pub`)).code).toBe(1);
    expect(readFileSync(at('sig'), 'utf8')).toContain('BEGIN SSH SIGNATURE');
    writeFileSync(at('no-key'), 'no key');
    expect(await verify(head.out, at('no-key'))).toMatchObject({ code: 2 });
    expect((await assay(['verify', ...given, '--signature', at('sig')])).code).toBe(2);
  });

  it('names the row and the field that were changed', async () => {
    const database = at('changed.db');
    await filled(database);
    const raw = await openRaw('sqlite', database);
    await raw.run(`update judgment set answers = '{"IRB":0}' where seq = 7`);
    await raw.close();
    const { code, out } = await runAssay(['audit', 'verify', '--database', database], folder);
    expect(code).toBe(1);
    expect(out).toMatch(/judgment: answers was changed in the row seq 7, id judgment-u7-anna/);
  });
});
