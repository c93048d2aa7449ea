import { refuse } from '../../domain/fault.ts';
import { refuseValue } from '../../domain/field-fault.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { codedText } from '../../domain/text-values.ts';
import type { TaskPlace } from '../../store/units/units.ts';
import { shownFields } from '../../truth/protocol/shown-fields.ts';
import { foldFilter } from '../../truth/units/fold-filter.ts';
import type { FoldFilter } from '../../truth/units/fold-filter.ts';
import { authorise, overseeingRoles } from '../authorise.ts';
import { standingFlags } from '../discussion/standing-flags.ts';
import { liveFold } from '../fold/live-fold.ts';
import type { LiveFold } from '../fold/live-fold.ts';
import { isBlind, refuseWhileBlind } from '../judging/blindness.ts';
import { hiddenModels } from '../rulings/model-votes.ts';
import type { WorkContext } from '../work-context.ts';
import { followUnits } from './unit-follower.ts';
import type { UnitFollower } from './unit-follower.ts';
import { bringIndexUpToDate, searchUnits } from './word-index.ts';

/** Which units of a task are asked for. What is left out does not matter. */
export interface UnitFilter extends FoldFilter {
  readonly text?: string;
  readonly subject?: string;
  /** A round: units that were drawn for any run of it. */
  readonly round?: string;
  /** Units of this run, by the answers that were given in it. */
  readonly run?: string;
  readonly field?: string;
  readonly value?: string;
}

/** What a reader may look at. */
export interface Looked {
  readonly follower: UnitFollower;
  readonly live: LiveFold;
  readonly task: Task;
  readonly numbers: Int32Array;
  /** The reader judges in an open run of the task. */
  readonly isBlind: boolean;
  /** The reader sees what annotators see of a unit. */
  readonly isVeiled: boolean;
  /** Models whose votes are hidden from those who rule. */
  readonly hidden: ReadonlySet<string>;
}

/** What a reader may look at in a task. For overseers. */
export async function lookAt(
  context: WorkContext,
  { project, task }: { readonly project: string; readonly task: string },
): Promise<Looked> {
  const role = authorise(context.actor, project, ...overseeingRoles);
  const live = await liveFold(context.store, { project, task });
  const blind = await isBlind(context, { project, task });
  const { plan, table } = live.fold;
  const follower = await followUnits(context.store, { project, task });
  return {
    follower,
    live,
    task: live.task.task,
    numbers: follower.numbersIn(live.fold),
    isBlind: blind,
    isVeiled: blind || role === 'adjudicator',
    hidden: await hiddenModels(context, project, plan.panel, table.annotators),
  };
}

/** The places of the units that pass, in the order in which they came. */
export async function passingRows(
  context: WorkContext,
  input: UnitFilter & TaskPlace,
  asked: Looked,
): Promise<number[]> {
  const { follower, live, task, numbers, isVeiled } = asked;
  const { columns } = follower;
  const tests: ((row: number) => boolean)[] = [];
  const known = pickFoldFilter(input);
  if (Object.keys(known).length > 0) {
    await refuseWhileBlind(context, input);
    const isNamed = known.annotator !== undefined || known.answers?.some((one) => one.by !== null);
    // Who rules does not see whose votes are whose.
    if (isNamed === true) authorise(context.actor, input.project, 'lead', 'reviewer');
    const { flagged = false, ...others } = known;
    const { project, task: name, run } = input;
    const scope =
      run === undefined ? live : await liveFold(context.store, { project, task: name, run });
    const passes = foldFilter(scope.fold, others);
    const places = scope === live ? numbers : follower.numbersIn(scope.fold);
    tests.push((row) => passes(places[row]!));
    if (flagged) tests.push(await isFlagged(context, input, asked));
  }
  if (input.subject !== undefined) tests.push(columns.ofSubject(input.subject));
  if (input.field !== undefined) {
    const isVisible = Object.hasOwn(shownFields(task.unit, { [input.field]: '' }), input.field);
    if (isVeiled && !isVisible) refuse('unknown-field', { field: input.field, hint: '' });
    tests.push(columns.hasValue(input.field, input.value ?? ''));
  }
  if (input.round !== undefined) {
    const runs = live.runs.filter((run) => run.round === input.round);
    const members = await Promise.all(runs.map((run) => follower.inRun(run.id)));
    tests.push((row) => members.some((rows) => rows[row] === 1));
  }
  if (input.run !== undefined) {
    const members = await follower.inRun(input.run);
    tests.push((row) => members[row] === 1);
  }
  const searched = { project: input.project, task: task.id, shape: task.unit };
  if (input.text !== undefined && input.text.trim() !== '') {
    const found = await searchUnits(context.store, searched, input.text, !isVeiled);
    tests.push((row) => found.has(columns.seq(row)));
  } else {
    // So that the first search finds the index made; what fails here fails there with a reason.
    void bringIndexUpToDate(context.store, searched).catch(() => undefined);
  }
  const rows: number[] = [];
  for (let row = 0; row < columns.size; row += 1)
    if (tests.every((test) => test(row))) rows.push(row);
  return rows;
}

/** Whether an annotator flagged a unit while judging it, or somebody in the list of units. */
async function isFlagged(
  { store }: WorkContext,
  place: TaskPlace,
  { follower, live, numbers }: Looked,
): Promise<(row: number) => boolean> {
  const flags = await standingFlags(store, place);
  const noted = new Set(flags.map(({ unit }) => follower.columns.ids.find(unit!)));
  const passes = foldFilter(live.fold, { flagged: true });
  return (row) => noted.has(row) || passes(numbers[row]!);
}

/** What of a filter depends on answers. */
function pickFoldFilter({
  standing,
  answers,
  annotator,
  flagged,
  disagreement,
  ruled,
}: FoldFilter): FoldFilter {
  return {
    ...(standing === undefined ? {} : { standing }),
    ...(answers === undefined || answers.length === 0 ? {} : { answers }),
    ...(annotator === undefined ? {} : { annotator }),
    ...(flagged === true ? { flagged } : {}),
    ...(disagreement === true ? { disagreement } : {}),
    ...(ruled === true ? { ruled } : {}),
  };
}

/** Units that are chosen by name, or all that pass a filter, with how many somebody saw. */
export type ChosenUnits =
  | { readonly units: readonly string[] }
  | { readonly filter: UnitFilter; readonly count: number };

/** How many units are changed at once. */
export const mostChosen = 10_000;

/**
 * The names of the chosen units, each once. Refuses names that are not units, more than can be
 * changed at once, and a filter that other units pass now than those that somebody saw.
 */
export async function chosenUnits(
  context: WorkContext,
  place: TaskPlace,
  chosen: ChosenUnits,
): Promise<readonly string[]> {
  const looked = await lookAt(context, place);
  const { ids } = looked.follower.columns;
  const found =
    'units' in chosen
      ? [...new Set(chosen.units)]
      : (await passingRows(context, { ...chosen.filter, ...place }, looked)).map((row) =>
          ids.at(row),
        );
  if ('filter' in chosen && found.length !== chosen.count)
    refuse('selection-changed', { expected: chosen.count, got: found.length });
  if (found.length === 0 || found.length > mostChosen)
    refuseValue('units', found.length, codedText('units-at-once', { most: mostChosen }));
  const unknown = found.find((unit) => ids.find(unit) < 0);
  if (unknown !== undefined) refuse('not-found', { what: codedText('unit', { id: unknown }) });
  return found;
}
