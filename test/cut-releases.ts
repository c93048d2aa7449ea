import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { cutRelease } from '../src/operations/release/cut-release.ts';
import type { CutRelease, ReleaseRequest } from '../src/operations/release/cut-release.ts';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { judgeAll, makeProject, project, protocolContent, truthOf } from './work-world.ts';
import type { WorkWorld } from './work-world.ts';

/** A folder that lasts as long as the tests of a file. */
export function lastingFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-releases-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Four units that two people have judged alike, in a round that is closed; gives its run. */
export async function finishedProject(world: WorkWorld): Promise<string> {
  const rounds = '  full: { units: all, annotators: 2 }';
  await makeProject(world, protocolContent({ rounds }), 4);
  const [anna, ben] = [await world.person('anna'), await world.person('ben')];
  const annotators = ['anna', 'ben'];
  const { run } = await openRound(world.lead, { project, round: 'full', seed: 1, annotators });
  await judgeAll(anna, run.id, truthOf);
  world.pass(10);
  await judgeAll(ben, run.id, truthOf);
  world.pass(10);
  await closeRound(world.lead, { run: run.id });
  return run.id;
}

/** What is asked for, with the usual choices where nothing is said. */
export function releaseRequest(out: string, given: Partial<ReleaseRequest> = {}): ReleaseRequest {
  const choice = { version: '1.0', seed: 1, allowOpen: null, names: true, withText: false };
  return { ...choice, replies: false, sign: null, ...given, out };
}

/** Cuts a release of the project. */
export async function cut(
  world: WorkWorld,
  out: string,
  given?: Partial<ReleaseRequest>,
): Promise<CutRelease> {
  return await cutRelease(world.lead, project, releaseRequest(out, given));
}
