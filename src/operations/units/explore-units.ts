import { standingNames } from '../../domain/fold/standing.ts';
import type { StandingName } from '../../domain/fold/standing.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Unit } from '../../domain/units/unit.ts';
import type { FieldValues } from '../../formats/units/unit-columns.ts';
import { unitsNumbered } from '../../store/units/units.ts';
import type { TaskFold } from '../../truth/fold/task-fold.ts';
import { unitTruth } from '../../truth/fold/unit-truth.ts';
import { shownFields } from '../../truth/protocol/shown-fields.ts';
import { standingFlags } from '../discussion/standing-flags.ts';
import type { StandingFlag } from '../discussion/standing-flags.ts';
import type { WorkContext } from '../work-context.ts';
import { lookAt, passingRows } from './filter-units.ts';
import type { Looked, UnitFilter } from './filter-units.ts';

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
  /** What somebody flagged it for in the list of units. */
  readonly flags: readonly StandingFlag[];
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
  const passing = await passingRows(context, input, asked);
  const isSorted = input.order === 'disagreement' && !asked.isBlind;
  const rows = isSorted ? byAgreement(passing, asked) : passing;
  const state = (row: number): StandingName => live.fold.standings.state(numbers[row]!);
  const standings = Object.fromEntries(standingNames.map((name) => [name, 0])) as Record<
    StandingName,
    number
  >;
  if (!asked.isBlind) for (const row of rows) standings[state(row)] += 1;
  const page = rows.slice(input.offset, input.offset + input.limit);
  const units = await context.store.read((db) =>
    unitsNumbered(
      db,
      input,
      page.map((row) => columns.seq(row)),
    ),
  );
  const bySeq = new Map(units.map((unit) => [unit.seq, unit]));
  const named = units.map(({ id }) => id);
  const flags = asked.isBlind ? [] : await standingFlags(context.store, input, named);
  const flagsOf = ({ id }: Unit) => flags.filter(({ unit }) => unit === id);
  const next = input.offset + page.length;
  return {
    units: page.flatMap((row) => {
      const unit = bySeq.get(columns.seq(row));
      return unit === undefined ? [] : [shownUnit(unit, numbers[row]!, asked, flagsOf(unit))];
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
    annotators: isVeiled ? null : live.fold.table.annotators.toSorted(),
  };
}

const mostValues = 50;

/** The largest disagreement first, each as they came. Few shares differ, so they are gathered. */
function byAgreement(rows: readonly number[], { live, numbers }: Looked): number[] {
  const alike = new Map<number, number[]>();
  for (const row of rows) {
    const unit = numbers[row]!;
    // Units without two judgments come last.
    const agreement = unit < 0 ? 2 : (live.fold.agreement(unit) ?? 2);
    const known = alike.get(agreement);
    if (known === undefined) alike.set(agreement, [row]);
    else known.push(row);
  }
  return [...alike.keys()].toSorted((a, b) => a - b).flatMap((agreement) => alike.get(agreement)!);
}

function shownUnit(
  unit: Unit,
  number: number,
  looked: Looked,
  flags: readonly StandingFlag[],
): ExploredUnit {
  const { live, task, isVeiled } = looked;
  const { id, subject, fields } = unit;
  const shown = {
    id,
    task: task.id,
    subject,
    fields: isVeiled ? shownFields(task.unit, fields) : fields,
    flags,
  };
  if (looked.isBlind) return { ...shown, truth: null, votes: null, agreement: null };
  const { standing, line } = unitTruth(live.fold, id);
  return {
    ...shown,
    truth: { state: standing.state, line },
    votes: number < 0 ? [] : equalVotes(live.fold, number, looked.hidden),
    agreement: number < 0 ? null : live.fold.agreement(number),
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
