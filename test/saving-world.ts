import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import type { SaveJudgment } from '../src/operations/judging/save-judgment.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { InputError } from '../src/domain/fault.ts';
import { makeProject, project, protocolContent, trainingKey, truthOf } from './work-world.ts';
import type { WorkWorld } from './work-world.ts';

export const oneRound = '  full: { units: all, annotators: 2 }';

/** An open round of six units for two annotators. */
export async function openWorld(
  world: WorkWorld,
  rounds = oneRound,
): Promise<{ readonly run: string; readonly anna: WorkContext; readonly ben: WorkContext }> {
  await makeProject(
    world,
    protocolContent({ rounds, key: rounds.includes('key.jsonl') ? trainingKey(4) : [] }),
    6,
  );
  const [anna, ben] = [await world.person('anna'), await world.person('ben')];
  const { run } = await openRound(world.lead, {
    project,
    round: rounds.includes('key.jsonl') ? 'training' : 'full',
    seed: 2,
  });
  return { run: run.id, anna, ben };
}

export const first = async (who: WorkContext, run: string): Promise<string> =>
  (await nextUnits(who, { run })).units[0]!.unit;

export const sent = (
  run: string,
  unit: string,
  given: Partial<SaveJudgment> = {},
): SaveJudgment => ({ run, unit, answers: truthOf(unit), idempotencyKey: `key ${unit}`, ...given });

export const codesOf = async (work: Promise<unknown>): Promise<readonly string[]> => {
  const failure: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  return failure instanceof InputError
    ? failure.faults.map((one) => one.code)
    : [`no input error: ${String(failure)}`];
};
