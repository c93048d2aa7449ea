import { storedAssistance } from '../domain/judging/assistance.ts';
import { measureNames } from '../domain/agreement/measure.ts';
import type { MeasureName } from '../domain/agreement/measure.ts';
import { overallKinds } from '../domain/rounds/gate.ts';
import type { OverallKind } from '../domain/rounds/gate.ts';
import type { Estimate } from '../statistics/estimate.ts';
import { measuredQuestions } from '../truth/fold/fold-ratings.ts';
import type { ListedChange } from '../truth/protocol/content-changes.ts';
import { protocolChanges, rulesChanged } from '../truth/protocol/protocol-changes.ts';
import { isWaived } from '../truth/rounds/admission.ts';
import type { AdmissionStatus } from '../truth/rounds/admission.ts';
import type { GateCheck, GateStatus } from '../truth/rounds/gate-report.ts';
import { gateColumns, runGateFigures } from '../truth/rounds/measured-run.ts';
import type { TrainingResult } from '../truth/rounds/training-result.ts';
import type { FoldedRun, RecordFold } from './record-fold.ts';
import type { RecordModelRun, RecordWaiver, ReleaseChoice } from './record.ts';
import { roundedNumbers } from './rounded-numbers.ts';
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
    /** Judgments that were given with a suggestion in sight, and whose suggestions these were. */
    readonly assisted: number;
    readonly assistedBy: readonly string[];
    readonly rulings: number;
    readonly annotators: number;
    readonly waivers: number;
  };
  readonly rounds: readonly RunFigure[];
  readonly tasks: readonly TaskFigures[];
  readonly verdicts: readonly VerdictFigures[];
  readonly models: readonly RecordModelRun[];
  readonly waivers: readonly (RecordWaiver & { readonly round: string })[];
  readonly ruleChanges: readonly RuleChange[];
  readonly guidelines: readonly GuidelineVersion[];
  /** Why units without a truth were left out; null when none was. */
  readonly allowOpen: string | null;
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
  readonly agreement: AgreementFigure | null;
  /** Everybody's result against the key, in training. */
  readonly training: readonly (Omit<TrainingResult, 'checks'> & {
    readonly admission: AdmissionStatus | null;
  })[];
}

/** The agreement on the questions of a run, one by one and together. */
interface AgreementFigure {
  readonly questions: readonly {
    readonly question: string;
    readonly measures: Readonly<Partial<Record<MeasureName, Estimate>>>;
  }[];
  readonly overall: readonly {
    readonly measure: MeasureName;
    readonly how: OverallKind;
    readonly estimate: Estimate;
  }[];
}

/** A version that changed the rules after the first judgment: who, when and why. */
interface RuleChange {
  readonly version: number;
  readonly at: string;
  readonly by: string;
  readonly reason: string | null;
  readonly changes: readonly ListedChange[];
}

/** A version of the guideline and since when it was in force. */
interface GuidelineVersion {
  readonly guideline: string;
  readonly since: string;
  readonly protocolVersion: number;
}

/** Computes every number that a release publishes, each to twelve significant digits. */
export function figures(fold: RecordFold, choice: ReleaseChoice): Figures {
  const { record, present } = fold;
  const { protocol } = present;
  const tasks = fold.tasks.map((task) => taskFigures(fold, task, choice.version));
  const annotators = new Set(record.judgments.map((judgment) => judgment.annotator));
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
      released: tasks.reduce((sum, task) => sum + task.units.settled + task.units.ruled, 0),
      judgments: record.judgments.length,
      assisted: shown.length,
      assistedBy: [...new Set(shown)].toSorted(),
      rulings: record.rulings.length,
      annotators: annotators.size,
      waivers: record.waivers.length,
    },
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
    allowOpen: choice.allowOpen,
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
  const admissions = fold.admissions.get(run.task);
  const isTraining = round.kind === 'training';
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
    agreement: isTraining ? null : agreementFigure(folded),
    training: results.map(({ checks: _checks, ...result }) => ({
      ...result,
      admission: admissions?.get(result.annotator)?.status ?? null,
    })),
  };
}

function agreementFigure({ fold, run }: FoldedRun): AgreementFigure {
  const gate = runGateFigures(fold, run.wanted);
  const isTwo = gateColumns(fold).names.length === 2;
  const names = measureNames.filter((name) => isTwo || !name.startsWith('cohen_'));
  return {
    questions: measuredQuestions(fold).map(({ question }) => ({
      question: question.id,
      measures: Object.fromEntries(names.map((name) => [name, gate.question(name, question.id)])),
    })),
    overall: names.flatMap((measure) =>
      overallKinds
        .filter((how) => how !== 'sets' || setMeasures.includes(measure))
        .map((how) => ({ measure, how, estimate: gate.overall(measure, how) })),
    ),
  };
}

/** The measures that compare whole sets of labels. */
const setMeasures: readonly MeasureName[] = ['percent_agreement', 'krippendorff_alpha'];

function ruleChanges({ record, versions }: RecordFold): readonly RuleChange[] {
  return record.versions.flatMap(({ version, at, by, reason }, place) => {
    const earlier = record.versions[place - 1];
    if (earlier === undefined) return [];
    const before = versions.get(earlier.version)!;
    const changes = rulesChanged(protocolChanges(before, versions.get(version)!));
    return changes.length === 0 ? [] : [{ version, at, by, reason, changes }];
  });
}

function guidelineVersions({ record }: RecordFold): readonly GuidelineVersion[] {
  const seen = new Set<string>();
  return record.versions.flatMap(({ version, guidelineVersion, at }) => {
    if (seen.has(guidelineVersion)) return [];
    seen.add(guidelineVersion);
    return [{ guideline: guidelineVersion, since: at, protocolVersion: version }];
  });
}
