import { InputError } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { Difference } from '../../release/differences.ts';
import type { Actor, Role } from '../work-context.ts';
import { KeptThread } from '../workspace/kept-thread.ts';
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

/** What the thread answers: how far it is, what came of it, or what is wrong. */
export type ReleaseReply =
  | { readonly progress: ReleaseProgress }
  | { readonly result: unknown }
  | { readonly faults: readonly Fault[] };

/** Cuts or verifies a release, or lists what stands in its way, while others go on saving. */
export async function releaseOffThread<Kind extends ThreadAct['kind']>(
  database: string,
  { roleIn, ...who }: Actor,
  act: Extract<ThreadAct, { kind: Kind }>,
  progress: (progress: ReleaseProgress) => void = () => undefined,
): Promise<Results[Kind]> {
  const thread = threads.take();
  let hasAnswered = false;
  try {
    return await new Promise<Results[Kind]>((resolve, reject) => {
      thread.on('message', (reply: ReleaseReply) => {
        hasAnswered = !('progress' in reply);
        if ('progress' in reply) progress(reply.progress);
        else if ('faults' in reply) reject(new InputError(reply.faults));
        else resolve(reply.result as Results[Kind]);
      });
      thread.on('error', reject);
      thread.on('exit', () => reject(new Error('the thread of the release has ended')));
      const actor = { ...who, role: roleIn(act.project) };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
      thread.postMessage({ database, actor, act } satisfies ReleaseWork);
    });
  } finally {
    await (hasAnswered ? threads.giveBack(thread) : thread.terminate());
  }
}

const threads = new KeptThread(
  new URL(
    import.meta.url.endsWith('.ts') ? './release-thread.ts' : './release-thread.js',
    import.meta.url,
  ),
  { execArgv: [] },
);
