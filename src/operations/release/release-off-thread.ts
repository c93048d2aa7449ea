import type { Difference } from '../../release/differences.ts';
import type { Actor, Role } from '../work-context.ts';
import { KeptThread } from '../workspace/kept-thread.ts';
import { askThread, threadFile } from '../workspace/own-thread.ts';
import type { CutRelease, ReleaseRequest, StatedObstacle } from './cut-release.ts';
import type { VerifiedRelease } from './verify-release.ts';

/** How far the thread is. */
export interface ReleaseProgress {
  readonly step: 'reading' | 'writing' | 'verifying';
  readonly done: number;
  readonly total: number;
}

/** What a release of the workspace turned out to be. */
export interface ReleaseCheck {
  readonly differences: readonly Difference[];
  readonly signature: VerifiedRelease['signature'];
  readonly manifest: string;
}

/** What the thread is asked to do. */
export type ThreadAct =
  | { readonly kind: 'obstacles'; readonly project: string }
  | { readonly kind: 'cut'; readonly project: string; readonly request: ReleaseRequest }
  | { readonly kind: 'verify'; readonly project: string; readonly folder: string };

interface Results {
  readonly obstacles: readonly StatedObstacle[];
  readonly cut: CutRelease;
  readonly verify: ReleaseCheck;
}

/** What the thread is given. */
export interface ReleaseWork {
  readonly database: string;
  readonly actor: Omit<Actor, 'roleIn'> & { readonly role: Role | null };
  readonly act: ThreadAct;
}

/** Cuts or verifies a release, or lists what stands in its way, while others go on saving. */
export async function releaseOffThread<Kind extends ThreadAct['kind']>(
  database: string,
  { roleIn, ...who }: Actor,
  act: Extract<ThreadAct, { kind: Kind }>,
  progress: (progress: ReleaseProgress) => void = () => undefined,
): Promise<Results[Kind]> {
  const actor = { ...who, role: roleIn(act.project) };
  const work: ReleaseWork = { database, actor, act };
  return await askThread<Results[Kind], ReleaseProgress>(threads, work, progress);
}

const threads = new KeptThread(threadFile('release-thread', import.meta.url), { execArgv: [] });
