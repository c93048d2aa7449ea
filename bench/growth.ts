import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { table } from '../src/cli/output.ts';
import { startPostgres } from '../test/postgres.ts';
import type { Report } from './benchmark.ts';
import type { LongestTurn } from './loop-turns.ts';
import { serverEnvironment, serverFlags } from './running-server.ts';

/** Long work, and how long those waited who saved meanwhile, in milliseconds. */
export interface HeldUp extends LongestTurn {
  readonly seconds: number;
  readonly saves: number;
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
}

interface Spread {
  readonly p50: number;
  readonly p99: number;
}

/** What was measured with so many units. Times in milliseconds, memory in megabytes. */
export interface GrowthFigures {
  readonly units: number;
  readonly imported: HeldUp;
  /** As many judgments, into the round. */
  readonly judged: HeldUp;
  readonly opened: HeldUp;
  /** The most that the process held until the round was open. */
  readonly memory: number;
  readonly next: Spread;
  readonly save: Spread;
  readonly overview: { readonly first: number; readonly later: number };
  readonly exported: HeldUp;
  readonly truth: HeldUp;
  /** The lead's overview, by a server that has just started. */
  readonly figures: HeldUp;
}

interface Measured extends GrowthFigures {
  readonly database: 'SQLite' | 'PostgreSQL';
  /** Of the machine, when it began. */
  readonly load: number;
}

export const report: Report<readonly Measured[]> = {
  name: 'growth',
  measure: measureGrowth,
  print: printGrowth,
};

async function measureGrowth(quick: boolean): Promise<readonly Measured[]> {
  const figures: Measured[] = [];
  const only = process.env['ASSAY_BENCH_DATABASE'];
  const given = process.env['ASSAY_BENCH_UNITS']?.split(',').map(Number);
  const sizes = given ?? (quick ? [10_000, 100_000] : [10_000, 100_000, 1_000_000]);
  for (const units of only === 'postgres' ? [] : sizes) {
    const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
    try {
      figures.push(await measureAt('SQLite', join(folder, 'growth.db'), units));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  if (only === 'sqlite') return figures;
  const server = await startPostgres({ isDurable: true });
  try {
    for (const units of given ?? [10_000, 100_000])
      figures.push(await measureAt('PostgreSQL', await server.createDatabase(), units));
  } finally {
    await server.stop();
  }
  return figures;
}

async function measureAt(
  kind: Measured['database'],
  database: string,
  units: number,
): Promise<Measured> {
  const load = loadavg()[0]!;
  process.stderr.write(`  ${units} units on ${kind} …\n`);
  const program = fileURLToPath(new URL('growth-process.ts', import.meta.url));
  const words = [...serverFlags, program, database, String(units)];
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: serverEnvironment,
  });
  let text = '';
  child.stdout.on('data', (piece: Buffer) => (text += piece.toString('utf8')));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`growth-process ended with ${String(code)}`);
  return { ...(JSON.parse(text) as GrowthFigures), database: kind, load };
}

function printGrowth(figures: readonly Measured[]): string {
  const heads = ['database', 'units', 'work', 'seconds', 'others p50', 'p99', 'worst'];
  const works = figures.flatMap(({ database, units, ...one }) =>
    Object.entries({
      'import units': one.imported,
      open: one.opened,
      'import judgments': one.judged,
      'export units': one.exported,
      'export truth': one.truth,
      'first figures': one.figures,
    }).map(([work, held]) => [
      database,
      units.toLocaleString('en'),
      work,
      held.seconds.toFixed(2),
      ...[held.p50, held.p99, held.worst, held.loop, held.turn].map((ms) => `${ms.toFixed(1)} ms`),
    ]),
  );
  const single = figures.map((one) => [
    one.database,
    one.units.toLocaleString('en'),
    ...[one.next.p50, one.next.p99, one.save.p50, one.save.p99].map((value) => value.toFixed(1)),
    ...[one.overview.first, one.overview.later].map((value) => value.toFixed(0)),
    one.memory.toFixed(0),
    one.load.toFixed(1),
  ]);
  const columns = ['database', 'units', 'next p50', 'p99', 'save p50', 'p99', 'overview', 'later'];
  const [first, second] = [
    table([...heads, 'loop', 'turn'], works, 160),
    table([...columns, 'MB', 'load'], single, 160),
  ];
  return `\n${first}\n\n${second}\n`;
}
