import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { arePagesOld } from '../src/cli/build-pages.ts';
import { freePort } from '../src/cli/free-port.ts';
import { printedText } from './printed-text.ts';
import { binary, runAssay, temporaryFolder } from './run-assay.ts';

interface Started {
  readonly address: string;
  readonly password: string;
  readonly printed: string;
  stop(): Promise<number | null>;
}

async function start(folder: string, ...words: readonly string[]): Promise<Started> {
  const child = spawn(
    process.execPath,
    [binary, 'start', '--port', '0', '--no-open', '--no-build', ...words],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = printedText(child);
  await said.until('Ctrl+C');
  const printed = said.out() + said.err();
  return {
    address: /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? '',
    password: /password {2}(\S+)/.exec(printed)?.[1] ?? '',
    printed,
    stop: () => {
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      return ended;
    },
  };
}

async function signIn(
  { address, password }: Pick<Started, 'address' | 'password'>,
  login: string,
): Promise<(path: string) => Promise<unknown>> {
  const reply = await fetch(`${address}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ login, password }),
  });
  expect([login, reply.status]).toEqual([login, 201]);
  const cookie = reply.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return async (path) => await (await fetch(`${address}${path}`, { headers: { cookie } })).json();
}

describe('assay start', () => {
  it('serves the four examples with work done and to do, and takes them up again', async () => {
    const folder = temporaryFolder();
    const first = await start(folder);
    expect(first.printed.split('\n').filter((line) => [...line].length > 80)).toEqual([]);
    expect(existsSync(join(folder, '.assay', 'examples.db'))).toBe(true);
    const lead = await signIn(first, 'lead');
    const { items } = (await lead('/api/projects')) as {
      items: { project: string; simulated: boolean }[];
    };
    expect(items.map((one) => [one.project, one.simulated])).toEqual([
      ['policy-ground-truth', true],
      ['rag-tasks', true],
      ['regulatory-topics', true],
      ['trial-relevance', true],
    ]);
    const { rounds } = (await lead('/api/projects/regulatory-topics/rounds')) as {
      rounds: {
        round: string;
        state: string;
        runs: { figures: { status: string } | null; guideline: string }[];
      }[];
    };
    expect(
      rounds.map((one) => [
        one.round,
        one.state,
        one.runs.map((run) => `${run.figures?.status} ${run.guideline}`).join(),
      ]),
    ).toEqual([
      ['training', 'closed', 'PASS 1.0'],
      ['pilot', 'closed', 'FAIL 0.9'],
      ['repilot', 'closed', 'PASS 1.0'],
      ['full', 'open', 'PASS 1.0'],
    ]);
    const senior = await signIn(first, 'senior');
    for (const [project, task] of [
      ['regulatory-topics', 'topics'],
      ['trial-relevance', 'relevance'],
      ['rag-tasks', 'retrieval'],
      ['policy-ground-truth', 'allergy'],
    ]) {
      const { total } = (await senior(`/api/projects/${project}/queue?task=${task}`)) as {
        total: number;
      };
      expect([project, total > 0]).toEqual([project, true]);
    }
    expect(await first.stop()).toBe(0);

    const second = await start(folder);
    expect(second.printed).toContain('as they were left');
    expect(second.password).not.toBe(first.password);
    await signIn(second, 'mara');
    const busy = await runAssay(['start', '--fresh', '--no-open', '--no-build'], folder);
    expect([busy.code, busy.err]).toEqual([
      2,
      expect.stringContaining('in use by another process'),
    ]);
    expect(await second.stop()).toBe(0);
  });

  it('takes the next port when one is in use, and says so when one that was asked for is', async () => {
    const taken = createServer();
    const port = await new Promise<number>((resolve) =>
      taken.listen({ port: 0, host: '127.0.0.1' }, () =>
        resolve((taken.address() as { port: number }).port),
      ),
    );
    onTestFinished(() => void taken.close());
    expect(await freePort(port, '127.0.0.1')).toBeGreaterThan(port);
    const refused = await runAssay(
      ['start', '--port', String(port), '--no-open', '--no-build'],
      temporaryFolder(),
    );
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining(`The port ${port} is in use`),
    ]);
  });

  it('builds the pages when they are missing or older than their sources, and never in an installed package', () => {
    const folder = temporaryFolder();
    expect(arePagesOld(folder)).toBe(false);
    for (const room of ['web', 'domain', 'statistics', 'truth', 'formats'])
      mkdirSync(join(folder, 'src', room), { recursive: true });
    const source = join(folder, 'src', 'web', 'index.html');
    writeFileSync(source, '');
    expect(arePagesOld(folder)).toBe(true);
    mkdirSync(join(folder, 'dist', 'web'), { recursive: true });
    writeFileSync(join(folder, 'dist', 'web', 'index.html'), '');
    utimesSync(source, 1000, 1000);
    expect(arePagesOld(folder)).toBe(false);
    const rule = join(folder, 'src', 'truth', 'rule.ts');
    writeFileSync(rule, '');
    utimesSync(rule, Date.now() / 1000 + 60, Date.now() / 1000 + 60);
    expect(arePagesOld(folder)).toBe(true);
  });
});
