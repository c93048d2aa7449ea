import { extract } from '../src/operations/models/extract.ts';
import { openFolderWork, openWorkspaceWork } from '../src/operations/models/model-work.ts';
import type { ModelWork } from '../src/operations/models/model-work.ts';
import { timeOrderedIds } from '../src/operations/time-ordered-ids.ts';
import { openStore } from '../src/store/open-store.ts';
import { testClock } from './model-world.ts';

/** Which models are asked about which task. */
export interface Finished {
  readonly task?: string;
  readonly models?: string;
  readonly invalidate?: boolean;
}

/** Goes on by batch to the end, with a clock that waits for nobody; returns how the job ended. */
async function finish(work: ModelWork, { models, invalidate = false }: Finished): Promise<string> {
  const request = { models, k: null, budget: null, invalidate, again: false } as const;
  const options = { signal: new AbortController().signal, wait: true, interval: 60_000 };
  try {
    return (await extract(work, { ...request, mode: 'batch' }, options)).state;
  } finally {
    await work.ledger.close();
  }
}

/** The same in a folder of files. */
export async function finishFolder(folder: string, given: Finished = {}): Promise<string> {
  const clock = testClock(new Date().toISOString());
  const { task } = given;
  return await finish(openFolderWork({ protocol: folder, task, by: 'lena', clock }), given);
}

/** The same in a workspace. */
export async function finishWorkspace(address: string, project: string): Promise<string> {
  const clock = testClock(new Date().toISOString());
  const store = await openStore(address);
  try {
    const now = (): Date => clock.now();
    const actor = {
      account: 'a',
      login: 'lena',
      roleIn: () => 'lead' as const,
      via: 'cli',
    } as const;
    const context = { store, clock: now, newId: timeOrderedIds(now), actor };
    const work = await openWorkspaceWork(context, { project, outsideRounds: true, clock });
    return await finish(work, {});
  } finally {
    await store.close();
  }
}
