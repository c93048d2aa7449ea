import { refuse } from '../../domain/fault.ts';
import { findRun } from '../../store/rounds/rounds.ts';
import { assignedUnit, judgedPlaces, openPlaces } from '../../store/judging/assigned-units.ts';
import { latestOwnJudgment } from '../../store/judging/assignment.ts';
import type { OwnPlace } from '../../store/judging/assigned-units.ts';
import type { TrainingFeedback } from '../../truth/rounds/training-feedback.ts';
import { judgingRoles } from '../authorise.ts';
import { cursorNumber, refuseCursor } from '../cursor.ts';
import { dealMore } from './deal-more.ts';
import { shownUnit } from './next-unit.ts';
import type { ShownUnit } from './next-unit.ts';
import { assistanceOn, shownSuggestion } from './suggestions.ts';
import { runWork } from '../rounds/run-work.ts';
import { feedbackOf } from './save-judgment.ts';
import type { WorkContext } from '../work-context.ts';

/** A unit of the actor's. */
export interface OwnUnit extends ShownUnit {
  /** Whether it may still be judged or revised. */
  readonly closed: boolean;
  /** In training, once it was judged. */
  readonly feedback: TrainingFeedback | null;
}

/** One unit that the actor holds, with their draft and judgment. Annotators. */
export async function ownUnit(
  context: WorkContext,
  input: { readonly run: string; readonly unit: string },
): Promise<OwnUnit> {
  const work = await runWork(context, input.run, ...judgingRoles);
  const { project, task } = work.facts;
  const place = { ...input, project, task, annotator: context.actor.login };
  const { run, held, judgment } = await context.store.read(async (db) => ({
    run: await findRun(db, input.run),
    held: await assignedUnit(db, place),
    judgment: await latestOwnJudgment(db, place),
  }));
  if (held === null) refuse('not-assigned', { unit: input.unit });
  const assistance = await assistanceOn(context.store, work, place.annotator, [input.unit]);
  return {
    ...shownUnit(work.task.task, held, judgment),
    suggestion: shownSuggestion(assistance.get(input.unit)),
    closed: run === null || run.closedAt !== null,
    feedback: judgment === null ? null : feedbackOf(work, input.unit, judgment.answers),
  };
}

/** A page of the actor's own units. */
export interface OwnUnits {
  readonly places: readonly OwnPlace[];
  /** The `cursor` of the next page; null at the end. */
  readonly next: string | null;
}

/** What is asked for. */
export interface OwnUnitsRequest {
  readonly run: string;
  /** `open`: what is to come, in their own order. `judged`: what they judged, the latest first. */
  readonly which: 'open' | 'judged';
  readonly cursor?: string;
  readonly limit?: number;
}

/** The ids of the units that the actor holds in a run. Annotators. */
export async function ownUnits(context: WorkContext, input: OwnUnitsRequest): Promise<OwnUnits> {
  await runWork(context, input.run, ...judgingRoles);
  const limit = Math.min(Math.max(Math.trunc(input.limit ?? 100), 1), 1000);
  const whose = { run: input.run, annotator: context.actor.login, limit };
  const readPlaces = (): Promise<readonly OwnPlace[]> =>
    context.store.read((db) =>
      input.which === 'open'
        ? openPlaces(db, { ...whose, after: cursorNumber(input.cursor) ?? -1 })
        : judgedPlaces(db, { ...whose, ...judgedCursor(input.cursor) }),
    );
  let places = await readPlaces();
  while (input.which === 'open' && places.length < limit && (await dealMore(context.store, whose)))
    places = await readPlaces();
  const last = places.length < limit ? undefined : places.at(-1);
  if (last === undefined) return { places, next: null };
  const { position, judgedAt, unit } = last;
  return { places, next: input.which === 'open' ? String(position) : `${judgedAt} ${unit}` };
}

function judgedCursor(cursor: string | undefined) {
  // Later than any time.
  if (cursor === undefined) return { before: '9', unit: '' };
  const { before, unit } = judgedPlace.exec(cursor)?.groups ?? refuseCursor(cursor);
  return { before: before!, unit: unit! };
}

/** A time, and a unit, whose name may be anything. */
const judgedPlace = /^(?<before>\d{4}-\d\d-\d\d\S*) (?<unit>.+)$/su;
