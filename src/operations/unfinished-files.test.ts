import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/run-assay.ts';

/** Runs a program in a folder of its own that has an older result in it. */
function program(source: string): {
  readonly status: number | null;
  readonly err: string;
  readonly folder: string;
} {
  const folder = temporaryFolder({ 'result.csv': 'old', 'result.csv.manifest.json': 'old' });
  const head = `
    import { writeFileSync, renameSync } from 'node:fs';
    import { unfinishedFiles } from ${JSON.stringify(new URL('unfinished-files.ts', import.meta.url).href)};
    import { saveExport } from ${JSON.stringify(new URL('exchange/save-export.ts', import.meta.url).href)};
    import { FolderOfVerdicts } from ${JSON.stringify(new URL('verdicts/verdict-files.ts', import.meta.url).href)};
    const wait = () => new Promise((resolve) => setTimeout(resolve, 500_000));
  `;
  const run = spawnSync(process.execPath, ['--input-type=module', '--eval', head + source], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 400_000,
  });
  return { status: run.status, err: run.stderr, folder };
}

describe('unfinished files', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)(
    'are removed when %s ends the process, with the code that a shell expects',
    (signal, code) => {
      const run = program(
        `unfinishedFiles(['a.tmp', 'folder.tmp']); writeFileSync('a.tmp', ''); ` +
          `process.kill(process.pid, '${signal}'); await wait();`,
      );
      expect(run).toMatchObject({ status: code, err: '' });
      expect(existsSync(join(run.folder, 'a.tmp'))).toBe(false);
    },
  );

  it('are removed when the process ends by itself, and left when they are finished', () => {
    const run = program(
      "unfinishedFiles(['a.tmp']); writeFileSync('a.tmp', ''); const done = " +
        "unfinishedFiles(['b.tmp']); writeFileSync('b.tmp', ''); done();",
    );
    expect([run.status, readdirSync(run.folder).filter((name) => name.endsWith('.tmp'))]).toEqual([
      0,
      ['b.tmp'],
    ]);
  });

  it('that are finished while the signal waits stay, and it is heard all the same', () => {
    const run = program(
      "const done = unfinishedFiles(['a.tmp']); writeFileSync('a.tmp', 'new'); " +
        "process.kill(process.pid, 'SIGINT'); renameSync('a.tmp', 'a.csv'); done();",
    );
    expect([run.status, existsSync(join(run.folder, 'a.csv'))]).toEqual([130, true]);
  });

  it('of an export and of verdicts leave what was there before as it was', () => {
    const exported = program(
      "async function* pieces() { yield 'new'; process.kill(process.pid, 'SIGTERM'); " +
        "await wait(); } await saveExport({ pieces: pieces(), manifest: {} }, 'result.csv', " +
        'true);',
    );
    expect([
      exported.status,
      readdirSync(exported.folder).toSorted(),
      readFileSync(join(exported.folder, 'result.csv'), 'utf8'),
    ]).toEqual([143, ['result.csv', 'result.csv.manifest.json'], 'old']);
    const verdicts = program(
      "const files = new FolderOfVerdicts('.'); files.open('result.csv')('new'); " +
        "process.kill(process.pid, 'SIGINT'); await wait();",
    );
    expect([
      verdicts.status,
      readdirSync(verdicts.folder).toSorted(),
      readFileSync(join(verdicts.folder, 'result.csv'), 'utf8'),
    ]).toEqual([130, ['result.csv', 'result.csv.manifest.json'], 'old']);
  });
});
