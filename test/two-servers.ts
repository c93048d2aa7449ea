import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { InputError } from '../src/domain/fault.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import type { Store } from '../src/store/open-store.ts';
import { logLock } from '../src/store/workspace/schema/schema-1.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import type { OpenRound } from '../src/operations/rounds/open-round.ts';
import type { TestDatabases } from './stores.ts';
import { makeProject, makeWorld, project, protocolContent, trainingKey } from './work-world.ts';
import type { WorkWorld } from './work-world.ts';
import { slotRows } from './record-rows.ts';

/** An open round that two servers work on. */
export interface TwoServers {
  readonly world: WorkWorld;
  readonly run: string;
  /** Somebody on the second server. */
  other(who: WorkContext): WorkContext;
  readonly people: Readonly<Record<string, WorkContext>>;
  /**
   * Keeps everybody waiting at something, until the work that was begun meanwhile, step by step,
   * has come there.
   */
  meanwhile<const Work extends readonly (() => Promise<unknown>)[]>(
    held: string,
    steps: Work,
  ): Promise<{ readonly [Step in keyof Work]: Outcome<Awaited<ReturnType<Work[Step]>>> }>;
}

/** What came of it: the result, or the codes of the faults. */
export type Outcome<Result> = { readonly ok: Result } | { readonly codes: readonly string[] };

export const theLogs = `select pg_advisory_xact_lock(${logLock})`;

export const full = '  full: { units: all, annotators: 2 }';

const training =
  '  training: { units: 4, key: key.jsonl, gate: ["cohen_kappa >= 0.7 against key"] }';

/** Ends when so many connections wait for a lock. */
async function untilWaiting(client: pg.Client, count: number): Promise<void> {
  for (;;) {
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query<{ pid: number }>(
      'select pid from pg_stat_activity where datname = current_database() and ' +
        "wait_event_type = 'Lock'",
    );
    if (rows.length >= count) return;
    await pause(20);
  }
}

export async function outcomeOf(work: Promise<unknown>): Promise<Outcome<unknown>> {
  return work.then(
    (ok) => ({ ok }),
    (failure: unknown) => {
      if (failure instanceof InputError) return { codes: failure.faults.map((one) => one.code) };
      throw failure;
    },
  );
}

export async function loadsOf(
  store: Store,
  run: string,
): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const { annotator } of await store.read((db) => slotRows(db, run)))
    counts[annotator ?? 'nobody'] = (counts[annotator ?? 'nobody'] ?? 0) + 1;
  return counts;
}

/** Opens a round that two servers work on, with so many units and these people. */
export function twoServers(databases: TestDatabases) {
  return async (
    units: number,
    logins: readonly string[],
    { rounds, ...given }: Partial<OpenRound> & { readonly rounds?: string } = {},
  ): Promise<TwoServers> => {
    const address = await databases.address();
    const [store, second] = [await databases.openAt(address), await databases.openAt(address)];
    const world = await makeWorld(store);
    const round = given.round ?? 'full';
    await makeProject(
      world,
      round === 'full'
        ? protocolContent({ rounds: rounds ?? full })
        : protocolContent({ rounds: training, key: trainingKey(4) }),
      units,
    );
    const people: Record<string, WorkContext> = {};
    for (const login of logins) people[login] = await world.person(login);
    const { run } = await openRound(world.lead, { project, round, seed: 2, ...given });
    return {
      world,
      run: run.id,
      other: (who) => ({ ...who, store: second, newId: randomUUID }),
      people,
      meanwhile: async (held, steps) => {
        const client = new pg.Client(address);
        await client.connect();
        await client.query('begin');
        await client.query(held);
        const begun: Promise<Outcome<unknown>>[] = [];
        for (const step of steps) {
          begun.push(outcomeOf(step()));
          await untilWaiting(client, begun.length);
        }
        await client.query('rollback');
        await client.end();
        return (await Promise.all(begun)) as never;
      },
    };
  };
}
