import { codedText } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import type { Round } from '../../domain/rounds/round.ts';
import { seededRandom } from '../../statistics/seeded-random.ts';
import { shuffle } from '../../statistics/shuffle.ts';
import { appendAudit } from '../../store/workspace/audit.ts';
import { lockLogs } from '../../store/log-lock.ts';
import type { Store } from '../../store/open-store.ts';
import { lockPeople } from '../../store/people/people-lock.ts';
import { latestProtocolHash } from '../../store/protocol/protocols.ts';
import { insertRun, insertRunUnits, listRuns, usedUnits } from '../../store/rounds/rounds.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { createSlots } from '../../store/rounds/slots.ts';
import type { NewSlot } from '../../store/rounds/slots.ts';
import { judgedUnits, setRunAnnotators } from '../../store/rounds/work-runs.ts';
import { assign } from '../../truth/rounds/assign.ts';
import type { Drawn } from '../../truth/rounds/draw.ts';
import { blockText } from '../../truth/rounds/round-state.ts';
import { annotatorsPerUnit, isForEverybody, runDemand } from '../../truth/rounds/run-demand.ts';
import type { RunDemand } from '../../truth/rounds/run-demand.ts';
import { auditEntry } from '../audit-entry.ts';
import { authorise } from '../authorise.ts';
import { drawRun } from './draw-run.ts';
import { roundOf, taskOf } from '../project-protocol.ts';
import { projectRounds } from './project-rounds.ts';
import type { ProjectRounds } from './project-rounds.ts';
import { chooseAnnotators, shownAdmissions } from './run-annotators.ts';
import type { ChosenAnnotators, NotAdmitted } from './run-annotators.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';

/** What is to be opened. */
export interface OpenRound {
  readonly project: string;
  readonly round: string;
  /** From which units are drawn, handed out and put in order; kept with the run. A whole number. */
  readonly seed: number;
  /** Logins, or models of the panel; everybody who may when left out. */
  readonly annotators?: readonly string[];
  /** `balanced` (default): units are assigned now, evenly. `open`: people claim them. */
  readonly handOut?: 'balanced' | 'open';
}

/** A round that was opened. */
export interface OpenedRound {
  readonly run: RoundRun;
  readonly units: number;
  readonly annotators: readonly string[];
  /** Those who would have taken part, but have to train first. */
  readonly notAdmitted: readonly NotAdmitted[];
  /** What was drawn per label, how many are hard, and whether the probabilities are exact. */
  readonly drawn: Omit<Drawn, 'units'>;
}

/**
 * Opens a round, the first time or again: checks that nothing blocks it, draws unused units, and
 * hands out each to as many annotators as the round says, all from the seed. Leads.
 */
export async function openRound(context: WorkContext, input: OpenRound): Promise<OpenedRound> {
  authorise(context.actor, input.project, 'lead');
  if (!Number.isSafeInteger(input.seed))
    refuse('wrong-value', {
      field: 'seed',
      got: String(input.seed),
      expected: codedText('whole-number'),
    });
  const rounds = await projectRounds(context.store, input.project);
  const round = roundOf(rounds.project, input.round);
  checkOpen(rounds, round);
  const admissions = await shownAdmissions(
    context,
    { project: input.project, task: round.task },
    rounds.admissions,
  );
  const choose = (store: Pick<Store, 'read'>): Promise<ChosenAnnotators> =>
    chooseAnnotators(store, rounds.project, round, admissions, input.annotators);
  const chosen = await choose(context.store);
  const handOut = input.handOut ?? 'balanced';
  if (handOut === 'open' && isForEverybody(round)) refuse('nothing-to-claim', { round: round.id });
  const perUnit = annotatorsPerUnit(round, chosen.annotators.length);
  const drawn = await drawRun(
    context.store,
    rounds.project,
    round,
    await demandOf(context, rounds, round, chosen.annotators),
    input.seed,
  );
  const plan = planRun(drawn, chosen.annotators, {
    round: round.id,
    perUnit,
    seed: input.seed,
    handOut,
  });
  const run = await keep(
    context,
    rounds,
    { ...input, handOut, perUnit, task: round.task, annotators: chosen.annotators },
    drawn,
    plan,
    choose,
  );
  const { units, ...rest } = drawn;
  return {
    run,
    units: units.size,
    annotators: chosen.annotators,
    notAdmitted: chosen.notAdmitted,
    drawn: rest,
  };
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
  annotators: readonly string[],
): Promise<RunDemand> {
  const own = runs.filter((one) => one.run.round === round.id);
  const trainings = runs
    .filter((one) => one.run.task === round.task && one.work.round.kind === 'training')
    .map((one) => one.run.id);
  const { used, seen } = await context.store.read(async (db) => ({
    used: await usedUnits(db, project.project, round.task),
    seen: await judgedUnits(db, trainings, annotators),
  }));
  const known = new Set(
    project.protocol.rounds
      .filter((one) => one.task === round.task)
      .flatMap((one) => [...(project.keys.get(one.id)?.keys() ?? [])]),
  );
  return runDemand(round, { attempt: own.length + 1, used, known, seen });
}

/** The units of a run in the order that all share, and its slots. */
interface RunPlan {
  readonly order: readonly string[];
  readonly slots: readonly NewSlot[];
}

function planRun(
  drawn: Drawn,
  annotators: readonly string[],
  plan: {
    readonly round: string;
    readonly perUnit: number;
    readonly seed: number;
    readonly handOut: 'balanced' | 'open';
  },
): RunPlan {
  const order = shuffle<string, string[]>(
    [...drawn.units.keys()].toSorted(),
    seededRandom(`${plan.seed}:units`),
  );
  if (plan.handOut === 'open') {
    const ordinals = Array.from({ length: plan.perUnit }, (_, at) => at + 1);
    return {
      order,
      slots: order.flatMap((unit, position) =>
        ordinals.map((ordinal) => ({ unit, ordinal, annotator: null, position })),
      ),
    };
  }
  const given = new Map<string, number>();
  const slots = assign(order, annotators, plan).map(({ unit, annotator, order: position }) => {
    const ordinal = (given.get(unit) ?? 0) + 1;
    given.set(unit, ordinal);
    return { unit, ordinal, annotator, position };
  });
  return { order, slots };
}

type RunInput = Omit<OpenRound, 'annotators' | 'handOut'> & {
  readonly handOut: 'balanced' | 'open';
  readonly perUnit: number;
  readonly task: string;
  readonly annotators: readonly string[];
};

function keep(
  context: WorkContext,
  rounds: ProjectRounds,
  input: RunInput,
  drawn: Drawn,
  plan: RunPlan,
  choose: (store: Pick<Store, 'read'>) => Promise<ChosenAnnotators>,
): Promise<RoundRun> {
  const { project } = rounds;
  const at = timeOf(context);
  const id = context.newId();
  return context.store.write(
    async (tx) => {
      // From here on nobody loses the right to judge, and nobody else opens or closes a round, so
      // what was decided on still holds or is seen not to.
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
      if (!input.annotators.every((annotator) => able.includes(annotator)))
        refuse('people-changed');
      const run = await insertRun(tx, {
        id,
        project: project.project,
        round: input.round,
        task: input.task,
        protocolVersion: project.version,
        guideline: project.protocol.guideline.version,
        taskHash: taskOf(project, input.task).hash,
        seed: input.seed,
        perUnit: input.perUnit,
        handOut: input.handOut,
        openedAt: at,
        openedBy: context.actor.login,
      });
      await insertRunUnits(
        tx,
        id,
        plan.order.map((unit, position) => ({
          unit,
          position,
          inclusionProbability: drawn.units.get(unit)!,
        })),
      );
      await createSlots(tx, id, plan.slots);
      await setRunAnnotators(tx, id, input.annotators);
      const { seed, perUnit, handOut, annotators, round } = input;
      appendAudit(
        tx,
        auditEntry(context, at, {
          action: 'round-open',
          project: project.project,
          object: `run/${id}`,
          detail: {
            round,
            attempt: run.attempt,
            seed,
            perUnit,
            handOut,
            annotators,
            units: plan.order.length,
          },
        }),
      );
      return run;
    },
    { alone: true },
  );
}
