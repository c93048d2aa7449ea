import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/run-assay.ts';
import { removeLeftovers } from './scratch-folder.ts';

const module = JSON.stringify(new URL('scratch-folder.ts', import.meta.url).href);

/** Runs a script in a process whose temporary folder is `folder`. */
function run(folder: string, script: string) {
  return spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `import { scratchFolder } from ${module};\n${script}`],
    { env: { ...process.env, TMPDIR: folder }, encoding: 'utf8' },
  );
}

describe('a temporary folder', () => {
  it('goes with the process, also while files are still being made in it', () => {
    const folder = temporaryFolder();
    const { status, stderr } = run(
      folder,
      `import { open } from 'node:fs';
       const { path } = scratchFolder('upload');
       // The pool makes them while this thread ends the process.
       for (let file = 0; file < 20_000; file += 1) open(path + '/' + file, 'w', () => {});
       process.exit(143);`,
    );
    expect([status, stderr]).toEqual([143, '']);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('of a process that was killed goes when a server starts, or after a day', async () => {
    const folder = temporaryFolder({ 'assay-upload-file': 'no folder' });
    const now = new Date();
    const aged = (name: string, hours: number): void => {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, 'file'), 'rows');
      const at = new Date(now.getTime() - hours * 3_600_000);
      utimesSync(join(folder, name), at, at);
    };
    const { pid } = run(folder, `scratchFolder('process'); process.kill(process.pid, 'SIGKILL');`);
    const left = readdirSync(folder).find((name) => name.includes(`-${pid}-`)) ?? '';
    const named = (owner: number): string => left.replace(`-${pid}-`, `-${owner}-`);
    const ofAnother = left.replace(/^(assay-process-)[0-9a-f]{8}/, '$1ffffffff');
    const kept = [named(process.ppid), ofAnother, 'assay-upload-new'];
    const old = [ofAnother.replace('process', 'import'), 'assay-upload-old'];
    // An earlier process of the same number is as dead as one of another.
    aged(named(process.pid), 0);
    for (const name of kept) aged(name, 23);
    for (const name of [...old, 'other-old']) aged(name, 25);
    symlinkSync(join(folder, 'other-old'), join(folder, 'assay-upload-link'));
    expect(await removeLeftovers(now, folder)).toBe(2 + old.length);
    expect(readdirSync(folder).toSorted()).toEqual(
      [...kept, 'assay-upload-file', 'assay-upload-link', 'other-old'].toSorted(),
    );
  });
});
