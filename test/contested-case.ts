import type { TestDatabases } from './stores.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
  wrongOf,
} from './work-world.ts';
import type { WorkWorld } from './work-world.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import type { RulingRequest } from '../src/operations/rulings/make-ruling.ts';
import type { WorkContext } from '../src/operations/work-context.ts';

export interface Case {
  readonly world: WorkWorld;
  readonly run: string;
  readonly anna: WorkContext;
  readonly ben: WorkContext;
  readonly sam: WorkContext;
}

/**
 * Six units judged by two people who agree on the first three, and an adjudicator who judged none.
 */
export async function contested(databases: TestDatabases): Promise<Case> {
  return await contestedIn(await makeWorld(await databases.open()));
}

/** The same in a workspace that is there. */
export async function contestedIn(world: WorkWorld): Promise<Case> {
  await makeProject(
    world,
    protocolContent({
      rounds: '  full: { units: 6, annotators: 2, gate: ["percent_agreement >= 0.5 overall"] }',
    }),
    6,
  );
  const [anna, ben] = [await world.person('anna'), await world.person('ben')];
  const sam = await world.person('sam', 'adjudicator');
  const run = (
    await openRound(world.lead, { project, round: 'full', seed: 1, annotators: ['anna', 'ben'] })
  ).run.id;
  await judgeAll(anna, run, truthOf);
  world.pass(5);
  await judgeAll(ben, run, (unit) => (Number(unit.slice(1)) <= 3 ? truthOf(unit) : wrongOf(unit)));
  world.pass(5);
  return { world, run, anna, ben, sam };
}

export const request = (given: Partial<RulingRequest> = {}): RulingRequest => ({
  project,
  unit: 'u5',
  answers: { A: 1, B: 0, C: 2 },
  reason: 'A and C are both there.',
  seen: null,
  idempotencyKey: 'k1',
  ...given,
});
