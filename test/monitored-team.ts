import type { TestDatabases } from './stores.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  trainingKey,
  truthOf,
} from './work-world.ts';
import type { WorkWorld } from './work-world.ts';
import type { Store } from '../src/store/open-store.ts';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import type { WorkContext } from '../src/operations/work-context.ts';

/** The same database to who has not looked at it yet, as another server has not. */
export function another(store: Store): Store {
  return {
    kind: store.kind,
    address: store.address,
    caches: new Map(),
    writes: store.writes,
    read: (work) => store.read(work),
    snapshot: (work) => store.snapshot(work),
    write: (work, options) => store.write(work, options),
    stream: (query) => store.stream(query),
    close: () => store.close(),
  };
}

export const rounds = `  training: { units: 4, key: key.jsonl, gate: ["cohen_kappa >= 0.70 against key"] }
  pilot: { units: 10, annotators: 3, gate: ["fleiss_kappa >= 0.70 overall"] }
  full: { units: 12, annotators: 3, draw: { by: keywords, floor: 0 }, gate: ["fleiss_kappa >= 0.70 overall"] }`;

export interface Team {
  readonly world: WorkWorld;
  readonly people: readonly WorkContext[];
}

/**
 * Three people through training and pilot, and into the full round; the third answers wrongly on
 * some units.
 */
export async function team(databases: TestDatabases): Promise<Team> {
  const world = await makeWorld(await databases.open());
  await makeProject(world, protocolContent({ rounds, key: trainingKey(4) }), 40);
  const people = [
    await world.person('anna'),
    await world.person('ben'),
    await world.person('cora'),
  ];
  await through(world, people, 'training', () => truthOf);
  await through(world, people, 'pilot', () => truthOf);
  return { world, people };
}

export async function through(
  world: WorkWorld,
  people: readonly WorkContext[],
  round: string,
  answers: (person: number) => typeof truthOf,
): Promise<string> {
  const run = (await openRound(world.lead, { project, round, seed: 1 })).run.id;
  for (const [at, person] of people.entries()) await judgeAll(person, run, answers(at));
  await closeRound(world.lead, { run });
  world.pass(7 * 24 * 60);
  return run;
}
