import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { recordFact } from '../src/operations/judging/record-fact.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import type { Role, WorkContext } from '../src/operations/work-context.ts';
import type { TestDatabases } from './stores.ts';
import { makeProject, makeWorld, project, protocolContent } from './work-world.ts';
import type { WorkWorld } from './work-world.ts';

/** A project with an open round, in which anna has asked something about her first unit. */
export interface AskedQuestion {
  readonly world: WorkWorld;
  readonly anna: WorkContext;
  readonly ben: WorkContext;
  readonly rex: WorkContext;
  readonly others: Readonly<Record<string, WorkContext>>;
  readonly run: string;
  readonly unit: string;
}

/** Opens the round `full` of the rounds, with anna and ben on its panel and rex as reviewer. */
export async function askQuestion(
  databases: TestDatabases,
  plan: {
    readonly rounds: string;
    readonly units: number;
    readonly text: string;
    readonly annotators?: readonly string[];
    /** Who else there is. */
    readonly others?: Readonly<Record<string, Role>>;
  },
): Promise<AskedQuestion> {
  const { rounds, units, text, annotators = ['anna', 'ben'], others = {} } = plan;
  const world = await makeWorld(await databases.open());
  await makeProject(world, protocolContent({ rounds }), units);
  const [anna, ben] = [await world.person('anna'), await world.person('ben')];
  const rex = await world.person('rex', 'reviewer');
  const people: Record<string, WorkContext> = {};
  for (const [login, role] of Object.entries(others))
    people[login] = await world.person(login, role);
  const { run } = await openRound(world.lead, { project, round: 'full', seed: 1, annotators });
  const { unit } = (await nextUnits(anna, { run: run.id, count: 1 })).units[0]!;
  const question = { run: run.id, unit, kind: 'question', detail: { text } } as const;
  await recordFact(anna, { ...question, idempotencyKey: 'q' });
  return { world, anna, ben, rex, others: people, run: run.id, unit };
}
