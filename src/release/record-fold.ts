import { readContent, withFormerHashes } from '../formats/protocol/protocol-content.ts';
import type { PreparedTask, ReadContent } from '../formats/protocol/protocol-content.ts';
import { UnitTable } from '../formats/units/unit-table.ts';
import { groupBy } from '../domain/group-by.ts';
import { Counting } from '../truth/fold/counting.ts';
import type { CountedRun } from '../truth/fold/counting.ts';
import { foldPlan } from '../truth/fold/fold-plan.ts';
import { runDemands } from '../truth/fold/standing-rules.ts';
import { TaskFold } from '../truth/fold/task-fold.ts';
import { isAdmitted } from '../truth/rounds/admission.ts';
import type { Admission } from '../truth/rounds/admission.ts';
import { presentState, taskAdmissions } from '../truth/rounds/measured-run.ts';
import {
  hasPassed,
  retiredRuns,
  roundStates,
  trainingBefore,
} from '../truth/rounds/round-state.ts';
import type { RoundState, RunFigures, RunState } from '../truth/rounds/round-state.ts';
import { readPolicy } from '../formats/verdicts/policy-yaml.ts';
import { loadedPolicy, topicsOf } from '../formats/verdicts/policy-topics.ts';
import type { LoadedPolicy, Topic } from '../truth/verdicts/topic.ts';
import { subjectFields } from '../truth/verdicts/topic.ts';
import type { Task } from '../domain/protocol/task.ts';
import type { UnitFields } from '../domain/units/unit.ts';
import type { RecordJudgment, RecordRuling, RecordUnit, ReleaseRecord } from './record.ts';
import { awaitOpen, foldRuns, fromMeasured, peopleOf, roundOf } from './run-fold.ts';
import type { FoldedRun, MeasuredRun } from './run-fold.ts';

/** A task with its units, judgments and rulings folded under the present version. */
export interface FoldedTask {
  readonly task: PreparedTask;
  readonly list: readonly RecordUnit[];
  readonly units: UnitTable;
  readonly fold: TaskFold;
  readonly judgments: readonly RecordJudgment[];
  /** The latest ruling on each unit. */
  readonly rulings: ReadonlyMap<string, RecordRuling>;
}

/** The protocols of a record, read. */
export interface RecordProtocols {
  /** The protocol in force. */
  readonly present: ReadContent;
  readonly versions: ReadonlyMap<number, ReadContent>;
  /** The policies of the protocol in force, by topic. */
  readonly topics: readonly Topic[];
}

/** A record with everything that is computed from all of its judgments once. */
export interface RecordFold extends RecordProtocols {
  readonly record: ReleaseRecord;
  readonly seed: number;
  readonly runs: readonly FoldedRun[];
  readonly states: readonly RoundState[];
  /** Runs of rounds that the protocol no longer has. */
  readonly retired: readonly RunState[];
  readonly admissions: ReadonlyMap<string, ReadonlyMap<string, Admission>>;
  readonly tasks: readonly FoldedTask[];
}

/** Reads the protocols of a record. */
export function recordProtocols(record: ReleaseRecord): RecordProtocols {
  const versions = readVersions(record);
  const present = versions.get(record.versions.at(-1)!.version)!;
  return { versions, present, topics: recordTopics(present) };
}

/** A record with its tasks folded, and of its runs only trainings and pilots. */
type BegunFold = Omit<RecordFold, 'states' | 'retired'>;

/** Folds a record: every run by itself, then every task by the judgments that count. */
export function foldRecord(record: ReleaseRecord, seed: number): RecordFold {
  return completeFold(beginFold(record, seed), null);
}

/**
 * Folds the trainings and pilots of a record, which decide who and what counts, and its tasks. No
 * truth depends on the figures of the other runs, so that these may be measured meanwhile.
 */
export function beginFold(record: ReleaseRecord, seed: number): BegunFold {
  const protocols = recordProtocols(record);
  const { versions, present, topics } = protocols;
  const byTask = groupBy(record.judgments, (one) => one.task);
  const runs = foldRuns(record, versions, (round) => round.kind !== 'full');
  const figuresOf = new Map(runs.map(({ run, figures }) => [run.id, figures]));
  const named = record.runs.map((run): NamedRun => ({
    run,
    round: roundOf(run, versions),
    figures: figuresOf.get(run.id) ?? null,
  }));
  const admissions = taskAdmissions(present.protocol, hashesOf(present), runs);
  const tasks = [...present.tasks.values()].map((task) =>
    foldTask(record, task, {
      present,
      versions,
      runs: named,
      people: peopleOf(record),
      seed,
      topics,
      admissions: admissions.get(task.task.id),
      judgments: byTask.get(task.task.id) ?? [],
    }),
  );
  return { record, seed, ...protocols, runs, admissions, tasks };
}

/** Adds the runs whose judgments are the work itself; those that are not given are folded here. */
export function completeFold(begun: BegunFold, given: readonly MeasuredRun[] | null): RecordFold {
  const { record, present, admissions } = begun;
  const { versions } = begun;
  const measured = given?.map((one) => fromMeasured(record, versions, one));
  const full = measured ?? foldRuns(record, versions, (round) => round.kind === 'full');
  const known = new Map([...begun.runs, ...full].map((one) => [one.run.id, one]));
  const runs = record.runs.map((run) => known.get(run.id)!);
  const figures = runs.map((one) => one.figures);
  const { protocol } = present;
  const now = presentState(protocol.guideline.version, hashesOf(present), admissions);
  return {
    ...begun,
    runs,
    states: roundStates(protocol, figures, now),
    retired: retiredRuns(protocol, figures, now),
  };
}

function hashesOf({ tasks }: ReadContent): (task: string) => string {
  return (task) => tasks.get(task)?.hash ?? '';
}

function readVersions({ versions }: ReleaseRecord): ReadonlyMap<number, ReadContent> {
  const former = versions.filter((one) => one.former).map((one) => one.source);
  return new Map(
    versions.map(({ version, source, guideline, files }) => [
      version,
      withFormerHashes(readContent({ source, guideline, files }, true), former),
    ]),
  );
}

/** A run with what its judgments amount to; null for the work itself, whose judgments count. */
interface NamedRun extends Pick<FoldedRun, 'run' | 'round'> {
  readonly figures: RunFigures | null;
}

interface TaskSource {
  readonly present: ReadContent;
  readonly versions: ReadonlyMap<number, ReadContent>;
  readonly runs: readonly NamedRun[];
  readonly people: ReadonlySet<string> | null;
  readonly seed: number;
  readonly topics: readonly Topic[];
  readonly admissions: ReadonlyMap<string, Admission> | undefined;
  readonly judgments: readonly RecordJudgment[];
}

function foldTask(record: ReleaseRecord, task: PreparedTask, source: TaskSource): FoldedTask {
  const { present, seed, judgments } = source;
  const { protocol } = present;
  const { id } = task.task;
  const runs = source.runs.filter((one) => one.run.task === id);
  const counted = new Map(runs.map((one) => [one.run.id, countedRun(one, source)]));
  const admitted = [...(source.admissions ?? [])].flatMap(([name, one]) =>
    isAdmitted(one) ? [name] : [],
  );
  const counting = new Counting({
    protocol,
    task: id,
    hashes: task.hashes,
    hasRounds: runs.length > 0 || protocol.rounds.some((round) => round.task === id),
    people: source.people,
    admitted: new Set(admitted),
    runs: counted,
  });
  const earlier = new Map<string, Task>();
  for (const { tasks } of source.versions.values()) {
    const before = tasks.get(id);
    for (const hash of before?.hashes ?? []) earlier.set(hash, before!.task);
  }
  const list = record.units.filter((unit) => unit.task === id);
  const units = unitTable(task, list, source.topics);
  const fold = new TaskFold(
    foldPlan({
      protocol,
      task: task.task,
      hash: task.hash,
      counting,
      seed,
      allowPartial: false,
      isTraining: false,
      uncounted: (entry) => counting.uncounted(entry),
      earlierTask: (hash) => earlier.get(hash),
    }),
    units.ids,
  );
  for (const judgment of judgments) fold.add(judgment);
  const rulings = new Map<string, RecordRuling>();
  for (const ruling of record.rulings) {
    if (ruling.task !== id) continue;
    rulings.set(ruling.unit, ruling);
    fold.rule(ruling);
  }
  demandUnits(fold, task, source, runs);
  for (const { run, round } of runs) if (round.kind !== 'training') awaitOpen(fold, run, record);
  fold.settle();
  return { task, list, units, fold, judgments, rulings };
}

/** Takes in which units the rounds of a task ask for. */
function demandUnits(
  fold: TaskFold,
  { task }: PreparedTask,
  { present }: TaskSource,
  runs: readonly NamedRun[],
): void {
  const known = present.protocol.rounds.filter((round) => round.task === task.id);
  for (const { id } of known)
    for (const unit of present.keys.get(id)?.keys() ?? [])
      if (fold.units.find(unit) >= 0) fold.demand(unit, 'training', null);
  const asked = runDemands(runs, ({ run, round }) => ({
    isTraining: round.kind === 'training',
    isOpen: run.closedAt === null,
    choice: run.unitDecision?.choice ?? null,
  }));
  for (const { run, demand } of asked)
    for (const { unit } of run.run.units)
      fold.demand(unit, demand, { run: run.run.id, round: run.run.round });
}

/** A run by the version it was opened under; only of a pilot it matters whether it has passed. */
function countedRun({ run, round, figures }: NamedRun, source: TaskSource): CountedRun {
  const opened = source.versions.get(run.version)!.protocol;
  const trained = trainingBefore(round, opened) !== undefined;
  const common = { round: run.round, kind: round.kind, trained };
  const isDecided = round.kind === 'pilot' && run.closedAt !== null;
  if (!isDecided || source.present.protocol.truth !== null) return { ...common, state: 'open' };
  return { ...common, state: hasPassed(figures!, round.kind) ? 'passed' : 'failed' };
}

function unitTable(
  { task }: PreparedTask,
  list: readonly RecordUnit[],
  topics: readonly Topic[],
): UnitTable {
  const names = subjectFields(topics.filter((topic) => topic.task.id === task.id));
  const table = new UnitTable();
  const { date } = task.unit;
  for (const { id, subject, fields } of list) {
    const own = subject ?? id;
    if (!table.hasSubject(own)) table.addSubject(own, picked(fields, names));
    table.add(own, id, date === null ? undefined : fields[date]);
  }
  return table;
}

function picked(fields: UnitFields, names: readonly string[]): UnitFields {
  return Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(fields, name) ? [[name, fields[name]]] : [])),
  );
}

/** The policies that a version of a protocol holds, by topic. */
function recordTopics({ protocol, content }: ReadContent): readonly Topic[] {
  const loaded: LoadedPolicy[] = [];
  for (const file of protocol.policies?.files ?? []) {
    const earlier = loaded.map((one) => one.policy);
    const read = readPolicy(content.files[file] ?? '', protocol.tasks, earlier, null);
    if (read.ok) loaded.push(loadedPolicy(read.value, { file }));
  }
  return topicsOf(loaded, protocol.tasks);
}
