import { refuse } from '../../domain/fault.ts';
import { standingNames } from '../../domain/fold/standing.ts';
import type { StandingName } from '../../domain/fold/standing.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Unit } from '../../domain/units/unit.ts';
import type { FieldValues } from '../../formats/units/unit-columns.ts';
import { unitsNumbered } from '../../store/units/units.ts';
import type { TaskFold } from '../../truth/fold/task-fold.ts';
import { unitTruth } from '../../truth/fold/unit-truth.ts';
import { shownFields } from '../../truth/protocol/shown-fields.ts';
import { foldFilter } from '../../truth/units/fold-filter.ts';
import type { FoldFilter } from '../../truth/units/fold-filter.ts';
import { authorise, overseeingRoles } from '../authorise.ts';
import { liveTally } from '../fold/live-tally.ts';
import type { LiveTally } from '../fold/live-tally.ts';
import { isBlind, refuseWhileBlind } from '../judging/blindness.ts';
import { hiddenModels } from '../rulings/model-votes.ts';
import type { WorkContext } from '../work-context.ts';
import { followUnits } from './unit-follower.ts';
import type { UnitFollower } from './unit-follower.ts';
import { bringIndexUpToDate, searchUnits } from './word-index.ts';

/** Which units of a task are asked for. What is left out does not matter. @internal */
export interface UnitFilter extends FoldFilter {
  readonly text?: string;
  readonly subject?: string;
  /** A round: units that were drawn for any run of it. */
  readonly round?: string;
  readonly field?: string;
  readonly value?: string;
}

/** A page of the units that pass a filter. */
export interface ExploreRequest extends UnitFilter {
  readonly project: string;
  readonly task: string;
  /** `disagreement` has the units first on which judgments differ most. */
  readonly order?: 'arrival' | 'disagreement';
  readonly offset: number;
  readonly limit: number;
}

/** Judgments that say the same of a unit, and whether they count. */
interface EqualVotes {
  readonly answers: Answers;
  readonly count: number;
  readonly isCounted: boolean;
}

/** A unit in the list. */
interface ExploredUnit extends Unit {
  /** Null while the reader judges in an open run of the task; so are the votes. */
  readonly truth: { readonly state: StandingName; readonly line: CodedText } | null;
  readonly votes: readonly EqualVotes[] | null;
  readonly agreement: number | null;
}

/** The units that pass a filter, and how many there are. */
export interface ExploreView {
  readonly units: readonly ExploredUnit[];
  readonly total: number;
  /** How many of them stand where; null while the reader must not know. */
  readonly standings: Readonly<Record<StandingName, number>> | null;
  readonly next: number | null;
}

/**
 * Finds units by their words, fields, rounds and by what is known of them. Hidden fields are left
 * out for people who rule or judge, and while somebody judges in an open run of the task, so is
 * everything that depends on answers. For overseers.
 */
export async function exploreUnits(
  context: WorkContext,
  input: ExploreRequest,
): Promise<ExploreView> {
  const asked = await lookAt(context, input);
  const { follower, live, numbers } = asked;
  const { columns } = follower;
  const rows = await passingRows(context, input, asked);
  const state = (row: number): StandingName =>
    numbers[row]! < 0 ? 'awaiting' : live.tally.standings.state(numbers[row]!);
  const standings = Object.fromEntries(standingNames.map((name) => [name, 0])) as Record<
    StandingName,
    number
  >;
  if (!asked.isBlind) for (const row of rows) standings[state(row)] += 1;
  if (input.order === 'disagreement' && !asked.isBlind) sortByAgreement(rows, asked);
  const page = rows.slice(input.offset, input.offset + input.limit);
  const units = await context.store.read((db) =>
    unitsNumbered(
      db,
      input,
      page.map((row) => columns.seq(row)),
    ),
  );
  const bySeq = new Map(units.map((unit) => [unit.seq, unit]));
  const next = input.offset + page.length;
  return {
    units: page.flatMap((row) => {
      const unit = bySeq.get(columns.seq(row));
      return unit === undefined ? [] : [shownUnit(unit, numbers[row]!, asked)];
    }),
    total: rows.length,
    standings: asked.isBlind ? null : standings,
    next: next < rows.length ? next : null,
  };
}

/** By what the units of a task can be chosen. */
export interface UnitChoices {
  readonly fields: readonly FieldValues[];
  /** Everybody who has judged; null to those who must not know whose judgments are whose. */
  readonly annotators: readonly string[] | null;
}

/** The fields by which units can be chosen, with frequent values, and who judged. For overseers. */
export async function unitChoices(
  context: WorkContext,
  input: { readonly project: string; readonly task: string },
): Promise<UnitChoices> {
  const { follower, live, task, isVeiled } = await lookAt(context, input);
  const visible = (field: string): boolean =>
    !isVeiled || Object.hasOwn(shownFields(task.unit, { [field]: '' }), field);
  return {
    fields: follower.columns.fields(mostValues, visible),
    annotators: isVeiled ? null : live.tally.table.annotators.toSorted(),
  };
}

const mostValues = 50;

/** What a reader may look at. */
interface Looked {
  readonly follower: UnitFollower;
  readonly live: LiveTally;
  readonly task: Task;
  readonly numbers: Int32Array;
  /** The reader judges in an open run of the task. */
  readonly isBlind: boolean;
  /** The reader sees what annotators see of a unit. */
  readonly isVeiled: boolean;
  /** Models whose votes are hidden from whoever rules. */
  readonly hidden: ReadonlySet<string>;
}

async function lookAt(
  context: WorkContext,
  { project, task }: { readonly project: string; readonly task: string },
): Promise<Looked> {
  const role = authorise(context.actor, project, ...overseeingRoles);
  const live = await liveTally(context.store, { project, task });
  const blind = await isBlind(context, { project, task });
  const { plan, table } = live.tally;
  const follower = await followUnits(context.store, { project, task });
  return {
    follower,
    live,
    task: live.task.task,
    numbers: follower.numbersIn(live.tally),
    isBlind: blind,
    isVeiled: blind || role === 'adjudicator',
    hidden: await hiddenModels(context, project, plan.panel, table.annotators),
  };
}

/** The places of the units that pass, in the order in which they came. */
async function passingRows(
  context: WorkContext,
  input: ExploreRequest,
  { follower, live, task, numbers, isVeiled }: Looked,
): Promise<number[]> {
  const { columns } = follower;
  const tests: ((row: number) => boolean)[] = [];
  const known = pickFoldFilter(input);
  if (Object.keys(known).length > 0) {
    await refuseWhileBlind(context, input);
    const isNamed = known.annotator !== undefined || known.answers?.some((one) => one.by !== null);
    // Who rules does not see whose votes are whose.
    if (isNamed === true) authorise(context.actor, input.project, 'lead', 'reviewer');
    const passes = foldFilter(live.tally, known);
    tests.push((row) => passes(numbers[row]!));
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

function sortByAgreement(rows: number[], { live, numbers }: Looked): void {
  const agreement = new Map(
    rows.map((row) => [row, numbers[row]! < 0 ? 2 : (live.tally.agreement(numbers[row]!) ?? 2)]),
  );
  rows.sort((a, b) => agreement.get(a)! - agreement.get(b)! || a - b);
}

function shownUnit(unit: Unit, number: number, looked: Looked): ExploredUnit {
  const { live, task, isVeiled } = looked;
  const { id, subject, fields } = unit;
  const shown = {
    id,
    task: task.id,
    subject,
    fields: isVeiled ? shownFields(task.unit, fields) : fields,
  };
  if (looked.isBlind) return { ...shown, truth: null, votes: null, agreement: null };
  const { standing, line } = unitTruth(live.tally, id);
  return {
    ...shown,
    truth: { state: standing.state, line },
    votes: number < 0 ? [] : equalVotes(live.tally, number, looked.hidden),
    agreement: number < 0 ? null : live.tally.agreement(number),
  };
}

/** The judgments of people and models, those that say the same together, the most first. */
function equalVotes(
  fold: TaskFold,
  unit: number,
  hidden: ReadonlySet<string>,
): readonly EqualVotes[] {
  const { table, standings } = fold;
  const votes = new Map<string, EqualVotes>();
  for (let place = table.first(unit); place < table.end(unit); place += 1) {
    const who = table.who(place);
    if (fold.isRule(who) || hidden.has(table.annotators[who]!)) continue;
    const isCounted = standings.counted.counts(place);
    const key = `${table.codes(place).join(' ')} ${isCounted}`;
    const answers = votes.get(key)?.answers ?? table.answers(place);
    votes.set(key, { answers, count: (votes.get(key)?.count ?? 0) + 1, isCounted });
  }
  return [...votes.values()].toSorted((a, b) => b.count - a.count);
}
