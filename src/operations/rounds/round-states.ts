import type { CodedText } from '../../domain/coded-text.ts';
import { inEnglish } from '../../domain/english.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { countOwn } from '../../store/judging/progress.ts';
import { isAdmitted } from '../../truth/rounds/admission.ts';
import type { Admission } from '../../truth/rounds/admission.ts';
import type { GateCheck } from '../../truth/rounds/gate-report.ts';
import { blockText } from '../../truth/rounds/round-state.ts';
import type { Block, RoundState, RunState } from '../../truth/rounds/round-state.ts';
import { authorise, everyRole, overseeingRoles } from '../authorise.ts';
import { openWork } from '../judging/blindness.ts';
import { drawnSeed } from './drawn-seed.ts';
import { heldCounts } from '../judging/own-progress.ts';
import { staleCounts } from './stale-counts.ts';
import type { StaleCount } from './stale-counts.ts';
import { projectRounds } from './project-rounds.ts';
import type { MeasuredRun, ProjectRounds } from './project-rounds.ts';
import type { WorkContext } from '../work-context.ts';

/** How far somebody is in a run. In an open run, `held` counts what they have claimed so far. */
interface AnnotatorProgress {
  readonly annotator: string;
  readonly held: number;
  readonly judged: number;
}

/** A run as it is shown; what comes from everybody's answers is null for annotators. @internal */
export interface RunView {
  readonly run: string;
  readonly attempt: number;
  readonly protocolVersion: number;
  readonly guideline: string;
  /** What the units were drawn with; null when they were taken over and nothing was drawn. */
  readonly seed: number | null;
  readonly perUnit: number;
  readonly handOut: 'balanced' | 'open';
  readonly openedAt: string;
  readonly openedBy: string;
  readonly closedAt: string | null;
  readonly stale: RunState['stale'];
  /** Everybody's progress; for annotators their own, and none where they take no part. */
  readonly annotators: readonly AnnotatorProgress[];
  readonly figures: RunFigures | null;
}

/** What the judgments of a run come to. */
interface RunFigures extends Pick<
  RunState,
  'wanted' | 'judged' | 'status' | 'passed' | 'checks' | 'unmet' | 'waivers'
> {
  /** Slots that nobody has claimed. */
  readonly free: number;
  /** Judgments left out since they were given under other versions than the run's. */
  readonly leftOut: number;
}

/** A round as it is shown. @internal */
export interface RoundView extends Pick<
  RoundState,
  'round' | 'kind' | 'task' | 'state' | 'needed' | 'mayOpen'
> {
  /** What stands in the way of opening it, with a sentence for each; empty for annotators. */
  readonly blocks: readonly (Block & { readonly sentence: string; readonly text: CodedText })[];
  readonly runs: readonly RunView[];
  /** Who is admitted, if a training comes before it; for annotators, only their own. */
  readonly admissions: readonly (Admission & { readonly admitted: boolean })[];
}

/** All rounds of a project. */
export interface RoundsView {
  readonly project: string;
  readonly version: number;
  readonly guideline: string;
  readonly rounds: readonly RoundView[];
  /** Runs of rounds that the protocol does not have any more; empty for annotators. */
  readonly retired: readonly Pick<
    RoundRun,
    'id' | 'round' | 'attempt' | 'task' | 'openedAt' | 'closedAt'
  >[];
  /** Judgments under older versions; empty for annotators. */
  readonly stale: readonly StaleCount[];
}

/**
 * The rounds of a project, with the gates computed from the judgments. Annotators see only states
 * and their own progress. Nobody sees the gates of an open run in which they take part: agreement
 * reveals what others answered. Members.
 */
export async function showRounds(
  context: WorkContext,
  input: { readonly project: string },
): Promise<RoundsView> {
  const role = authorise(context.actor, input.project, ...everyRole);
  const rounds = await projectRounds(context.store, input.project);
  const isOverseen = overseeingRoles.includes(role);
  const reader: Reader = {
    login: context.actor.login,
    isOverseer: isOverseen,
    blindIn: new Set((await openWork(context, input)).map((run) => run.id)),
  };
  const views: RoundView[] = [];
  for (const state of rounds.states) views.push(await roundView(context, state, rounds, reader));
  const { project } = rounds;
  const gone = rounds.runs
    .filter(({ run }) => !rounds.states.some((state) => state.round === run.round))
    .map(({ run: { id, round, attempt, task, openedAt, closedAt } }) => ({
      id,
      round,
      attempt,
      task,
      openedAt,
      closedAt,
    }));
  return {
    project: input.project,
    version: project.version,
    guideline: project.protocol.guideline.version,
    rounds: views,
    retired: isOverseen ? gone : [],
    stale: isOverseen ? staleCounts(rounds) : [],
  };
}

/** Who looks at the rounds. */
interface Reader {
  readonly login: string;
  readonly isOverseer: boolean;
  /** The open runs in which they judge themselves. */
  readonly blindIn: ReadonlySet<string>;
}

async function roundView(
  context: WorkContext,
  state: RoundState,
  rounds: ProjectRounds,
  reader: Reader,
): Promise<RoundView> {
  const { round, kind, task, needed, mayOpen } = state;
  const admitted =
    kind === 'training'
      ? []
      : [...(rounds.admissions.get(task)?.values() ?? [])].filter(
          (one) =>
            one.annotator === reader.login || (reader.isOverseer && !reader.blindIn.has(one.run)),
        );
  const runs: RunView[] = [];
  for (const run of state.runs)
    runs.push(
      await runView(
        context,
        run,
        rounds.runs.find((one) => one.run.id === run.run)!,
        reader,
      ),
    );
  return {
    round,
    kind,
    task,
    state: state.state,
    needed,
    mayOpen: reader.isOverseer && mayOpen,
    blocks: reader.isOverseer
      ? state.blocks.map((block) => ({
          ...block,
          sentence: `${inEnglish(blockText(block))}.`,
          text: blockText(block),
        }))
      : [],
    runs,
    admissions: admitted.map((one) => ({ ...one, admitted: isAdmitted(one) })),
  };
}

async function runView(
  context: WorkContext,
  state: RunState,
  measured: MeasuredRun,
  reader: Reader,
): Promise<RunView> {
  const { run } = measured;
  const {
    id,
    attempt,
    protocolVersion,
    guideline,
    perUnit,
    handOut,
    openedAt,
    openedBy,
    closedAt,
  } = run;
  const { wanted, judged, status, passed, checks, unmet, waivers, stale } = reader.blindIn.has(id)
    ? veiled(state)
    : state;
  const held = reader.isOverseer
    ? await heldCounts(context.store, run, context.clock().getTime())
    : null;
  return {
    run: id,
    attempt,
    protocolVersion,
    guideline,
    seed: await drawnSeed(context.store, run),
    perUnit,
    handOut,
    openedAt,
    openedBy,
    closedAt,
    stale,
    annotators:
      held === null
        ? await ownProgress(context, measured, reader.login)
        : everybodysProgress(measured, held),
    figures:
      held === null
        ? null
        : {
            wanted,
            judged,
            status,
            passed,
            checks,
            unmet,
            waivers,
            free: held.get(null) ?? 0,
            leftOut: measured.leftOut,
          },
  };
}

/** A run without what its answers come to. */
function veiled(state: RunState): RunState {
  const veil = (check: GateCheck): GateCheck =>
    countedMeasures.includes(check.measure)
      ? check
      : {
          ...check,
          actual: null,
          n: 0,
          status: 'UNDEFINED',
          why: 'You take part in this round; its figures are shown once it is closed.',
        };
  return {
    ...state,
    status: 'UNDEFINED',
    passed: false,
    checks: state.checks.map(veil),
    unmet: state.checks.map(veil),
  };
}

/** What is counted, and says nothing about answers. */
const countedMeasures: readonly string[] = ['quotas', 'version'];

function everybodysProgress(
  { annotators, judgedBy }: MeasuredRun,
  held: ReadonlyMap<string | null, number>,
): readonly AnnotatorProgress[] {
  return annotators.map((annotator) => ({
    annotator,
    judged: judgedBy.get(annotator) ?? 0,
    held: held.get(annotator) ?? 0,
  }));
}

async function ownProgress(
  context: WorkContext,
  { run, annotators }: MeasuredRun,
  annotator: string,
): Promise<readonly AnnotatorProgress[]> {
  if (!annotators.includes(annotator)) return [];
  const count = await context.store.read((db) => countOwn(db, { run: run.id, annotator }));
  return [{ annotator, ...count }];
}
