import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Connection } from './http-connection.ts';
import type { LoadPlan, LoadResult } from './load-process.ts';
import { prepareWorkspace } from './server-workspace.ts';
import type { LoadLevel } from './server-workspace.ts';

/** What was measured at one number of annotators. */
interface LevelFigures {
  readonly annotators: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly memory: number;
}

/** Everything that the load benchmark measures. Times in milliseconds, memory in megabytes. */
export interface ServerFigures {
  readonly units: number;
  readonly floor: readonly LevelFigures[];
  readonly real: readonly LevelFigures[];
  readonly growth: { readonly early: number; readonly late: number; readonly saves: number };
  readonly next: { readonly annotators: number; readonly p50: number; readonly p99: number };
  readonly start: number;
  readonly firstPage: number;
  readonly firstWork: number;
}

const levels = [1, 16, 64, 256];

/** Measures the server under load beside the floor; `quick` with fewer units and shorter stretches. */
export async function measureServer(quick: boolean): Promise<ServerFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    const units = quick ? 20_000 : 100_000;
    const seconds = quick ? 3 : 8;
    const prepared = await prepareWorkspace(join(folder, 'real.db'), units, levels);
    const floor = await measureLevels('floor-process.ts', join(folder, 'floor.db'), prepared, folder, seconds, () => undefined);
    const cold = await coldStart(join(folder, 'real.db'), prepared[0]!);
    let growth = { early: 0, late: 0, saves: 0 };
    let next = { annotators: 64, p50: 0, p99: 0 };
    const real = await measureLevels('server-process.ts', join(folder, 'real.db'), prepared, folder, seconds, async (address, level, result) => {
      if (level.annotators === 1) growth = await measureGrowth(address, level, result, folder, quick ? 4000 : 10_000);
      if (level.annotators === 64) next = await measureNext(address, level, folder, result.reached, seconds);
    });
    return { units, floor, real, growth, next, ...cold };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1]?.endsWith('bench/server.ts') === true) print(await measureServer(process.argv.includes('--quick')));

type After = (address: string, level: LoadLevel, result: LoadResult) => Promise<void> | undefined;

async function measureLevels(program: string, database: string, prepared: readonly LoadLevel[], folder: string, seconds: number, after: After): Promise<readonly LevelFigures[]> {
  const figures: LevelFigures[] = [];
  for (const level of prepared) {
    const server = await startProcess(program, database);
    try {
      // A little before, so that neither is measured while it is being compiled.
      const warm = await load({ address: server.address, level, kind: 'save', seconds: seconds / 4, most: Infinity, from: 0 }, folder);
      const result = await load({ address: server.address, level, kind: 'save', seconds, most: Infinity, from: warm.reached }, folder);
      if (result.failures.length > 0) throw new Error(`The load failed: ${result.failures.join('\n')}`);
      const sorted = result.saves.toSorted((a, b) => a - b);
      figures.push({ annotators: level.annotators, perSecond: result.saves.length / result.seconds, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), memory: memoryOf(server.child) });
      await after(server.address, level, result);
    } finally {
      await stopProcess(server.child);
    }
  }
  return figures;
}

/** The median of a save after few and after many saves by one annotator. */
async function measureGrowth(address: string, level: LoadLevel, before: LoadResult, folder: string, saves: number): Promise<ServerFigures['growth']> {
  const early = before.saves.slice(10, 510).toSorted((a, b) => a - b);
  const done = before.reached;
  const missing = Math.max(0, saves - done);
  if (missing > 0) await load({ address, level, kind: 'save', seconds: 600, most: missing, from: done }, folder);
  const late = await load({ address, level, kind: 'save', seconds: 60, most: 500, from: done + missing }, folder);
  return { early: quantile(early, 0.5), late: quantile(late.saves.toSorted((a, b) => a - b), 0.5), saves: done + missing };
}

async function measureNext(address: string, level: LoadLevel, folder: string, done: number, seconds: number): Promise<ServerFigures['next']> {
  const result = await load({ address, level, kind: 'work', seconds, most: Infinity, from: done }, folder);
  if (result.failures.length > 0) throw new Error(`The load failed: ${result.failures.join('\n')}`);
  const sorted = result.nexts.toSorted((a, b) => a - b);
  return { annotators: level.annotators, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}

async function coldStart(database: string, level: LoadLevel): Promise<Pick<ServerFigures, 'start' | 'firstPage' | 'firstWork'>> {
  const started = performance.now();
  const server = await startProcess('server-process.ts', database);
  try {
    const { hostname, port } = new URL(server.address);
    const connection = await Connection.open(hostname, Number(port));
    if ((await connection.send('GET', '/healthz', '')).status !== 200) throw new Error('The server is not healthy');
    const start = performance.now() - started;
    const asked = performance.now();
    await connection.send('GET', '/', '');
    const firstPage = performance.now() - asked;
    const headers = `cookie: ${level.clients[0]!.cookie}\r\n`;
    for (const path of ['/api/session', '/api/projects', `/api/runs/${level.run}/next?count=3`]) {
      const reply = await connection.send('GET', path, headers);
      if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.body}`);
    }
    connection.close();
    return { start, firstPage, firstWork: performance.now() - asked };
  } finally {
    await stopProcess(server.child);
  }
}

async function load(plan: LoadPlan, folder: string): Promise<LoadResult> {
  const file = join(folder, 'plan.json');
  writeFileSync(file, JSON.stringify({ ...plan, most: Math.min(plan.most, 1e9) }));
  const child = spawn(process.execPath, [fileURLToPath(new URL('load-process.ts', import.meta.url)), file], { stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(await outputOf(child)) as LoadResult;
}

async function outputOf(child: ChildProcess): Promise<string> {
  const pieces: Buffer[] = [];
  child.stdout!.on('data', (piece: Buffer) => pieces.push(piece));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`A process of the benchmark ended with ${String(code)}`);
  return Buffer.concat(pieces).toString('utf8');
}

async function startProcess(program: string, database: string): Promise<{ readonly child: ChildProcess; readonly address: string }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL(program, import.meta.url)), database], { stdio: ['ignore', 'pipe', 'ignore'] });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout!.once('data', (piece: Buffer) => resolve(piece.toString('utf8')));
    child.once('exit', (code) => reject(new Error(`${program} ended with ${String(code)}`)));
  });
  return { child, address: (JSON.parse(line) as { readonly address: string }).address };
}

async function stopProcess(child: ChildProcess): Promise<void> {
  const over = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await over;
}

/** The most memory that a process has held, in megabytes; null numbers where the system does not tell. */
function memoryOf(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / 1024;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

function print(figures: ServerFigures): void {
  const lines = [`${figures.units.toLocaleString('en-GB')} units loaded`, '', 'annotators   saves/s   of floor   p50 ms   p99 ms   memory MB   floor saves/s   floor p99 ms'];
  figures.real.forEach((real, at) => {
    const floor = figures.floor[at]!;
    const cells = [real.annotators, real.perSecond.toFixed(0), `${(real.perSecond / floor.perSecond).toFixed(2)}×`, real.p50.toFixed(2), real.p99.toFixed(2), real.memory.toFixed(0), floor.perSecond.toFixed(0), floor.p99.toFixed(2)];
    lines.push(cells.map((cell, column) => String(cell).padStart([10, 10, 11, 9, 9, 12, 16, 15][column]!)).join(''));
  });
  const { growth, next, start, firstPage, firstWork } = figures;
  lines.push(
    '',
    `p50 of a save after 10 saves ${growth.early.toFixed(2)} ms, after ${growth.saves} saves ${growth.late.toFixed(2)} ms (${(growth.late / growth.early).toFixed(2)}×)`,
    `next unit at ${next.annotators} annotators who save and ask in turn: p50 ${next.p50.toFixed(2)} ms, p99 ${next.p99.toFixed(2)} ms`,
    `start ${start.toFixed(0)} ms, first page ${firstPage.toFixed(0)} ms, session, projects and first units after ${firstWork.toFixed(0)} ms`,
  );
  process.stdout.write(`${lines.join('\n')}\n`);
}
