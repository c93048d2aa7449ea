import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/run-assay.ts';

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
});
