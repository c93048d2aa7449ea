import { unitsWithTruth } from '../domain/fold/account.ts';
import { annotatorStanding } from '../domain/judging/annotator.ts';
import type { GateStatus } from '../domain/rounds/gate-status.ts';
import { storedAssistance } from '../domain/judging/assistance.ts';
import type { DrawPlan } from '../domain/rounds/round.ts';
import type { ListedChange } from '../truth/protocol/content-changes.ts';
import { protocolChanges, rulesChanged } from '../truth/protocol/protocol-changes.ts';
import type { ProtocolChanges } from '../truth/protocol/protocol-changes.ts';
import { attemptStatus, isWaived } from '../truth/rounds/admission.ts';
import type { AdmissionStatus } from '../truth/rounds/admission.ts';
import type { GateCheck } from '../truth/rounds/gate-report.ts';
import { trainingRun } from '../truth/rounds/measured-run.ts';
import type { TrainingResult } from '../truth/rounds/training-result.ts';
import type { AgreementFigures } from './agreement-figures.ts';
import type { RecordFold } from './record-fold.ts';
import type { RecordDecision, RecordModelRun, RecordWaiver, ReleaseChoice } from './record.ts';
import { roundedNumbers } from './rounded-numbers.ts';
import { peopleOf } from './run-fold.ts';
import type { FoldedRun } from './run-fold.ts';
import { taskFigures } from './task-figures.ts';
import type { TaskFigures } from './task-figures.ts';
import { verdictFigures } from './verdict-tables.ts';
import type { VerdictFigures } from './verdict-tables.ts';

/**
 * Every number that a release publishes. The report, the dataset card, the datasheet and
 * `figures.json` say what is here and nothing else; `verify` computes it again.
 */
export interface Figures {
  readonly project: string;
  readonly title: string;
  readonly version: string;
  /** The judgments were simulated; said wherever they are shown. */
  readonly simulated: boolean;
  /** The time of the latest event in the record. */
  readonly asOf: string;
  readonly protocolVersion: number;
  readonly guideline: string;
  readonly counts: {
    readonly units: number;
    readonly released: number;
    readonly judgments: number;
    /** Judgments that were given while a suggestion was shown, and whose suggestions these were. */
    readonly assisted: number;
    readonly assistedBy: readonly string[];
    readonly rulings: number;
    readonly annotators: number;
    readonly waivers: number;
  };
  /** Everybody who judged, by name: what they are and how much their judgments weigh. */
  readonly annotators: readonly AnnotatorFigure[];
  readonly rounds: readonly RunFigure[];
  readonly tasks: readonly TaskFigures[];
  readonly verdicts: readonly VerdictFigures[];
  readonly models: readonly RecordModelRun[];
  readonly waivers: readonly (RecordWaiver & { readonly round: string })[];
  readonly ruleChanges: readonly RuleChange[];
  readonly guidelines: readonly GuidelineVersion[];
  /** What meetings decided, but for what a later decision took the place of. */
  readonly decisions: readonly RecordDecision[];
  /** Why units without a truth were left out; null when none was. */
  readonly allowOpen: string | null;
}

/** Somebody who judged. */
interface AnnotatorFigure {
  readonly annotator: string;
  /** Null for somebody who is not on the panel. */
  readonly kind: ReturnType<typeof annotatorStanding>['kind'];
  readonly weight: number;
  readonly judgments: number;
}

/** An opened round: how much was judged, its gates and the agreement in it. */
export interface RunFigure {
  readonly run: string;
  readonly round: string;
  readonly attempt: number;
  readonly kind: 'training' | 'pilot' | 'full';
  readonly task: string;
  readonly protocolVersion: number;
  readonly guideline: string;
  readonly openedAt: string;
  readonly closedAt: string | null;
  readonly seed: number | null;
  /** How its units were drawn; null where they were not. */
  readonly draw: RunDraw | null;
  readonly units: number;
  readonly wanted: number;
  readonly judged: number;
  /** Judgments left out because they were given under other versions. */
  readonly leftOut: number;
  readonly annotators: readonly { readonly annotator: string; readonly judged: number }[];
  readonly status: GateStatus;
  /** Whether every check passed or was waived. */
  readonly passed: boolean;
  readonly checks: readonly (GateCheck & { readonly waived: boolean })[];
  readonly agreement: AgreementFigures | null;
  /** Everybody's result, in training. */
  readonly training: readonly (Omit<TrainingResult, 'checks'> & {
    /** What this run said of them; another one may have said otherwise since. */
    readonly admission: AdmissionStatus;
  })[];
}

/** How the units of a run were drawn. */
interface RunDraw extends DrawPlan {
  /** How many units were left to draw from: those of no earlier run. */
  readonly left: number;
}

/** A version that changed the rules after the first judgment: who, when and why. */
interface RuleChange {
  readonly version: number;
  readonly at: string;
  readonly by: string;
  readonly reason: string | null;
  readonly changes: readonly ListedChange[];
}

/** A version of the guideline: since when it was in force, what changed in it, and why. */
export interface GuidelineVersion {
  readonly guideline: string;
  readonly since: string;
  readonly by: string;
  readonly protocolVersion: number;
  /** Null where nobody gave one, as for the first. */
  readonly reason: string | null;
  readonly changes: Pick<ProtocolChanges, 'cards' | 'chapters'>;
}

/** Computes every number that a release publishes, each to twelve significant digits. */
export function figures(fold: RecordFold, choice: ReleaseChoice): Figures {
  const { record, present } = fold;
  const { protocol } = present;
  const tasks = fold.tasks.map((task) => taskFigures(fold, task, choice.version));
  const annotators = annotatorFigures(fold);
  const shown = record.judgments.flatMap((judgment) => {
    const assistance = storedAssistance(judgment.asides, judgment);
    return assistance?.shown === true ? [assistance.by] : [];
  });
  return roundedNumbers({
    project: record.project,
    title: protocol.title,
    version: choice.version,
    simulated: protocol.simulated,
    asOf: asOf(fold),
    protocolVersion: record.versions.at(-1)!.version,
    guideline: protocol.guideline.version,
    counts: {
      units: record.units.length,
      released: tasks.reduce((sum, task) => sum + unitsWithTruth(task.account), 0),
      judgments: record.judgments.length,
      assisted: shown.length,
      assistedBy: [...new Set(shown)].toSorted(),
      rulings: record.rulings.length,
      annotators: annotators.length,
      waivers: record.waivers.length,
    },
    annotators,
    rounds: fold.runs.map((run) => runFigure(fold, run)),
    tasks,
    verdicts: verdictFigures(fold),
    models: record.models,
    waivers: record.waivers.map((waiver) => ({
      ...waiver,
      round: record.runs.find((run) => run.id === waiver.run)?.round ?? '',
    })),
    ruleChanges: ruleChanges(fold),
    guidelines: guidelineVersions(fold),
    decisions: record.decisions.filter(({ replaced }) => !replaced),
    allowOpen: choice.allowOpen,
  });
}

function annotatorFigures({ record, present }: RecordFold): readonly AnnotatorFigure[] {
  const { panel } = present.protocol;
  const counts = new Map<string, number>();
  for (const { annotator } of record.judgments)
    counts.set(annotator, (counts.get(annotator) ?? 0) + 1);
  return [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([annotator, judgments]) => {
      const { kind, weight } = annotatorStanding(panel, annotator, peopleOf(record));
      return { annotator, kind, weight, judgments };
    });
}

/** The time of the latest event in a record: a release carries no clock of its own. */
function asOf({ record }: Pick<RecordFold, 'record'>): string {
  let latest = '';
  const take = (at: string | null): void => {
    if (at !== null && at > latest) latest = at;
  };
  for (const { at } of record.versions) take(at);
  for (const { at } of record.judgments) take(at);
  for (const { at } of record.rulings) take(at);
  for (const { at } of record.decisions) take(at);
  for (const { at, withdrawn } of record.waivers) {
    take(at);
    take(withdrawn?.at ?? null);
  }
  for (const { openedAt, closedAt } of record.runs) {
    take(openedAt);
    take(closedAt);
  }
  return latest;
}

function runFigure(fold: RecordFold, folded: FoldedRun): RunFigure {
  const { run, round, results } = folded;
  const state = [...fold.states.flatMap((one) => one.runs), ...fold.retired].find(
    (one) => one.run === run.id,
  )!;
  return {
    run: run.id,
    round: run.round,
    attempt: run.attempt,
    kind: round.kind,
    task: run.task,
    protocolVersion: run.version,
    guideline: run.guideline,
    openedAt: run.openedAt,
    closedAt: run.closedAt,
    seed: run.seed,
    draw: runDraw(fold, folded),
    units: run.units.length,
    wanted: run.wanted,
    judged: folded.figures.judged,
    leftOut: folded.leftOut,
    annotators: folded.annotators.map((annotator) => ({
      annotator,
      judged: folded.judgedBy.get(annotator) ?? 0,
    })),
    status: state.status,
    passed: state.passed,
    checks: state.checks.map((check) => ({ ...check, waived: isWaived(check, state.waivers) })),
    agreement: folded.agreement(),
    training: results.map((result) => {
      const { checks: _, ...shown } = result;
      return { ...shown, admission: attemptStatus(result, trainingRun(folded)) };
    }),
  };
}

function runDraw({ record }: RecordFold, { run, round }: FoldedRun): RunDraw | null {
  if (run.seed === null || round.kind === 'training') return null;
  const earlier = record.runs.slice(0, record.runs.indexOf(run));
  const used = new Set(
    earlier.flatMap((one) => (one.task === run.task ? one.units.map(({ unit }) => unit) : [])),
  );
  const all = record.units.filter((unit) => unit.task === run.task).length;
  return { ...round.draw, left: all - used.size };
}

function ruleChanges({ record, versions }: RecordFold): readonly RuleChange[] {
  return record.versions.flatMap(({ version, at, by, reason }, place) => {
    const earlier = record.versions[place - 1];
    if (earlier === undefined) return [];
    const before = versions.get(earlier.version)!;
    const changes = rulesChanged(protocolChanges(before, versions.get(version)!));
    return changes.length === 0 ? [] : [{ version, at, by, reason, changes }];
  });
}

function guidelineVersions({ record, versions }: RecordFold): readonly GuidelineVersion[] {
  return record.versions.flatMap(
    ({ version, guidelineVersion: guideline, at, by, reason }, place) => {
      const earlier = record.versions[place - 1];
      if (earlier?.guidelineVersion === guideline) return [];
      const common = { guideline, since: at, by, protocolVersion: version, reason };
      if (earlier === undefined) return [{ ...common, changes: { cards: [], chapters: [] } }];
      const before = versions.get(earlier.version)!;
      const { cards, chapters } = protocolChanges(before, versions.get(version)!);
      return [{ ...common, changes: { cards, chapters } }];
    },
  );
}
