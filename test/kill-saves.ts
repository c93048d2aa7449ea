// Kills a process that saves, again and again, and looks whether anything that was acknowledged is
// lost. Run as
//   node test/kill-saves.ts <sqlite|postgres> <rounds> <clients>
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import { verifyAudit } from '../src/store/workspace/audit-verification.ts';
import { openStore } from '../src/store/open-store.ts';
import type { Store } from '../src/store/open-store.ts';
import { startPostgres } from './postgres.ts';
import { seedWorkspace } from './workspace-factory.ts';

/** What was found after all rounds. */
export interface KillReport {
  readonly rounds: number;
  readonly acknowledged: number;
  readonly kept: number;
  /** Acknowledged, but not there. */
  readonly lost: readonly string[];
  /** Judgments without an audit entry, or the other way round. */
  readonly unpaired: number;
  readonly auditFaults: number;
  /** Milliseconds until the database could be read again after a kill, at most. */
  readonly slowestReturn: number;
  /**
   * Refusals that a saver was told; each is named, since a saver that was refused knows that it
   * must try again.
   */
  readonly refused: readonly string[];
}

/** A process that saves, and what it was told. */
export interface Saver {
  readonly child: ChildProcess;
  readonly acknowledged: string[];
  readonly refused: string[];
  /** When it has begun. */
  readonly ready: Promise<unknown>;
  /** Ends when what it was told fulfils a condition, or when it ends. */
  until(holds: () => boolean): Promise<void>;
  kill(): Promise<void>;
}

/**
 * Starts a process that saves without end, or to files of so many kilobytes at most, as on a disk
 * that has no room for more.
 */
export function startSaver(
  address: string,
  name: string,
  clients: number,
  largestFile: number | 'unlimited' = 'unlimited',
): Saver {
  const saver = [
    process.execPath,
    fileURLToPath(new URL('save-loop.ts', import.meta.url)),
    address,
    name,
    String(clients),
  ];
  const [program = '', ...rest] =
    largestFile === 'unlimited'
      ? saver
      : ['/bin/bash', '-c', `ulimit -f ${largestFile}; exec "$@"`, 'bash', ...saver];
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'ignore'] });
  const acknowledged: string[] = [];
  const refused: string[] = [];
  let begun: (value: unknown) => void;
  const ready = new Promise((resolve) => (begun = resolve));
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    const [word, id = ''] = line.split(' ');
    if (word === 'ready') begun(null);
    else if (word === 'saved') acknowledged.push(id);
    else if (word === 'refused') refused.push(line);
  });
  const over = Promise.all([once(child, 'exit'), once(lines, 'close')]);
  child.once('exit', () => begun(null));
  return {
    child,
    acknowledged,
    refused,
    ready,
    until: (holds) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (holds()) resolve();
        };
        look();
        lines.on('line', look);
        lines.once('close', resolve);
      }),
    kill: async () => {
      child.kill('SIGKILL');
      await over;
    },
  };
}

/**
 * Rounds of: start a saver, let it save for a while, kill it. Then compares what it was told with
 * what is there.
 */
export async function killSaves(
  address: string,
  rounds: number,
  clients: number,
  seed: number,
): Promise<KillReport> {
  const random = seededRandom(`kill:${seed}`);
  const first = await openStore(address);
  await seedWorkspace(first, { units: 1 });
  await first.close();
  const acknowledged: string[] = [];
  const refused: string[] = [];
  let slowestReturn = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const saver = startSaver(address, `round-${round}`, clients);
    await saver.ready;
    const enough = 1 + random.next() * 100;
    await saver.until(() => saver.acknowledged.length + saver.refused.length >= enough);
    // Between two acknowledgements as well as right at one.
    await pause(random.next() * 10);
    await saver.kill();
    acknowledged.push(...saver.acknowledged);
    refused.push(...saver.refused);
    const killed = performance.now();
    const store = await openStore(address);
    await store.read((db) => db.selectFrom('judgment').select('id').limit(1).execute());
    slowestReturn = Math.max(slowestReturn, performance.now() - killed);
    await store.close();
  }
  const store = await openStore(address);
  try {
    return {
      rounds,
      slowestReturn: Math.round(slowestReturn),
      refused,
      ...(await compareWithRecord(store, acknowledged)),
    };
  } finally {
    await store.close();
  }
}

/** What of the acknowledged judgments is there, and whether the audit log tells the same story. */
export async function compareWithRecord(
  store: Store,
  acknowledged: readonly string[],
): Promise<Pick<KillReport, 'acknowledged' | 'kept' | 'lost' | 'unpaired' | 'auditFaults'>> {
  const kept = new Set(
    (await store.read((db) => db.selectFrom('judgment').select('id').execute())).map(
      (row) => row.id,
    ),
  );
  const entries = new Set(
    (await store.read((db) => db.selectFrom('audit').select('object').execute()))
      .filter((row) => row.object.startsWith('judgment/'))
      .map((row) => row.object.replace('judgment/', '')),
  );
  const { faultCount } = await verifyAudit(store);
  return {
    acknowledged: acknowledged.length,
    kept: kept.size,
    lost: acknowledged.filter((id) => !kept.has(id)),
    unpaired:
      [...kept].filter((id) => !entries.has(id)).length +
      [...entries].filter((id) => !kept.has(id)).length,
    auditFaults: faultCount,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [kind = 'sqlite', rounds = '20', clients = '8'] = process.argv.slice(2);
  const server = kind === 'postgres' ? await startPostgres() : null;
  const folder = mkdtempSync(join(tmpdir(), 'assay-kill-'));
  const report = await killSaves(
    server === null ? join(folder, 'workspace.db') : await server.createDatabase(),
    Number(rounds),
    Number(clients),
    1,
  );
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  process.exitCode = report.lost.length + report.unpaired + report.auditFaults === 0 ? 0 : 1;
}
