import { openWorkspace } from '../workspace.ts';
import type { WorkContext } from '../work-context.ts';
import { answerWork } from '../workspace/own-thread.ts';
import { cutRelease, releaseObstacles } from './cut-release.ts';
import { workspaceDifferences } from './known-release.ts';
import type { ReleaseProgress, ReleaseWork, ThreadAct } from './release-off-thread.ts';
import { verifyRelease } from './verify-release.ts';

/*
 * The thread in which a release is cut or verified. It has a connection of its own, so that nobody
 * who saves waits for it.
 */

answerWork<ReleaseWork, ReleaseProgress>(async ({ database, actor, act }, tell) => {
  const workspace = await openWorkspace(database);
  const { role, ...who } = actor;
  const context = { ...workspace, actor: { ...who, roleIn: () => role } };
  try {
    return await perform(context, act, tell);
  } finally {
    // Before the answer: the caller may then remove the database.
    await workspace.store.close();
  }
});

async function perform(
  context: WorkContext,
  act: ThreadAct,
  tell: (progress: ReleaseProgress) => void,
): Promise<unknown> {
  const { project } = act;
  const told = (step: ReleaseProgress['step']) => (done: number, total: number) =>
    tell({ step, done, total });
  if (act.kind === 'obstacles') return await releaseObstacles(context, project);
  if (act.kind === 'cut')
    return await cutRelease(context, project, {
      ...act.request,
      reading: told('reading'),
      writing: told('writing'),
    });
  const progress = told('verifying');
  const { differences, signature, manifest } = await verifyRelease({
    folder: act.folder,
    signer: null,
    head: null,
    lookUp: async (release) => await workspaceDifferences(context, { ...release, project }),
    progress,
  });
  return { differences, signature, manifest };
}
