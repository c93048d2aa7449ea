import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/run-assay.ts';
import { forgetOldUploads } from './receive-file.ts';

describe('a file that comes in', () => {
  it('is not left behind when the process ends in the middle of it', () => {
    const folder = temporaryFolder();
    const script = `
      import { readdirSync } from 'node:fs';
      import { receiveFile } from ${JSON.stringify(new URL('receive-file.ts', import.meta.url).href)};
      const endOnceStored = () => {
        const stored = readdirSync(process.env.TMPDIR).length;
        if (stored === 0) return setTimeout(endOnceStored, 5);
        console.log(stored);
        process.exit(1);
      };
      async function* slow() {
        yield Buffer.alloc(100_000);
        endOnceStored();
        await new Promise(() => {});
      }
      await receiveFile(slow());
    `;
    const ended = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, TMPDIR: folder },
      encoding: 'utf8',
    });
    expect([ended.status, ended.stdout.trim(), ended.stderr]).toEqual([1, '1', '']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('leaves no rows behind either that were read of it for an import', () => {
    const folder = temporaryFolder();
    const script = `
      import { readdirSync } from 'node:fs';
      import { StagedRows } from ${JSON.stringify(new URL('staged-rows.ts', import.meta.url).href)};
      new StagedRows().add({ text: 'somebody’s own' });
      console.log(readdirSync(process.env.TMPDIR).length);
      process.exit(1);
    `;
    const ended = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, TMPDIR: folder },
      encoding: 'utf8',
    });
    expect([ended.status, ended.stdout.trim(), ended.stderr]).toEqual([1, '1', '']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'is refused with the reason where there is no room for it, and leaves nothing behind',
    () => {
      const folder = temporaryFolder();
      const here = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);
      const script = `
      import { receiveFile } from ${here('receive-file.ts')};
      import { StagedRows } from ${here('staged-rows.ts')};
      const say = (error) => console.log(error.faults[0].code);
      async function* large() {
        for (let piece = 0; piece < 40; piece += 1) yield Buffer.alloc(100_000);
      }
      await receiveFile(large()).catch(say);
      const rows = new StagedRows();
      try {
        for (let row = 0; row < 40; row += 1) rows.add('x'.repeat(100_000));
      } catch (error) {
        say(error);
      }
    `;
      const ended = spawnSync(
        '/bin/bash',
        [
          '-c',
          'ulimit -f 500; exec "$@"',
          'bash',
          process.execPath,
          '--input-type=module',
          '-e',
          script,
        ],
        { env: { ...process.env, TMPDIR: folder }, encoding: 'utf8' },
      );
      expect([ended.stdout.trim().split('\n'), ended.stderr]).toEqual([
        ['file-unwritable', 'file-unwritable'],
        '',
      ]);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it('is cleared away after a day when a process was killed with it', async () => {
    const folder = temporaryFolder({ 'assay-upload-file': 'no folder' });
    const now = new Date();
    const aged = (name: string, hours: number): void => {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'file'), 'rows');
      const at = new Date(now.getTime() - hours * 3_600_000);
      utimesSync(join(folder, name), at, at);
    };
    for (const [name, hours] of [
      ['assay-upload-old', 25],
      ['assay-import-old', 25],
      ['assay-upload-new', 23],
      ['other-old', 25],
    ] as const)
      aged(name, hours);
    symlinkSync(join(folder, 'other-old'), join(folder, 'assay-upload-link'));
    expect(await forgetOldUploads(now, folder)).toBe(2);
    expect(readdirSync(folder).toSorted()).toEqual([
      'assay-upload-file',
      'assay-upload-link',
      'assay-upload-new',
      'other-old',
    ]);
  });
});
