import { codedText } from '../../domain/text-values.ts';
import { findRun } from '../../store/rounds/rounds.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { ownSeconds } from '../../store/judging/progress.ts';
import { gateOutcome } from '../../domain/rounds/gate-status.ts';
import type { GateOutcome } from '../../domain/rounds/gate-status.ts';
import { noValue } from '../../statistics/estimate.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import { attemptStatus, decidingChecks, isAdmitted } from '../../truth/rounds/admission.ts';
import type { AdmissionStatus } from '../../truth/rounds/admission.ts';
import type { GateCheck } from '../../truth/rounds/gate-report.ts';
import { runState } from '../../truth/rounds/round-state.ts';
import { listWaivers } from '../../store/rounds/waivers.ts';
import { agreementWithOthers } from '../../truth/monitoring/agreement-with-others.ts';
import type { AgreementWithOthers } from '../../truth/monitoring/agreement-with-others.ts';
import { trainingRun } from '../../truth/rounds/measured-run.ts';
import type { TrainingResult } from '../../truth/rounds/training-result.ts';
import { judgingRoles } from '../authorise.ts';
import { ownProgress } from '../judging/own-progress.ts';
import type { OwnProgress } from '../judging/own-progress.ts';
import { projectProtocol } from '../project-protocol.ts';
import { measureRun, measureTrainings } from './project-rounds.ts';
import { runFold } from '../monitoring/run-figures.ts';
import { runWork } from './run-work.ts';
import type { RunWork } from './run-work.ts';
import type { WorkContext } from '../work-context.ts';

/** How the actor did in a run. */
export interface RunResult {
  readonly run: string;
  readonly round: string;
  readonly kind: RunWork['round']['kind'];
  readonly closed: boolean;
  readonly progress: OwnProgress;
  /** Units an hour of active time. */
  readonly perHour: Estimate;
  /** In training: the actor against the key. */
  readonly training:
    | (TrainingResult & { readonly status: AdmissionStatus; readonly admitted: boolean })
    | null;
  /** The actor against the majority, and the round's gates; null until the run is closed. */
  readonly agreement: AgreementWithOthers | null;
  readonly checks: readonly GateCheck[] | null;
  /** What the gates came to; null until the run is closed, and in training. */
  readonly gate: GateOutcome | null;
}

/** How the actor did in a run: against the key, and once closed against others. Annotators. */
export async function runResult(
  context: WorkContext,
  input: { readonly run: string },
): Promise<RunResult> {
  const work = await runWork(context, input.run, ...judgingRoles);
  const annotator = context.actor.login;
  const { project, task, round } = work.facts;
  const { run, time } = await context.store.read(async (db) => ({
    run: await findRun(db, input.run),
    time: await ownSeconds(db, { run: input.run, project, task, annotator }),
  }));
  const { kind } = work.round;
  const isClosed = run !== null && run.closedAt !== null;
  return {
    run: input.run,
    round,
    kind,
    closed: isClosed,
    progress: await ownProgress(context, input.run, annotator),
    perHour: speed(time),
    training: kind === 'training' ? await ownTraining(context, work) : null,
    ...(isClosed && kind !== 'training'
      ? await afterClosing(context, work, run)
      : { agreement: null, checks: null, gate: null }),
  };
}

function speed({ timed, seconds }: { readonly timed: number; readonly seconds: number }): Estimate {
  if (timed === 0 || seconds === 0) return noValue(codedText('no-times'));
  const method = codedText('no-interval-speed');
  return { value: timed / (seconds / 3600), n: timed, skipped: 0, interval: null, method };
}

async function ownTraining(context: WorkContext, work: RunWork): Promise<RunResult['training']> {
  const { id, project } = work.facts;
  const annotator = context.actor.login;
  const trainings = await measureTrainings(context.store, project);
  const measured = trainings.find(({ run }) => run.id === id);
  const result = measured?.results.find((one) => one.annotator === annotator);
  if (measured === undefined || result === undefined) return null;
  const training = trainingRun(measured);
  const status = attemptStatus(result, training);
  const admitted = isAdmitted({ status });
  return { ...result, checks: decidingChecks(result, training), status, admitted };
}

async function afterClosing(
  { store, actor }: WorkContext,
  work: RunWork,
  run: RoundRun,
): Promise<Pick<RunResult, 'agreement' | 'checks' | 'gate'>> {
  const waivers = await store.read((db) =>
    listWaivers(db, { project: work.facts.project, run: run.id }),
  );
  const { figures } = await measureRun(store, work, run, { waivers });
  const { protocol, tasks } = await projectProtocol(store, work.facts.project);
  const { checks, status, passed } = runState(figures, {
    guideline: protocol.guideline.version,
    taskHash: (task) => tasks.get(task)?.hash ?? '',
  });
  return {
    agreement: agreementWithOthers(await runFold(store, run), actor.login),
    checks,
    gate: gateOutcome(status, passed),
  };
}
