import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { relevanceProtocol } from './model-world.ts';
import { modelsFolder, oneRun } from './models-folder.ts';
import { binary, runAssay } from './run-assay.ts';
import type { Run } from './run-assay.ts';

const waiting = ['--wait', '--interval', '0.05'] as const;

interface Started {
  readonly child: ChildProcess;
  readonly ended: Promise<Run & { readonly signal: NodeJS.Signals | null }>;
}

function start(folder: string, words: readonly string[]): Started {
  const child = spawn(process.execPath, [binary, ...words], { cwd: folder });
  onTestFinished(() => void child.kill('SIGKILL'));
  const printed = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => (printed.out += text.toString()));
  child.stderr.on('data', (text: Buffer) => (printed.err += text.toString()));
  const ended = new Promise<Run & { readonly signal: NodeJS.Signals | null }>((done) =>
    child.once('exit', (code, signal) => done({ code, signal, ...printed })),
  );
  return { child, ended };
}

/** Until something is so; fails with the test when it never is. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(5);
}

describe('two processes', () => {
  const world = modelsFolder(20, relevanceProtocol);

  it('in one folder: one works, the others are told, nothing is sent twice', async () => {
    // However late the others start, the first is still at work: it has to wait for its batches.
    let refused = 0;
    world.provider.plan.add({
      match: { method: 'POST', path: '/v1/batches', times: 9 },
      fault: { do: 'batch', until: () => refused === 2 },
    });
    const words = ['extract', '--protocol', '.', ...waiting];
    const runs = await Promise.all(
      [1, 2, 3].map(async () => {
        const run = await start(world.folder, words).ended;
        if (run.code === 2) refused += 1;
        return run;
      }),
    );
    expect(runs.map(({ code }) => code).toSorted()).toEqual([0, 2, 2]);
    for (const { err } of runs.filter(({ code }) => code === 2))
      expect(err).toContain('Another process is asking models');
    expect([world.judgments().length, world.provider.ledger.executed.length]).toEqual([60, 60]);
    expect(world.provider.ledger.batches.size).toBe(2);
  });

  it('on one SQLite file: two polls at once collect each batch once', async () => {
    await runAssay(['import', 'units.jsonl', '-p', '.', '-d', 'w.db'], world.folder);
    world.provider.plan.add({
      match: { method: 'POST', path: '/v1/batches', times: 9 },
      fault: { do: 'batch', polls: 2 },
    });
    expect((await runAssay(['extract', '-d', 'w.db'], world.folder)).code).toBe(0);
    for (let round = 0; round < 4; round += 1) {
      const runs = await Promise.all(
        [1, 2].map(() => start(world.folder, ['poll', '--quiet', '-d', 'w.db']).ended),
      );
      expect(runs.map(({ code, err }) => [code, err])).toEqual([
        [0, ''],
        [0, ''],
      ]);
    }
    const exported = ['export', '--kind', 'judgments', '--format', 'jsonl', '-d', 'w.db'];
    const { out } = await runAssay(exported, world.folder);
    expect(out.split('\n').filter((line) => line !== '')).toHaveLength(60);
    expect(world.provider.ledger.executed).toHaveLength(60);
    expect(world.provider.ledger.batches.size).toBe(2);
  });
});

describe('Ctrl+C while models are asked', () => {
  const world = modelsFolder(30, oneRun);

  it('ends at once, keeps what was finished, and the next start goes on', async () => {
    // Ten replies, then nothing more: whoever waited for it would wait until the test gives up.
    world.provider.plan.add({
      match: { method: 'POST', path: '/v1/responses', after: 10, times: 99 },
      fault: { do: 'slow-headers', ms: 3_600_000 },
    });
    const { child, ended } = start(world.folder, ['extract', '--protocol', '.', '--mode', 'now']);
    await until(() => world.judgments().length === 10);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({
      code: 1,
      err: expect.stringContaining('someone stopped it'),
    });
    expect(world.judgments()).toHaveLength(10);
    world.provider.plan.clear();
    expect((await world.extract('--mode', 'now')).code).toBe(0);
    expect(world.judgments()).toHaveLength(30);
    expect(new Set(world.judgments().map(({ unit }) => unit)).size).toBe(30);
  });
});

describe('a worker', () => {
  const world = modelsFolder(20, relevanceProtocol);

  it('that is killed hands its work on, and nothing is paid twice', async () => {
    await runAssay(['import', 'units.jsonl', '-p', '.', '-d', 'w.db'], world.folder);
    world.provider.plan.add({
      match: { method: 'POST', path: '/v1/batches', times: 9 },
      fault: { do: 'batch', polls: 2 },
    });
    expect((await runAssay(['extract', '-d', 'w.db'], world.folder)).code).toBe(0);
    const looks = (): number => world.provider.ledger.requestsTo('GET /v1/batches/');
    const before = looks();
    const first = start(world.folder, ['worker', '-d', 'w.db']);
    await until(() => looks() > before);
    first.child.kill('SIGKILL');
    expect((await first.ended).signal).toBe('SIGKILL');
    // Two at once over one file: one of them at a time works on the task.
    const others = [1, 2].map(() => start(world.folder, ['worker', '-d', 'w.db']));
    const judgments = async (): Promise<number> => {
      const words = ['export', '--kind', 'judgments', '--format', 'jsonl', '-d', 'w.db'];
      const { out } = await runAssay(words, world.folder);
      return out.split('\n').filter((line) => line !== '').length;
    };
    while ((await judgments()) < 60) await pause(100);
    for (const { child, ended } of others) {
      child.kill('SIGTERM');
      expect(await ended).toMatchObject({ code: 0, signal: null });
    }
    expect(await judgments()).toBe(60);
    expect(world.provider.ledger.executed).toHaveLength(60);
    expect(world.provider.ledger.batches.size).toBe(2);
  });
});

describe('the crontab', () => {
  const world = modelsFolder(2);

  /** A crontab that keeps its lines in a file, as the real one does. */
  const fake = (): string => {
    const table = join(world.folder, 'crontab.txt');
    const script =
      '#!/bin/sh\n' +
      `if [ "$1" = -l ]; then [ -f '${table}' ] || { echo "no crontab for you" >&2; exit 1; }\n` +
      `cat '${table}'; else cat > '${table}'; fi\n`;
    writeFileSync(join(world.folder, 'crontab'), script);
    chmodSync(join(world.folder, 'crontab'), 0o755);
    vi.stubEnv('PATH', `${world.folder}:${process.env['PATH']}`);
    return table;
  };
  const poll = (...words: readonly string[]): Promise<Run> =>
    runAssay(['poll', '--protocol', '.', ...words], world.folder);

  it('gets one line for this place, keeps all others, and loses only that line', async () => {
    const table = fake();
    expect((await poll('--remove-cron')).code).toBe(0);
    expect(existsSync(table)).toBe(false);
    writeFileSync(table, '# backups\n0 3 * * * /usr/bin/backup --all\n');
    for (let time = 0; time < 3; time += 1) expect((await poll('--install-cron')).code).toBe(0);
    const lines = readFileSync(table, 'utf8').split('\n').slice(0, -1);
    expect(lines).toHaveLength(3);
    expect(lines.slice(0, 2)).toEqual(['# backups', '0 3 * * * /usr/bin/backup --all']);
    expect(lines[2]).toMatch(/^\*\/5 \* \* \* \* cd .* poll --quiet .*# assay-poll-[0-9a-f]{12}$/);
    expect(lines[2]).toContain(world.folder);
    // No key ever goes into the table: cron has its own environment.
    expect(lines[2]).not.toContain('sk-fake');
    expect((await poll('--remove-cron')).code).toBe(0);
    expect(readFileSync(table, 'utf8')).toBe('# backups\n0 3 * * * /usr/bin/backup --all\n');
  });

  it('has a line that runs as it is, in a shell', async () => {
    const table = fake();
    await poll('--install-cron');
    const line = readFileSync(table, 'utf8').trim();
    const command = line.replace(/^\*\/5 \* \* \* \* /, '').replaceAll('\\%', '%');
    const shell = spawn('/bin/sh', ['-c', command], { cwd: '/' });
    const printed: string[] = [];
    for (const stream of [shell.stdout, shell.stderr])
      stream.on('data', (text: Buffer) => printed.push(text.toString()));
    const code = await new Promise((done) => shell.once('exit', done));
    expect([code, printed.join('')]).toEqual([0, '']);
  });

  it('that is not there: the line is shown instead', async () => {
    vi.stubEnv('PATH', world.folder);
    const run = await poll('--install-cron');
    expect([run.code, run.err]).toEqual([2, expect.stringContaining('# assay-poll-')]);
  });
});
