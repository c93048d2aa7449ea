import { inEnglish } from '../src/domain/english.ts';
import { showRounds } from '../src/operations/rounds/round-states.ts';
import type { RoundView } from '../src/operations/rounds/round-states.ts';
import { project } from './work-world.ts';
import type { WorkWorld } from './work-world.ts';

/** A round as its lead sees it. */
export async function roundView(world: WorkWorld, name: string): Promise<RoundView> {
  return (await showRounds(world.lead, { project })).rounds.find((one) => one.round === name)!;
}

/** Why a round may not open, in sentences. */
export async function blockTexts(world: WorkWorld, name: string): Promise<readonly string[]> {
  return (await roundView(world, name)).blocks.map((block) => inEnglish(block.text));
}
