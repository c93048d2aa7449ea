import { extract } from '../src/operations/models/extract.ts';
import { openFolderWork, openWorkspaceWork } from '../src/operations/models/model-work.ts';
import type { ModelWork } from '../src/operations/models/model-work.ts';
import { timeOrderedIds } from '../src/operations/time-ordered-ids.ts';
import { openStore } from '../src/store/open-store.ts';
import { testClock } from './model-world.ts';

/** Goes on by batch to the end, with a clock that waits for nobody; returns how the job ended. */
async function finish(work: ModelWork): Promise<string> {
  const request = { k: null, budget: null, invalidate: false, again: false } as const;
  const options = { signal: new AbortController().signal, wait: true, interval: 60_000 };
  try {
    return (await extract(work, { ...request, mode: 'batch' }, options)).state;
  } finally {
    await work.ledger.close();
  }
}

/** The same in a folder of files. */
export async function finishFolder(folder: string): Promise<string> {
  const clock = testClock(new Date().toISOString());
  return await finish(openFolderWork({ protocol: folder, by: 'lena', clock }));
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
    return await finish(await openWorkspaceWork(context, { project, outsideRounds: true, clock }));
  } finally {
    await store.close();
  }
}
