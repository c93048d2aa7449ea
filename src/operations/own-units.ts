import { refuse } from '../domain/fault.ts';
import { findRun } from '../store/rounds.ts';
import { ownLatest, ownPlaces, ownWork } from '../store/work-units.ts';
import type { OwnPlace, WorkPlace } from '../store/work-units.ts';
import type { TrainingFeedback } from '../truth/training-feedback.ts';
import { judgingRoles } from './authorise.ts';
import { shownUnit } from './next-unit.ts';
import type { ShownUnit } from './next-unit.ts';
import { runWork } from './run-work.ts';
import { feedbackOf } from './save-judgment.ts';
import type { WorkContext } from './work-context.ts';

/** A unit of one's own. */
export interface OwnUnit extends ShownUnit {
  /** Whether it may still be judged or revised. */
  readonly closed: boolean;
  /** In training, once it was judged. */
  readonly feedback: TrainingFeedback | null;
}

/** One unit that the actor holds, judged or not, with their draft and their judgment. Annotators. */
export async function ownUnit(context: WorkContext, input: { readonly run: string; readonly unit: string }): Promise<OwnUnit> {
  const work = await runWork(context, input.run, ...judgingRoles);
  const { facts } = work;
  const place: WorkPlace = { project: facts.project, task: facts.task, run: input.run, annotator: context.actor.login };
  const { run, held, judgment } = await context.store.read(async (db) => ({
    run: await findRun(db, input.run),
    held: await ownWork(db, { ...place, unit: input.unit }),
    judgment: await ownLatest(db, { ...place, unit: input.unit }),
  }));
  if (held === null) refuse('not-assigned', { unit: input.unit });
  return { ...shownUnit(work.task.task, held, judgment), closed: run === null || run.closedAt !== null, feedback: judgment === null ? null : feedbackOf(work, input.unit, judgment.answers) };
}

/** A page of the actor's own order. */
export interface OwnUnits {
  readonly places: readonly OwnPlace[];
  /** To be given as `after` for the next page; null at the end. */
  readonly next: number | null;
}

/** The units that the actor holds in a run, in their own order, by id alone: what they judged and what is to come. Annotators. */
export async function ownUnits(context: WorkContext, input: { readonly run: string; readonly after?: number; readonly limit?: number }): Promise<OwnUnits> {
  await runWork(context, input.run, ...judgingRoles);
  const limit = Math.min(Math.max(Math.trunc(input.limit ?? 100), 1), 1000);
  const places = await context.store.read((db) => ownPlaces(db, { run: input.run, annotator: context.actor.login, after: input.after ?? -1, limit }));
  return { places, next: places.length < limit ? null : places.at(-1)!.position };
}
