import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import { refuseField } from '../../domain/field-fault.ts';
import { pick } from '../../domain/pick.ts';
import type { Round } from '../../domain/rounds/round.ts';
import { lockLogs } from '../../store/log-lock.ts';
import type { Store } from '../../store/open-store.ts';
import { lockPeople } from '../../store/people/people-lock.ts';
import { latestProtocolHash } from '../../store/protocol/protocols.ts';
import { listRuns, usedUnits } from '../../store/rounds/rounds.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { judgedUnits } from '../../store/rounds/work-runs.ts';
import type { Drawn } from '../../truth/rounds/draw.ts';
import { blockText } from '../../truth/rounds/round-state.ts';
import { isForEverybody, runDemand, unitPlaces } from '../../truth/rounds/run-demand.ts';
import type { RunDemand } from '../../truth/rounds/run-demand.ts';
import { audit } from '../audit.ts';
import { authorise } from '../authorise.ts';
import { unitsForAgain } from './units-without-result.ts';
import { drawRun } from './draw-run.ts';
import { roundOf } from '../project-protocol.ts';
import { projectRounds } from './project-rounds.ts';
import type { ProjectRounds } from './project-rounds.ts';
import { handOutUnits } from './hand-out.ts';
import type { HandedOut, HandOutPlan } from './hand-out.ts';
import { isSmall, runPieces, stageRun } from './stage-run.ts';
import { insertProjectRun } from './store-run.ts';
import { chooseAnnotators, shownAdmissions } from './run-annotators.ts';
import type { ChosenAnnotators, NotAdmitted } from './run-annotators.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import type { WriteTransaction } from '../workspace.ts';

/** The round to open. */
export interface OpenRound {
  readonly project: string;
  readonly round: string;
  /** A whole number that the draw, the assignment and the order derive from. */
  readonly seed: number;
  /** Logins, or models of the panel; everybody who may when left out. */
  readonly annotators?: readonly string[];
  /** `balanced` (default): units are assigned now, evenly. `open`: people claim them. */
  readonly handOut?: 'balanced' | 'open';
  /** Whether units on which nothing counts are judged again; left out, in full rounds only. */
  readonly again?: boolean;
  /** Called with how many of how many units and slots are stored, where they are many. */
  readonly progress?: (done: number, total: number) => void;
}

/** A round that was opened. */
export interface OpenedRound {
  readonly run: RoundRun;
  readonly units: number;
  /** How many of them are judged again, since nothing came of their earlier rounds. */
  readonly again: number;
  readonly annotators: readonly string[];
  /** Those who have to train first. */
  readonly notAdmitted: readonly NotAdmitted[];
  /** What was drawn per label, how many are hard, and whether the probabilities are exact. */
  readonly drawn: Omit<Drawn, 'units'>;
}

/**
 * Opens a round, the first time or again: checks that nothing blocks it, draws unused units, and
 * hands out each to as many annotators as the round says, all from the seed. Units that closed
 * rounds asked for, and on which nothing counts, are judged again beside them. Leads.
 */
export async function openRound(context: WorkContext, input: OpenRound): Promise<OpenedRound> {
  authorise(context.actor, input.project, 'lead');
  const { seed, handOut = 'balanced' } = input;
  if (!Number.isSafeInteger(seed)) refuseField('seed', String(seed), codedText('whole-number'));
  const rounds = await projectRounds(context.store, input.project);
  const round = roundOf(rounds.project, input.round);
  checkOpen(rounds, round);
  const place = { project: input.project, task: round.task };
  const admissions = await shownAdmissions(context, place, rounds.admissions);
  const choose = (store: Pick<Store, 'read'>): Promise<ChosenAnnotators> =>
    chooseAnnotators(store, rounds.project, round, admissions, input.annotators);
  const { annotators, notAdmitted } = await choose(context.store);
  if (handOut === 'open' && isForEverybody(round)) refuse('nothing-to-claim', { round: round.id });
  const places = unitPlaces(round, annotators);
  const again = input.again ?? round.kind === 'full';
  const demand = await demandOf(context, rounds, round, { annotators, again });
  const {
    units,
    probability,
    again: repeated,
    ...drawn
  } = await drawRun(context.store, rounds.project, round, demand, seed);
  const perUnit = places.perUnit + places.models.length;
  const plan = { round, seed, perUnit, places, handOut, annotators };
  const handedOut = await handOutUnits({ units, probability }, plan);
  const planned = { ...plan, id: shortId(context.newId()), again: repeated, handedOut };
  const run = await openPlanned(context, rounds, planned, choose, input.progress);
  return { run, units: units.length, again: repeated, annotators, notAdmitted, drawn };
}

/**
 * The last part of an id, twelve random digits: every row of a run and of its slots carries the id,
 * several times with their indexes.
 */
function shortId(id: string): string {
  return id.slice(id.lastIndexOf('-') + 1);
}

function checkOpen({ states }: ProjectRounds, round: Round): void {
  const state = states.find((one) => one.round === round.id)!;
  if (!state.mayOpen)
    refuse('round-locked', { round: round.id, blocks: state.blocks.map(blockText) });
}

async function demandOf(
  context: WorkContext,
  { project, runs }: ProjectRounds,
  round: Round,
  asked: { readonly annotators: readonly string[]; readonly again: boolean },
): Promise<RunDemand> {
  const own = runs.filter((one) => one.run.round === round.id);
  const trainings = runs
    .filter((one) => one.run.task === round.task && one.work.round.kind === 'training')
    .map((one) => one.run.id);
  const { used, seen } = await context.store.read(async (db) => ({
    used: await usedUnits(db, project.project, round.task),
    seen: await judgedUnits(db, trainings, asked.annotators),
  }));
  const known = new Set(
    project.protocol.rounds
      .filter((one) => one.task === round.task)
      .flatMap((one) => [...(project.keys.get(one.id)?.keys() ?? [])]),
  );
  const place = { project: project.project, task: round.task };
  const again = asked.again ? await unitsForAgain(context.store, place) : new Set<string>();
  return runDemand(round, { attempt: own.length + 1, used, known, seen, again });
}

interface PlannedRun extends HandOutPlan {
  readonly id: string;
  readonly round: Round;
  /** How many units are judged again. */
  readonly again: number;
  readonly handedOut: HandedOut;
}

/** Stores the units and slots, piece by piece where they are many; the last write opens the run. */
async function openPlanned(
  context: WorkContext,
  rounds: ProjectRounds,
  plan: PlannedRun,
  choose: (store: Pick<Store, 'read'>) => Promise<ChosenAnnotators>,
  progress: OpenRound['progress'],
): Promise<RoundRun> {
  const { store } = context;
  const { id, round, handedOut } = plan;
  const open = (tx: WriteTransaction): Promise<RoundRun> =>
    openRun(context, tx, rounds, plan, choose);
  if (isSmall(handedOut))
    return await store.write(
      async (tx) => {
        const run = await open(tx);
        for (const { add } of runPieces(id, handedOut)) await add(tx);
        return run;
      },
      { alone: true },
    );
  const { project } = rounds.project;
  const pieces = { run: id, project, round: round.id, handedOut };
  return await stageRun(context, pieces, open, progress);
}

async function openRun(
  context: WorkContext,
  tx: WriteTransaction,
  rounds: ProjectRounds,
  plan: PlannedRun,
  choose: (store: Pick<Store, 'read'>) => Promise<ChosenAnnotators>,
): Promise<RoundRun> {
  const { project } = rounds;
  const at = timeOf(context);
  // From here on nobody loses the right to judge or opens or closes a round, so checks hold.
  await lockPeople(tx);
  await lockLogs(tx);
  const now = await listRuns(tx, project.project);
  const latest = await latestProtocolHash(tx, project.project);
  const isSame =
    now.length === rounds.runs.length &&
    now.every((run) =>
      rounds.runs.some((one) => one.run.id === run.id && one.run.closedAt === run.closedAt),
    );
  if (!isSame || latest?.version !== project.version) refuse('project-changed');
  const { annotators: able } = await choose({ read: (work) => work(tx) });
  if (!plan.annotators.every((annotator) => able.includes(annotator))) refuse('people-changed');
  const openedBy = context.actor.login;
  const settings = pick(plan, 'id', 'round', 'seed', 'perUnit', 'handOut', 'annotators');
  const run = await insertProjectRun(tx, project, { ...settings, openedAt: at, openedBy });
  audit(tx, context.actor, at, 'round-open', {
    project: project.project,
    object: `run/${run.id}`,
    detail: {
      ...pick(run, 'round', 'attempt', 'seed', 'perUnit', 'handOut'),
      annotators: plan.annotators,
      units: plan.handedOut.units,
      // The chance of a unit to have further annotators is this number over that of the units.
      ...(plan.handedOut.further === 0 ? {} : { furtherUnits: plan.handedOut.further }),
      ...(plan.again === 0 ? {} : { again: plan.again }),
    },
  });
  return run;
}
