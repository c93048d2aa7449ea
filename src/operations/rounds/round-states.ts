import { codedText } from '../../domain/text-values.ts';
import type { AssistancePlan } from '../../domain/rounds/round.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { listRunAccess } from '../../store/rounds/run-access.ts';
import type { RunAccess } from '../../store/rounds/run-access.ts';
import { countOwn } from '../../store/judging/progress.ts';
import { isAdmitted } from '../../truth/rounds/admission.ts';
import type { Admission } from '../../truth/rounds/admission.ts';
import type { GateCheck } from '../../truth/rounds/gate-report.ts';
import { blockText } from '../../truth/rounds/round-state.ts';
import type { Block, RoundState, RunState } from '../../truth/rounds/round-state.ts';
import { isForEverybody } from '../../truth/rounds/run-demand.ts';
import { unitDecisions } from '../../store/rounds/unit-decisions.ts';
import type { UnitDecision } from '../../domain/rounds/unit-choice.ts';
import { authorise, everyRole, overseeingRoles } from '../authorise.ts';
import { openWork } from '../judging/blindness.ts';
import { ruleChanges } from '../protocol/rule-changes.ts';
import type { RuleChange } from '../protocol/rule-changes.ts';
import { drawnSeed } from './drawn-seed.ts';
import { heldCounts } from '../judging/own-progress.ts';
import { askedPlaces, askedSums, askingWork, withoutAsked } from './asked-places.ts';
import type { AskedPlaces } from './asked-places.ts';
import { staleCounts } from './stale-counts.ts';
import type { StaleCount } from './stale-counts.ts';
import { unitsWithoutResult } from './units-without-result.ts';
import type { LeftUnits } from './units-without-result.ts';
import { projectRounds } from './project-rounds.ts';
import type { MeasuredRun, ProjectRounds } from './project-rounds.ts';
import type { WorkContext } from '../work-context.ts';

/** How far somebody is in a run. In an open run, `held` counts what they have claimed so far. */
interface AnnotatorProgress {
  readonly annotator: string;
  readonly held: number;
  readonly judged: number;
}

/** A run as it is shown; what comes from everybody's answers is null for annotators. */
export interface RunView extends Omit<RoundRun, 'seed'> {
  readonly run: string;
  /** Null if the run was imported. */
  readonly seed: number | null;
  readonly stale: RunState['stale'];
  /** Everybody's progress; for annotators their own, and none where they take no part. */
  readonly annotators: readonly AnnotatorProgress[];
  readonly figures: RunFigures | null;
  /** Who was given a role that sees the answers while it was open; empty for annotators. */
  readonly access: readonly AccessView[];
  /** On how many of its units nothing counts, once it is closed; 0 for annotators. */
  readonly left: number;
  /** What was decided about such units; null for annotators too. */
  readonly unitDecision: UnitDecision | null;
}

/** Somebody who was given a role that sees the answers, or a link to one. */
interface AccessView extends Omit<RunAccess, 'run' | 'takesPart'> {
  /** Whether the person who gave it takes part in the run. */
  readonly takesPart: boolean;
}

/** What the judgments of a run amount to. */
interface RunFigures extends RunState {
  /** Slots that nobody has claimed. */
  readonly free: number;
  /** Judgments left out because they were given under other versions than the run's. */
  readonly leftOut: number;
}

/** A round as it is shown. @internal */
export interface RoundView extends Omit<RoundState, 'blocks' | 'runs'> {
  /** Why it may not open, with a sentence for each reason; empty for annotators. */
  readonly blocks: readonly (Block & { readonly text: CodedText })[];
  readonly runs: readonly RunView[];
  /** How many people judge each unit; null for all who take part. */
  readonly perUnit: number | null;
  /** Whose suggestions are shown, and the control share; null in a round without. */
  readonly assisted: AssistancePlan | null;
  /** How many units would be judged again if it were opened; 0 for annotators. */
  readonly again: number;
  /** Who is admitted, if a training comes before it; for annotators, only their own. */
  readonly admissions: readonly (Admission & { readonly admitted: boolean })[];
}

/** All rounds of a project. */
export interface RoundsView {
  readonly project: string;
  readonly version: number;
  readonly guideline: string;
  readonly rounds: readonly RoundView[];
  /** Runs of rounds that the protocol no longer has; empty for annotators. */
  readonly retired: readonly (RunView & Pick<RunState, 'kind'>)[];
  /** Changes to the rules since the first version, with who, when and why. */
  readonly ruleChanges: readonly RuleChange[];
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
  const asking = await askingWork(context, input);
  const reader: Reader = {
    login: context.actor.login,
    isOverseer: isOverseen,
    blindIn: new Set((await openWork(context, input)).map((run) => run.id)),
    asking: new Set(asking),
    asked: await askedPlaces(context.store, asking),
    ...(await leftOf(context, rounds, isOverseen)),
  };
  const views: RoundView[] = [];
  for (const state of rounds.states) views.push(await roundView(context, state, rounds, reader));
  const { project } = rounds;
  const gone: (RunView & Pick<RunState, 'kind'>)[] = [];
  for (const run of isOverseen ? rounds.retired : [])
    gone.push({ ...(await measuredView(context, run, rounds, reader)), kind: run.kind });
  return {
    project: input.project,
    version: project.version,
    guideline: project.protocol.guideline.version,
    rounds: views,
    retired: gone,
    ruleChanges: await ruleChanges(context.store, input.project),
    stale: isOverseen ? staleCounts(rounds) : [],
  };
}

/** Which gates of a run neither passed nor were waived, as a sentence; null when there are none. */
export function unmetText({ run, round, figures }: RunView): CodedText | null {
  const checks = figures?.unmet ?? [];
  return checks.length === 0
    ? null
    : blockText({ kind: 'gate', run, round, checks, retired: false });
}

/** What nothing came of, by task, and what was decided about it; none for annotators. */
async function leftOf(
  { store }: WorkContext,
  { project, runs }: ProjectRounds,
  isOverseen: boolean,
): Promise<Pick<Reader, 'left' | 'decided'>> {
  const left = new Map<string, LeftUnits>();
  if (!isOverseen) return { left, decided: new Map() };
  const closed = runs.flatMap(({ run }) => (run.closedAt === null ? [] : [run]));
  for (const task of new Set(closed.map((run) => run.task)))
    if (project.tasks.has(task))
      left.set(task, await unitsWithoutResult(store, { project: project.project, task }));
  const ids = closed.map(({ id }) => id);
  return { left, decided: await store.read((db) => unitDecisions(db, ids)) };
}

/** Who looks at the rounds. */
interface Reader {
  readonly login: string;
  readonly isOverseer: boolean;
  /** The open runs in which they judge themselves. */
  readonly blindIn: ReadonlySet<string>;
  /** Those of them in which answers ask for further annotators, and the places asked for. */
  readonly asking: ReadonlySet<string>;
  readonly asked: AskedPlaces;
  readonly left: ReadonlyMap<string, LeftUnits>;
  readonly decided: ReadonlyMap<string, UnitDecision>;
}

async function roundView(
  context: WorkContext,
  state: RoundState,
  rounds: ProjectRounds,
  reader: Reader,
): Promise<RoundView> {
  const { login, isOverseer, blindIn } = reader;
  const trained = state.kind === 'training' ? undefined : rounds.admissions.get(state.task);
  const admissions = [...(trained?.values() ?? [])]
    .filter((one) => one.annotator === login || (isOverseer && !blindIn.has(one.run)))
    .map((one) => ({ ...one, admitted: isAdmitted(one) }));
  const runs: RunView[] = [];
  for (const run of state.runs) runs.push(await measuredView(context, run, rounds, reader));
  const shown = isOverseer ? state.blocks.map((block) => shownBlock(block, reader)) : [];
  const blocks = shown.map((block) => ({ ...block, text: blockText(block) }));
  const round = rounds.project.protocol.rounds.find((one) => one.id === state.round);
  const assisted = round?.assisted ?? null;
  const perUnit = round === undefined || isForEverybody(round) ? null : round.annotators;
  const mayOpen = isOverseer && state.mayOpen;
  const left = state.kind === 'training' ? undefined : reader.left.get(state.task);
  const again = left?.again.size ?? 0;
  return { ...state, mayOpen, perUnit, blocks, runs, again, assisted, admissions };
}

/** What prevents a round from opening, without what answers asked for where the reader judges. */
function shownBlock(block: Block, { asked }: Reader): Block {
  if (block.kind !== 'not-closed') return block;
  const { held, judged } = askedSums(asked, block.run);
  return { ...block, wanted: block.wanted - held, judged: block.judged - judged };
}

function measuredView(
  context: WorkContext,
  state: RunState,
  { runs }: ProjectRounds,
  reader: Reader,
): Promise<RunView> {
  return runView(
    context,
    state,
    runs.find((one) => one.run.id === state.run)!,
    reader,
  );
}

async function runView(
  context: WorkContext,
  state: RunState,
  measured: MeasuredRun,
  reader: Reader,
): Promise<RunView> {
  const { run, leftOut } = measured;
  const seed = await drawnSeed(context.store, run);
  const shown = { ...run, run: run.id, seed, stale: state.stale };
  if (!reader.isOverseer) {
    const annotators = await ownProgress(context, measured, reader.login);
    // With the seed, somebody could tell which of their units are the control share.
    const nothing = { figures: null, access: [], left: 0, unitDecision: null };
    return { ...shown, seed: null, annotators, ...nothing };
  }
  const held = await heldCounts(context, run);
  const { asked } = reader;
  const { held: further, judged } = askedSums(asked, run.id);
  const figures = {
    ...(reader.blindIn.has(run.id) ? veiled(state, reader.asking.has(run.id)) : state),
    wanted: state.wanted - further,
    judged: state.judged - judged,
  };
  const free = (held.get(null) ?? 0) - (asked.counts.get(run.id)?.get(null)?.held ?? 0);
  const place = { run: run.id, reader: reader.login };
  return {
    ...shown,
    annotators: withoutAsked(everybodysProgress(measured, held), asked, place),
    figures: { ...figures, free, leftOut },
    access: (await context.store.read((db) => listRunAccess(db, run.id))).map((one) => ({
      ...one,
      takesPart: one.takesPart === 1,
    })),
    left: reader.left.get(run.task)?.byRun.get(run.id)?.length ?? 0,
    unitDecision: reader.decided.get(run.id) ?? null,
  };
}

/**
 * A run without what its answers amount to; where answers ask for further annotators, that is also
 * how many judgments are wanted.
 */
function veiled(state: RunState, isAsking: boolean): RunState {
  const why = codedText('figures-hidden');
  const shown = countedMeasures.filter((measure) => !isAsking || measure !== 'quotas');
  const checks = state.checks.map((check): GateCheck => {
    if (shown.includes(check.measure)) return check;
    return { ...check, actual: null, n: 0, status: 'UNDEFINED', why };
  });
  return { ...state, status: 'UNDEFINED', passed: false, checks, unmet: checks };
}

/** Measures that only count, and reveal nothing about answers. */
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
