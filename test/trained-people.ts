import { openRound } from '../src/operations/rounds/open-round.ts';
import { showRounds } from '../src/operations/rounds/round-states.ts';
import type { RoundView } from '../src/operations/rounds/round-states.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { runUnits } from '../src/store/rounds/rounds.ts';
import {
  judgeAll,
  makeProject,
  project,
  protocolContent,
  trainingKey,
  truthOf,
  wrongOf,
} from './work-world.ts';
import type { WorkWorld } from './work-world.ts';

export const threeRounds = `  training: { units: 6, key: key.jsonl, gate: ["cohen_kappa >= 0.70 against key"] }
  pilot: { units: 10, annotators: 2, repeat: { units: 8 },
    gate: ["fleiss_kappa >= 0.70 overall", "fleiss_kappa >= 0.60 per question"] }
  full: { units: all, annotators: 2, gate: ["fleiss_kappa >= 0.70 overall"] }`;

export const round = async (world: WorkWorld, name: string): Promise<RoundView> =>
  (await showRounds(world.lead, { project })).rounds.find((one) => one.round === name)!;

export const unitsOf = async (world: WorkWorld, run: string): Promise<readonly string[]> =>
  (await world.store.read((db) => runUnits(db, run))).map((one) => one.unit);

export async function trained(
  world: WorkWorld,
): Promise<{
  readonly anna: WorkContext;
  readonly ben: WorkContext;
  readonly cora: WorkContext;
  readonly training: string;
}> {
  await makeProject(world, protocolContent({ rounds: threeRounds, key: trainingKey(6) }), 60);
  const [anna, ben, cora] = [
    await world.person('anna'),
    await world.person('ben'),
    await world.person('cora'),
  ];
  const { run } = await openRound(world.lead, { project, round: 'training', seed: 3 });
  await judgeAll(anna, run.id, truthOf);
  await judgeAll(ben, run.id, truthOf);
  await judgeAll(cora, run.id, wrongOf);
  return { anna, ben, cora, training: run.id };
}
