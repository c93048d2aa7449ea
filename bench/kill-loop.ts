import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { auditVerify } from '../src/operations/workspace/audit-verify.ts';
import { openWorkspace } from '../src/operations/workspace.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import { Connection } from './http-connection.ts';
import { startServer } from './running-server.ts';
import { answersFor, prepareWorkspace } from './server-workspace.ts';
import type { LoadClient, LoadLevel } from './server-workspace.ts';

/** How often something is killed under how many clients. */
export interface KillPlan {
  readonly database: string;
  readonly rounds: number;
  readonly clients: number;
  readonly units: number;
  readonly seed: number;
  /** What is killed: the server itself, or what is below it. */
  readonly kill: 'server' | (() => Promise<void>);
}

/** What came of it. */
export interface KillReport {
  readonly rounds: number;
  /** Saves that were answered with success. */
  readonly acknowledged: number;
  /** Answered, but not there afterwards. */
  readonly lost: number;
  /** There twice: two judgments where one save was sent, several times. */
  readonly doubled: number;
  /** Requests that were sent again since there was no answer, or one that said to try again. */
  readonly repeated: number;
  /** Answers that were neither success nor a clear "try again". */
  readonly strange: readonly string[];
  /** Units marked as judged without a judgment, or the other way round. */
  readonly inconsistent: number;
  readonly auditIntact: boolean;
  /** From the start of the process to the first healthy answer, in milliseconds; the slowest. */
  readonly slowestStart: number;
}

/**
 * Saves from several clients while something is killed again and again; then looks whether
 * everything that was acknowledged is there, once.
 */
export async function killRounds(plan: KillPlan): Promise<KillReport> {
  const [level] = await prepareWorkspace(plan.database, plan.units, [plan.clients]);
  const random = seededRandom(plan.seed);
  let server = await start(plan.database);
  let slowestStart = server.milliseconds;
  const crew = new Crew(level!, () => server.port);
  const work = crew.work();
  try {
    for (let round = 0; round < plan.rounds; round += 1) {
      const before = crew.acknowledged.size;
      // Somewhere in the middle of it, once saves have gone through again.
      while (crew.acknowledged.size < before + plan.clients) await pause(5);
      await pause(20 + 300 * random.next());
      if (plan.kill === 'server') {
        await end(server.child, 'SIGKILL');
        server = await start(plan.database);
        slowestStart = Math.max(slowestStart, server.milliseconds);
      } else await plan.kill();
    }
    await pause(200);
    crew.stop();
    await work;
  } finally {
    crew.stop();
    await end(server.child, 'SIGTERM');
  }
  const { repeated, strange } = crew;
  return {
    rounds: plan.rounds,
    acknowledged: crew.acknowledged.size,
    repeated,
    strange,
    slowestStart,
    ...(await inspect(plan.database, level!.run, crew.acknowledged)),
  };
}

/** Annotators who save one unit after the other, and send again what was not answered. */
class Crew {
  /** The id that was answered, by idempotency key. */
  readonly acknowledged = new Map<string, string>();
  readonly strange: string[] = [];
  repeated = 0;
  readonly #level: LoadLevel;
  readonly #port: () => number;
  #stopped = false;

  constructor(level: LoadLevel, port: () => number) {
    this.#level = level;
    this.#port = port;
  }

  async work(): Promise<void> {
    await Promise.all(this.#level.clients.map((client, at) => this.#work(client, at)));
  }

  stop(): void {
    this.#stopped = true;
  }

  async #work(client: LoadClient, at: number): Promise<void> {
    let connection: Connection | null = null;
    for (let number = 0; number < client.units.length && !this.#stopped; number += 1) {
      const unit = client.units[number]!;
      const key = `${at} ${unit}`;
      const body = JSON.stringify({ answers: answersFor(number), idempotency_key: key });
      const path = `/api/runs/${this.#level.run}/units/${unit}/judgments`;
      const headers = `cookie: ${client.cookie}\r\nx-csrf-token: ${client.csrf}\r\n`;
      for (;;) {
        try {
          connection ??= await Connection.open('127.0.0.1', this.#port());
          const reply = await connection.send('POST', path, headers, body);
          if (reply.status === 201) {
            this.acknowledged.set(key, (JSON.parse(reply.body) as { readonly id: string }).id);
            break;
          }
          // 503 says that it may be tried again; anything else does not belong here.
          if (reply.status !== 503) {
            this.strange.push(`${reply.status} ${reply.body}`);
            break;
          }
        } catch {
          // No answer: nobody knows whether it was saved, so it is sent again.
          connection?.close();
          connection = null;
        }
        this.repeated += 1;
        await pause(40);
      }
    }
    connection?.close();
  }
}

async function inspect(
  database: string,
  run: string,
  acknowledged: ReadonlyMap<string, string>,
): Promise<Pick<KillReport, 'lost' | 'doubled' | 'inconsistent' | 'auditIntact'>> {
  const { store } = await openWorkspace(database);
  try {
    const { judgments, slots } = await store.read(async (db) => ({
      judgments: await db
        .selectFrom('judgment')
        .select(['id', 'unit', 'annotator', 'idempotency_key as key'])
        .where('run', '=', run)
        .execute(),
      slots: await db
        .selectFrom('slot')
        .select(['unit', 'annotator'])
        .where('run', '=', run)
        .where('judged_at', 'is not', null)
        .execute(),
    }));
    const ids = new Map(judgments.map((one) => [one.key, one.id]));
    const pair = (one: { readonly unit: string; readonly annotator: string | null }): string =>
      `${one.unit} ${one.annotator}`;
    const [judged, marked] = [new Set(judgments.map(pair)), new Set(slots.map(pair))];
    return {
      lost: [...acknowledged].filter(([key, id]) => ids.get(key) !== id).length,
      doubled: judgments.length - judged.size,
      inconsistent:
        [...judged].filter((one) => !marked.has(one)).length +
        [...marked].filter((one) => !judged.has(one)).length,
      auditIntact: (await auditVerify(database)).faultCount === 0,
    };
  } finally {
    await store.close();
  }
}

interface Started {
  readonly child: ChildProcess;
  readonly port: number;
  readonly milliseconds: number;
}

async function start(database: string): Promise<Started> {
  const started = performance.now();
  const { child, address } = await startServer('server-process.ts', database);
  const port = Number(new URL(address).port);
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`);
    try {
      const connection = await Connection.open('127.0.0.1', port);
      const { status } = await connection.send('GET', '/healthz', '');
      connection.close();
      if (status === 200) return { child, port, milliseconds: performance.now() - started };
    } catch {
      // It is busy.
    }
    await pause(10);
  }
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await over;
}

if (process.argv[1]?.endsWith('bench/kill-loop.ts') === true) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-kill-'));
  const report = await killRounds({
    database: join(folder, 'workspace.db'),
    rounds: Number(process.argv[2] ?? 25),
    clients: 8,
    units: 30_000,
    seed: 1,
    kill: 'server',
  });
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  process.exitCode =
    report.lost + report.doubled + report.inconsistent + report.strange.length === 0 &&
    report.auditIntact
      ? 0
      : 1;
}
