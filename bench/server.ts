import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from './benchmark.ts';
import { Connection } from './http-connection.ts';
import { load } from './run-load.ts';
import { memoryOf, processorOf, quantile, startServer, stopServer } from './running-server.ts';
import type { RunningServer } from './running-server.ts';
import { prepareWorkspace } from './server-workspace.ts';
import type { LoadLevel } from './server-workspace.ts';
import { printServer } from './server-figures.ts';
import type { LevelFigures, ServerFigures, NextFigures } from './server-figures.ts';

const levels = [1, 16, 64, 256];
/** What each of them gets of the units: as much as is saved while it is measured. */
const shares = [0.25, 0.15, 0.35, 0.25];
/** Milliseconds over a unit: a hundred times as fast as people are. */
const shortPause = 250;

export const report: Report<ServerFigures> = {
  name: 'saves under load',
  measure: measureServer,
  print: printServer,
};

/**
 * Measures the server under load beside the floor; `quick` with fewer units and shorter stretches.
 */
async function measureServer(quick: boolean): Promise<ServerFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  try {
    const units = quick ? 20_000 : 100_000;
    const plan = quick ? { slices: 2, seconds: 1, warm: 1 } : { slices: 4, seconds: 2, warm: 4 };
    const prepared = await prepareWorkspace(join(folder, 'real.db'), units, levels, shares);
    const cold = await coldStart(join(folder, 'real.db'), prepared[0]!);
    const [floor, real]: [LevelFigures[], LevelFigures[]] = [[], []];
    let growth = { early: 0, late: 0, saves: 0 };
    let next = { annotators: 64, p50: 0, p99: 0, reached: 0 };
    let pacedNext = { ...next, pause: shortPause };
    for (const level of prepared) {
      // Before the load, which leaves nobody a next unit.
      if (level.annotators === next.annotators) {
        const seconds = plan.slices * plan.seconds * 0.6;
        next = await measureNext(join(folder, 'real.db'), level, folder, { seconds, from: 0 });
        pacedNext = {
          ...(await measureNext(join(folder, 'real.db'), level, folder, {
            seconds,
            from: next.reached,
            pause: shortPause,
          })),
          pause: shortPause,
        };
      }
      const measured = await measureLevel(
        folder,
        level,
        plan,
        next.annotators === level.annotators ? pacedNext.reached : 0,
        async (address, from, first) => {
          if (level.annotators === 1)
            growth = await measureGrowth(
              address,
              level,
              first,
              from,
              folder,
              quick ? 2000 : 10_000,
            );
        },
      );
      floor.push(measured.floor);
      real.push(measured.real);
    }
    return { units, floor, real, growth, next, pacedNext, ...cold };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type AfterLoad = (address: string, from: number, firstSaves: readonly number[]) => Promise<void>;

/**
 * Loads the floor and the server in turns, so that whatever else the machine does falls on both.
 */
async function measureLevel(
  folder: string,
  level: LoadLevel,
  plan: { readonly slices: number; readonly seconds: number; readonly warm: number },
  from: number,
  after: AfterLoad,
): Promise<{ readonly floor: LevelFigures; readonly real: LevelFigures }> {
  const floor = await Measured.start(
    'floor-process.ts',
    join(folder, `floor-${level.annotators}.db`),
    level,
    folder,
  );
  const real = await Measured.start('server-process.ts', join(folder, 'real.db'), level, folder);
  real.from = from;
  try {
    // Some seconds before, so that neither is measured while it is being compiled: a server runs
    // for weeks.
    for (const one of [floor, real]) await one.load(plan.warm, false);
    for (let slice = 0; slice < plan.slices; slice += 1)
      for (const one of [floor, real]) await one.load(plan.seconds, true);
    const figures = { floor: floor.figures(), real: real.figures() };
    await after(real.address, real.from, real.first);
    return figures;
  } finally {
    await floor.stop();
    await real.stop();
  }
}

/** A server under load with what was measured of it so far. */
class Measured {
  readonly address: string;
  from = 0;
  /** The first saves of all, those before the measurement included. */
  first: readonly number[] = [];
  readonly #server: RunningServer;
  readonly #isFloor: boolean;
  readonly #level: LoadLevel;
  readonly #folder: string;
  readonly #saves: number[] = [];
  #seconds = 0;
  #processor = 0;

  static async start(
    program: 'floor-process.ts' | 'server-process.ts',
    database: string,
    level: LoadLevel,
    folder: string,
  ): Promise<Measured> {
    return new Measured(
      await startServer(program, database),
      level,
      folder,
      program === 'floor-process.ts',
    );
  }

  constructor(server: RunningServer, level: LoadLevel, folder: string, isFloor: boolean) {
    this.#server = server;
    this.#isFloor = isFloor;
    this.address = server.address;
    this.#level = level;
    this.#folder = folder;
  }

  async load(seconds: number, counts: boolean): Promise<void> {
    const before = processorOf(this.#server.child);
    const result = await load(
      {
        address: this.address,
        level: this.#level,
        kind: 'save',
        seconds,
        most: Infinity,
        from: this.from,
        isEndless: this.#isFloor,
      },
      this.#folder,
    );
    if (result.failures.length > 0)
      throw new Error(`The load failed: ${result.failures.join('\n')}`);
    this.from = result.reached;
    if (this.first.length < 1000) this.first = [...this.first, ...result.saves].slice(0, 1000);
    if (!counts) return;
    this.#saves.push(...result.saves);
    this.#seconds += result.seconds;
    this.#processor += processorOf(this.#server.child) - before;
  }

  figures(): LevelFigures {
    const sorted = this.#saves.toSorted((a, b) => a - b);
    const count = sorted.length;
    return {
      annotators: this.#level.annotators,
      perSecond: count / this.#seconds,
      p50: quantile(sorted, 0.5),
      p99: quantile(sorted, 0.99),
      processor: this.#processor / count,
      memory: memoryOf(this.#server.child),
    };
  }

  async stop(): Promise<void> {
    await stopServer(this.#server);
  }
}

/** The median of a save after few and after many saves by one annotator. */
async function measureGrowth(
  address: string,
  level: LoadLevel,
  first: readonly number[],
  from: number,
  folder: string,
  saves: number,
): Promise<ServerFigures['growth']> {
  const missing = Math.max(0, saves - from);
  if (missing > 0)
    await load(
      { address, level, kind: 'save', seconds: 600, most: missing, from, isEndless: false },
      folder,
    );
  const late = await load(
    {
      address,
      level,
      kind: 'save',
      seconds: 60,
      most: 500,
      from: from + missing,
      isEndless: false,
    },
    folder,
  );
  const median = (times: readonly number[]): number =>
    quantile(
      times.toSorted((a, b) => a - b),
      0.5,
    );
  return { early: median(first.slice(10, 510)), late: median(late.saves), saves: from + missing };
}

async function measureNext(
  database: string,
  level: LoadLevel,
  folder: string,
  {
    seconds,
    ...pace
  }: { readonly seconds: number; readonly from: number; readonly pause?: number },
): Promise<NextFigures & { readonly reached: number }> {
  const server = await startServer('server-process.ts', database);
  try {
    const warm = await load(
      {
        ...pace,
        address: server.address,
        level,
        kind: 'work',
        seconds: 1,
        most: Infinity,
        isEndless: false,
      },
      folder,
    );
    const result = await load(
      {
        ...pace,
        address: server.address,
        level,
        kind: 'work',
        seconds,
        most: Infinity,
        from: warm.reached,
        isEndless: false,
      },
      folder,
    );
    if (result.failures.length > 0)
      throw new Error(`The load failed: ${result.failures.join('\n')}`);
    const sorted = result.nexts.toSorted((a, b) => a - b);
    return {
      annotators: level.annotators,
      p50: quantile(sorted, 0.5),
      p99: quantile(sorted, 0.99),
      reached: result.reached,
    };
  } finally {
    await stopServer(server);
  }
}

async function coldStart(
  database: string,
  level: LoadLevel,
): Promise<Pick<ServerFigures, 'start' | 'firstPage' | 'firstWork'>> {
  const started = performance.now();
  const server = await startServer('server-process.ts', database);
  try {
    const { hostname, port } = new URL(server.address);
    const connection = await Connection.open(hostname, Number(port));
    if ((await connection.send('GET', '/healthz', '')).status !== 200)
      throw new Error('The server is not healthy');
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
    await stopServer(server);
  }
}

if (process.argv[1]?.endsWith('bench/server.ts') === true)
  process.stdout.write(printServer(await measureServer(process.argv.includes('--quick'))));
