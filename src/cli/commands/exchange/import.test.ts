import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { binary, jsonLines, runAssay } from '../../../../test/run-assay.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-cli-import-'));

const example = (name: string): string =>
  fileURLToPath(new URL(`../../../../examples/${name}`, import.meta.url));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The regulatory example without rounds, so that judgments count which belong to none. */
const roundless = join(folder, 'roundless');

cpSync(example('regulatory-topics'), roundless, { recursive: true });

const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

describe('assay import, rule and export', () => {
  it('checks a file and keeps nothing of it in a dry run', async () => {
    const own = join(folder, 'dry.db');
    const words = [
      'import',
      join(example('regulatory-topics'), 'units/chunks.jsonl'),
      '--database',
      own,
    ];
    const inOwn = async (...more: readonly string[]): ReturnType<typeof runAssay> =>
      await runAssay([...words, ...more], folder);
    expect(await inOwn('--dry-run', '--protocol', example('regulatory-topics'))).toMatchObject({
      code: 2,
      err: expect.stringContaining('--dry-run creates no project'),
    });
    expect(await inOwn('--dry-run')).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no database'),
    });
    expect((await inOwn('--protocol', example('regulatory-topics'))).code).toBe(0);
    const more = file('more.jsonl', jsonLines([{ chunk_id: 'new', doc_id: 'd', text: 'New.' }]));
    const tried = await runAssay(['import', more, '--database', own, '--dry-run'], folder);
    expect([tried.code, tried.out, tried.err]).toEqual([
      0,
      expect.stringMatching(/topics\s+1\s+0/),
      expect.stringContaining('Nothing was saved: this was a dry run.'),
    ]);
    expect((await runAssay(['import', more, '--database', own], folder)).out).toMatch(
      /topics\s+1\s+0/,
    );
  });

  it('leave nothing behind in the temporary folder when they are told to stop in the middle', async () => {
    const place = mkdtempSync(join(folder, 'tmp-'));
    const watcher = watch(place);
    onTestFinished(() => watcher.close());
    const child = spawn(
      process.execPath,
      [binary, 'import', '-', '--database', join(place, '..', 'none.db')],
      {
        env: { ...process.env, TMPDIR: place, NODE_COMPILE_CACHE: '', ASSAY_DATABASE: '' },
        stdio: ['pipe', 'ignore', 'ignore'],
      },
    );
    child.stdin.write('{"id":"u1"}\n');
    const uploads = (): readonly string[] =>
      readdirSync(place).filter((name) => name.startsWith('assay-upload-'));
    while (uploads().length === 0) await once(watcher, 'change');
    const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
    child.kill('SIGTERM');
    expect(await ended).toBe(143);
    expect(uploads()).toEqual([]);
  });

  it('write to somebody who stops reading, without complaint', async () => {
    const place = mkdtempSync(join(folder, 'pipe-'));
    const workspace = join(place, 'workspace.db');
    expect(
      (
        await runAssay(
          [
            'import',
            join(example('policy-ground-truth'), 'units/reviews.jsonl'),
            '--protocol',
            example('policy-ground-truth'),
            '--database',
            workspace,
          ],
          place,
        )
      ).code,
    ).toBe(0);
    const child = spawn(
      process.execPath,
      [binary, 'export', '--kind', 'units', '--database', workspace],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let complaint = '';
    child.stderr.on('data', (piece: Buffer) => (complaint += piece.toString()));
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
    expect(complaint).toBe('');
  });
});
