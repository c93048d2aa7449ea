import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from '../src/cli/output.ts';
import { startPostgres } from '../test/postgres.ts';
import type { Report } from './benchmark.ts';
import { load } from './run-load.ts';
import { memoryOf, quantile, startServer, stopServer } from './running-server.ts';
import type { RunningServer } from './running-server.ts';
import { prepareWorkspace } from './server-workspace.ts';
import type { LoadLevel } from './server-workspace.ts';

/** What was measured of so many servers over one database; times in milliseconds. */
interface LoadFigures {
  readonly servers: number;
  readonly annotators: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** The most that one of them held, in megabytes. */
  readonly memory: number;
}

export const report: Report<readonly LoadFigures[]> = {
  name: 'saves on PostgreSQL',
  measure: measurePostgres,
  print: printPostgres,
};

const levels = [1, 16, 64];

/** Saves by one server and by two over the same database, on the same machine. */
async function measurePostgres(quick: boolean): Promise<readonly LoadFigures[]> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const postgres = await startPostgres({ isDurable: true });
  try {
    const figures: LoadFigures[] = [];
    for (const servers of [1, 2]) {
      const database = await postgres.createDatabase();
      const prepared = await prepareWorkspace(database, quick ? 6000 : 30_000, levels);
      for (const level of prepared)
        figures.push(await measureLevel(database, servers, level, folder, quick ? 2 : 8));
    }
    return figures;
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureLevel(
  database: string,
  count: number,
  level: LoadLevel,
  folder: string,
  seconds: number,
): Promise<LoadFigures> {
  const running: RunningServer[] = [];
  try {
    for (let at = 0; at < count; at += 1)
      running.push(await startServer('server-process.ts', database));
    // Everybody is with one of the servers.
    const parts = running
      .map(({ address }, at) => ({
        address,
        level: { ...level, clients: level.clients.filter((_, who) => who % count === at) },
      }))
      .filter((part) => part.level.clients.length > 0);
    const run = (from: number, length: number) =>
      Promise.all(
        parts.map(async (part) => {
          const rest = { kind: 'save', most: Infinity, isEndless: false } as const;
          const result = await load({ ...part, ...rest, seconds: length, from }, folder);
          if (result.failures.length > 0)
            throw new Error(`The load failed: ${result.failures.join('\n')}`);
          return result;
        }),
      );
    const warm = await run(0, Math.min(seconds, 3));
    const results = await run(Math.max(...warm.map((one) => one.reached)), seconds);
    const saves = results.flatMap((one) => one.saves).toSorted((a, b) => a - b);
    return {
      servers: count,
      annotators: level.annotators,
      perSecond: results.reduce((sum, one) => sum + one.saves.length / one.seconds, 0),
      p50: quantile(saves, 0.5),
      p99: quantile(saves, 0.99),
      memory: Math.max(...running.map((one) => memoryOf(one.child))),
    };
  } finally {
    for (const one of running) await stopServer(one);
  }
}

function printPostgres(figures: readonly LoadFigures[]): string {
  const heads = ['servers', 'annotators', 'saves/s', 'p50', 'p99', 'memory'];
  const rows = figures.map((one) => [
    String(one.servers),
    String(one.annotators),
    one.perSecond.toFixed(0),
    `${one.p50.toFixed(1)} ms`,
    `${one.p99.toFixed(1)} ms`,
    `${one.memory.toFixed(0)} MB`,
  ]);
  return `\n${table(heads, rows, 120)}\n`;
}
