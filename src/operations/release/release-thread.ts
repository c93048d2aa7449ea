import { parentPort } from 'node:worker_threads';
import { InputError } from '../../domain/fault.ts';
import { openWorkspace } from '../workspace.ts';
import type { WorkContext } from '../work-context.ts';
import { cutRelease, releaseObstacles } from './cut-release.ts';
import { workspaceDifferences } from './known-release.ts';
import type { ReleaseReply, ReleaseWork, ThreadAct } from './release-off-thread.ts';
import { verifyRelease } from './verify-release.ts';

/*
 * The thread in which a release is cut or verified. It has a connection of its own, so that nobody
 * who saves waits for it.
 */

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
const reply = (message: ReleaseReply): void => parentPort!.postMessage(message);

async function answer({ database, actor, act }: ReleaseWork): Promise<void> {
  const workspace = await openWorkspace(database);
  const { role, ...who } = actor;
  const context = { ...workspace, actor: { ...who, roleIn: () => role } };
  let message: ReleaseReply;
  try {
    message = { result: await perform(context, act) };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    message = { faults: error.faults };
  } finally {
    await workspace.store.close();
  }
  // Only now: whoever waits for it may remove the database.
  reply(message);
}

async function perform(context: WorkContext, act: ThreadAct): Promise<unknown> {
  const { project } = act;
  const told = (step: 'reading' | 'writing' | 'verifying') => (done: number, total: number) =>
    reply({ progress: { step, done, total } });
  if (act.kind === 'obstacles') return await releaseObstacles(context, project);
  if (act.kind === 'cut')
    return await cutRelease(context, project, {
      ...act.request,
      reading: told('reading'),
      writing: told('writing'),
    });
  const progress = told('verifying');
  const verified = await verifyRelease({ folder: act.folder, signer: null, head: null, progress });
  const { differences, signature, manifest } = verified;
  const unknown = await workspaceDifferences(context, project, manifest);
  return { differences: [...differences, ...unknown], signature, manifest };
}

parentPort!.on('message', (work: ReleaseWork) => void answer(work));
