import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import { importById, listImports as listStored } from '../../store/exchange/imports.ts';
import type { ImportEntry } from '../../store/exchange/imports.ts';
import { authorise } from '../authorise.ts';
import { refuseWhileBlind } from '../judging/blindness.ts';
import { requireProject } from '../people/people.ts';
import type { WorkContext } from '../work-context.ts';

/** The imports of a project, latest first, without single changes. For leads and reviewers. */
export async function listImports(context: WorkContext, project: string) {
  authorise(context.actor, project, 'lead', 'reviewer');
  return await context.store.read(async (db) => {
    await requireProject(db, project);
    return (await listStored(db, project)).toReversed();
  });
}

/** One import with every change made and every row set aside. For leads and reviewers. */
export async function showImport(
  context: WorkContext,
  input: { readonly project: string; readonly id: string },
): Promise<ImportEntry> {
  await refuseWhileBlind(context, { project: input.project });
  authorise(context.actor, input.project, 'lead', 'reviewer');
  const found = await context.store.read(async (db) => {
    await requireProject(db, input.project);
    return await importById(db, input);
  });
  return found ?? refuse('not-found', { what: codedText('import', { id: input.id }) });
}
