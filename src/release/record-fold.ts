import { TextIndex } from '../formats/text-index.ts';
import { readContent, withFormerHashes } from '../formats/protocol/protocol-content.ts';
import type { PreparedTask, ReadContent } from '../formats/protocol/protocol-content.ts';
import { UnitTable } from '../formats/units/unit-table.ts';
import { groupBy } from '../domain/group-by.ts';
import type { Round } from '../domain/rounds/round.ts';
import { Counting } from '../truth/fold/counting.ts';
import type { CountedRun } from '../truth/fold/counting.ts';
import { foldPlan } from '../truth/fold/fold-plan.ts';
import { TaskFold } from '../truth/fold/task-fold.ts';
import { isAdmitted } from '../truth/rounds/admission.ts';
import type { Admission } from '../truth/rounds/admission.ts';
import { presentState, runMeasures, taskAdmissions } from '../truth/rounds/measured-run.ts';
import type { RunMeasures } from '../truth/rounds/measured-run.ts';
import {
  hasPassed,
  retiredRuns,
  roundStates,
  trainingBefore,
} from '../truth/rounds/round-state.ts';
import type { RoundState, RunState } from '../truth/rounds/round-state.ts';
import { readPolicy } from '../formats/verdicts/policy-yaml.ts';
import { loadedPolicy, topicsOf } from '../formats/verdicts/policy-topics.ts';
import type { LoadedPolicy, Topic } from '../truth/verdicts/topic.ts';
import { subjectFields } from '../truth/verdicts/topic.ts';
import type { UnitFields } from '../domain/units/unit.ts';
import type {
  RecordJudgment,
  RecordRuling,
  RecordRun,
  RecordUnit,
  ReleaseRecord,
} from './record.ts';

/** A run with its judgments folded, under the version it was opened with. */
export interface FoldedRun extends RunMeasures {
  readonly run: RecordRun;
  readonly round: Round;
  readonly fold: TaskFold;
}

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

/** Folds a record: every run by itself, then every task by the judgments that count. */
export function foldRecord(record: ReleaseRecord, seed: number): RecordFold {
  const { versions, present, topics } = recordProtocols(record);
  const { protocol } = present;
  const byTask = groupBy(record.judgments, (one) => one.task);
  const byRun = groupBy(record.judgments, (one) => one.run ?? '');
  const people = record.people === null ? null : new Set(record.people);
  const runs = record.runs.map((run) =>
    foldRun(record, run, versions.get(run.version)!, {
      judgments: byRun.get(run.id) ?? [],
      people,
    }),
  );
  const hashOf = (task: string): string => present.tasks.get(task)?.hash ?? '';
  const admissions = taskAdmissions(protocol, hashOf, runs);
  const figures = runs.map((one) => one.figures);
  const now = presentState(protocol.guideline.version, hashOf, admissions);
  const tasks = [...present.tasks.values()].map((task) =>
    foldTask(record, task, {
      present,
      versions,
      runs,
      people,
      seed,
      topics,
      admissions: admissions.get(task.task.id),
      judgments: byTask.get(task.task.id) ?? [],
    }),
  );
  return {
    record,
    seed,
    present,
    versions,
    runs,
    states: roundStates(protocol, figures, now),
    retired: retiredRuns(protocol, figures, now),
    admissions,
    tasks,
    topics,
  };
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

function foldRun(
  record: ReleaseRecord,
  run: RecordRun,
  version: ReadContent,
  given: {
    readonly judgments: readonly RecordJudgment[];
    readonly people: ReadonlySet<string> | null;
  },
): FoldedRun {
  const { protocol, tasks, keys } = version;
  const round = protocol.rounds.find((one) => one.id === run.round)!;
  const task = tasks.get(run.task)!;
  const nobody: ReadonlySet<string> = new Set();
  const counting = new Counting({
    protocol,
    task: run.task,
    hashes: task.hashes,
    hasRounds: true,
    people: given.people,
    admitted: nobody,
    runs: new Map(),
  });
  const fold = new TaskFold(
    foldPlan({
      protocol,
      task: task.task,
      hash: task.hash,
      counting,
      seed: 1,
      allowPartial: false,
      isTraining: round.kind === 'training',
      uncounted: (entry) =>
        task.hashes.has(entry.taskHash) && entry.guideline === run.guideline
          ? null
          : { why: 'stale', round: null },
    }),
    new TextIndex(),
  );
  for (const judgment of given.judgments) fold.add(judgment);
  for (const ruling of record.rulings)
    if (ruling.task === run.task && fold.units.find(ruling.unit) >= 0) fold.rule(ruling);
  awaitOpen(fold, run);
  fold.settle();
  const measures = runMeasures(fold, {
    run,
    round,
    rounds: protocol.rounds,
    taskHash: task.hash,
    key: keys.get(round.id) ?? new Map(),
    units: run.units.length,
    wanted: run.wanted,
    invited: run.annotators,
    waivers: record.waivers.filter((waiver) => waiver.run === run.id),
  });
  return { run, round, fold, ...measures };
}

interface TaskSource {
  readonly present: ReadContent;
  readonly versions: ReadonlyMap<number, ReadContent>;
  readonly runs: readonly FoldedRun[];
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
  for (const { run, round } of runs) if (round.kind !== 'training') awaitOpen(fold, run);
  fold.settle();
  return { task, list, units, fold, judgments, rulings };
}

/** A run by the version it was opened under; only of a pilot it matters whether it has passed. */
function countedRun({ run, round, figures }: FoldedRun, source: TaskSource): CountedRun {
  const opened = source.versions.get(run.version)!.protocol;
  const trained = trainingBefore(round, opened) !== undefined;
  const common = { round: run.round, kind: round.kind, trained };
  const isDecided = round.kind === 'pilot' && run.closedAt !== null;
  if (!isDecided || source.present.protocol.truth !== null) return { ...common, state: 'open' };
  return { ...common, state: hasPassed(figures, round.kind) ? 'passed' : 'failed' };
}

/** Says who is still to judge the units of an open run, of those that somebody has judged. */
function awaitOpen(fold: TaskFold, run: RecordRun): void {
  if (run.closedAt !== null) return;
  for (const [unit, waiting] of groupBy(run.awaited, (one) => one.unit)) {
    const number = fold.units.find(unit);
    if (number < 0 || fold.table.count(number) === 0) continue;
    fold.await(
      number,
      waiting.map((one) => one.annotator),
    );
  }
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
