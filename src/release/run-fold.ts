import { groupBy } from '../domain/group-by.ts';
import type { Round } from '../domain/rounds/round.ts';
import type { ReadContent } from '../formats/protocol/protocol-content.ts';
import { TextIndex } from '../formats/text-index.ts';
import { Counting } from '../truth/fold/counting.ts';
import { foldPlan } from '../truth/fold/fold-plan.ts';
import { TaskFold } from '../truth/fold/task-fold.ts';
import { runMeasures } from '../truth/rounds/measured-run.ts';
import { goesOnIncomplete } from '../truth/rounds/round-state.ts';
import type { RunMeasures } from '../truth/rounds/measured-run.ts';
import { agreementFigures } from './agreement-figures.ts';
import type { AgreementFigures } from './agreement-figures.ts';
import type { RecordJudgment, RecordRun, ReleaseRecord } from './record.ts';

/** The versions of a protocol, read, by number. */
type Versions = ReadonlyMap<number, ReadContent>;

/** A run with its judgments folded, under the version it was opened with. */
export interface FoldedRun extends RunMeasures {
  readonly run: RecordRun;
  readonly round: Round;
  /** The agreement in it; null in training. Computed when it is asked for. */
  readonly agreement: () => AgreementFigures | null;
}

/** What is computed of a run whose judgments are the work itself, for another thread. */
export interface MeasuredRun extends RunMeasures {
  readonly agreement: AgreementFigures | null;
}

/** The round of the protocol that a run was opened for, in the version of that time. */
export function roundOf(run: RecordRun, versions: Versions): Round {
  return versions.get(run.version)!.protocol.rounds.find((one) => one.id === run.round)!;
}

/** Folds the runs of some rounds. */
export function foldRuns(
  record: ReleaseRecord,
  versions: Versions,
  isWanted: (round: Round) => boolean,
): readonly FoldedRun[] {
  const byRun = groupBy(record.judgments, (one) => one.run ?? '');
  const people = peopleOf(record);
  const folded: FoldedRun[] = [];
  for (const run of record.runs)
    if (isWanted(roundOf(run, versions)))
      folded.push(
        foldRun(record, run, versions.get(run.version)!, {
          judgments: byRun.get(run.id) ?? [],
          people,
          before: folded,
        }),
      );
  return folded;
}

/** What is computed of runs, without the judgments that it is computed from. */
export function measuredRuns(runs: readonly FoldedRun[]): readonly MeasuredRun[] {
  return runs.map(({ run: _, round: __, ...one }) => ({ ...one, agreement: one.agreement() }));
}

/** A run that was measured elsewhere. */
export function fromMeasured(
  { runs }: ReleaseRecord,
  versions: Versions,
  { agreement, ...measures }: MeasuredRun,
): FoldedRun {
  const run = runs.find((one) => one.id === measures.figures.run)!;
  return { run, round: roundOf(run, versions), ...measures, agreement: () => agreement };
}

/** Who holds the role of an annotator; null where nobody has roles. */
export function peopleOf({ people }: ReleaseRecord): ReadonlySet<string> | null {
  return people === null ? null : new Set(people);
}

function foldRun(
  record: ReleaseRecord,
  run: RecordRun,
  version: ReadContent,
  given: {
    readonly judgments: readonly RecordJudgment[];
    readonly people: ReadonlySet<string> | null;
    readonly before: readonly FoldedRun[];
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
    hasRounds: false,
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
  awaitOpen(fold, run, record);
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
    before: given.before,
  });
  const agreement = (): AgreementFigures | null =>
    round.kind === 'training' ? null : agreementFigures(fold, protocol);
  return { run, round, ...measures, agreement };
}

/**
 * Says who is still to judge the units of a run, of those that somebody has judged. Of a closed run
 * that is nobody once somebody goes on without what it lacks.
 */
export function awaitOpen(
  fold: TaskFold,
  run: RecordRun,
  { waivers }: Pick<ReleaseRecord, 'waivers'>,
): void {
  const own = waivers.filter((waiver) => waiver.run === run.id);
  if (run.closedAt !== null && goesOnIncomplete(own)) return;
  for (const [unit, waiting] of groupBy(run.awaited, (one) => one.unit)) {
    const number = fold.units.find(unit);
    if (number < 0 || fold.table.count(number) === 0) continue;
    fold.await(
      number,
      waiting.map((one) => one.annotator),
    );
  }
}
