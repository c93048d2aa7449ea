import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { backupFiles, expectSame, filled } from '../../../test/copied-workspaces.ts';
import { refusedFor } from '../../../test/refusals.ts';
import { testDatabases } from '../../../test/stores.ts';
import { folderOf } from '../../../test/temporary-files.ts';
import { decrypted, readKeys } from './age-file.ts';
import { backup } from './backup.ts';
import { restore } from './restore.ts';

const { fresh } = backupFiles();

/** Made by age-keygen 1.1.1. */
const recipient = 'age1fclkqmc0tu24ed8jl4ff28ee37nt0zsh0udnxk6rsqrtev95f47s3tcm3f';
const secret = 'AGE-SECRET-KEY-1QKXQR0DF8TSRMTHQ2W2XVPHVFR99SHZ5N4MSSZ70TZGAW7AYQSDQK9MKWD';
const other = 'AGE-SECRET-KEY-1J4XTXSQH254XPUKPWMKP4FEC5U6YDJV58HQDYPJXKDRMNANGM8WSKJQKV0';
/** `printf 'written by age 1.1.1\n' | age -r …` to the key above, by age 1.1.1. */
const written =
  'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSB6Z0d2cXdkRTlJL1BZWFV1Vm9KbEJyQ1J3UlU5YUFLZnNySzRB' +
  'bElCb1FVCm9qVHByVW03aDR6anlGek9hV3ZTSG1QV2tLbFFxKzh0R2VXVTkxZ0FsdkkKLS0tIDRQSWllQThnRDFCcmtD' +
  'aW1WN01EYnlFa05qTDZoTkdyUWFlYjV0QzN4dGsKUjbcFdvaWtZC22MkuFFlbIfzNg4o++/eyVah9AlFfwh+eXQ1ptRj' +
  'JmXrr60qgEerZGv9QMo=';

function keyFile(key: string): string {
  const file = join(folderOf(), 'key.txt');
  writeFileSync(file, `# created: 2026-11-18\n# public key: …\n${key}\n`);
  return file;
}

describe('an encrypted backup', () => {
  const kinds = { sqlite: testDatabases('sqlite'), postgres: testDatabases('postgres') };

  it.each([
    ['sqlite', 'postgres'],
    ['postgres', 'sqlite'],
  ] as const)('of %s is restored into %s by the holder of the key', async (from, to) => {
    const source = await filled(kinds[from]);
    const file = fresh('.age');
    const made = await backup({ database: source, file, recipients: [recipient] });
    expect(made).toMatchObject({ form: 'portable', bytes: readFileSync(file).length });
    expect(readFileSync(file, 'latin1').startsWith('age-encryption.org/v1\n-> X25519 ')).toBe(true);
    const target = await kinds[to].address();
    const restored = await restore({ file, database: target, identity: keyFile(secret) });
    expect(restored).toMatchObject({ hasChecksums: true });
    await expectSame(kinds.sqlite, source, target);
  });

  it('is refused without its key, with another one, and when it is cut or changed', async () => {
    const file = fresh('.age');
    await backup({ database: await filled(kinds.sqlite), file, recipients: [recipient] });
    const database = await kinds.sqlite.address();
    const identity = keyFile(secret);
    await expect(restore({ file, database })).rejects.toMatchObject(
      refusedFor('backup-locked', { values: { file } }),
    );
    await expect(restore({ file, database, identity: keyFile(other) })).rejects.toMatchObject(
      refusedFor('backup-locked', { values: { file } }),
    );
    await expect(restore({ file, database, identity: keyFile('hello') })).rejects.toMatchObject(
      refusedFor('usage'),
    );
    await expect(restore({ file, database, identity: keyFile('') })).rejects.toMatchObject(
      refusedFor('usage'),
    );
    const whole = readFileSync(file);
    const changed = Buffer.from(whole);
    changed[whole.length - 20]! ^= 1;
    for (const bytes of [whole.subarray(0, -1), whole.subarray(0, 150), changed]) {
      writeFileSync(file, bytes);
      await expect(restore({ file, database, identity })).rejects.toMatchObject(
        refusedFor('backup-damaged'),
      );
    }
  });

  it('needs a name and public keys, and writes nothing without them', async () => {
    const database = await filled(kinds.sqlite, 3);
    const file = fresh('.age');
    const calls = [
      { file, recipients: [] },
      { file: fresh('.jsonl.gz'), recipients: [recipient] },
      { file, recipients: ['ssh-ed25519 AAAA'] },
      { file, recipients: [recipient, `${recipient}x`] },
      { file, recipients: [secret] },
    ];
    for (const call of calls) {
      const refused = backup({ database, ...call });
      await expect(refused).rejects.toMatchObject(refusedFor('usage'));
      await expect(refused).rejects.not.toThrow(secret);
    }
    expect(existsSync(dirname(file))).toBe(false);
  });

  it('is what the age command writes and reads', async () => {
    const file = join(folderOf(), 'file.age');
    writeFileSync(file, Buffer.from(written, 'base64'));
    const keys = await readKeys(keyFile(secret));
    expect(await text(await decrypted(file, keys))).toBe('written by age 1.1.1\n');
  });
});
