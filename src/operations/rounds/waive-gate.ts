import { codedText, oneOf, printChoice } from '../../domain/text-values.ts';
import { refuse } from '../../domain/fault.ts';
import { refuseField } from '../../domain/field-fault.ts';
import { pick } from '../../domain/pick.ts';
import { insertWaiver, listWaivers } from '../../store/rounds/waivers.ts';
import type { Waiver } from '../../store/rounds/waivers.ts';
import { isShared } from '../../truth/rounds/gate-report.ts';
import { lockLogs } from '../../store/log-lock.ts';
import { audit } from '../audit.ts';
import { openWork } from '../judging/blindness.ts';
import { projectRounds } from './project-rounds.ts';
import { runWork } from './run-work.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';

/** The gate to waive. */
export interface WaiveGate {
  readonly run: string;
  /** The gate as the protocol writes it, or an implicit check as the report names it. */
  readonly gate: string;
  readonly reason: string;
  /** Whom a training lets go on; what it asks of everybody is waived for nobody else. */
  readonly annotator?: string;
}

/** A waiver that was recorded. */
export type WaivedGate = Omit<Waiver, 'project'>;

const shownOfWaiver = [
  ...(['id', 'run', 'gate', 'annotator'] as const),
  ...(['by', 'reason', 'at', 'withdrawn'] as const),
] as const;

/** Lets the work continue although a gate failed; shown with name and reason everywhere. Leads. */
export async function waiveGate(context: WorkContext, input: WaiveGate): Promise<WaivedGate> {
  const { facts, round } = await runWork(context, input.run, 'lead');
  const reason = input.reason.trim();
  if (reason === '')
    refuse('reason-required', { what: codedText('a-waiver') }, { field: 'reason' });
  const { runs, states, retired } = await projectRounds(context.store, facts.project);
  const known = [...states.flatMap((one) => one.runs), ...retired];
  const state = known.find((one) => one.run === input.run);
  const isTraining = round.kind === 'training';
  if (state === undefined) refuse('not-found', { what: codedText('run', { id: input.run }) });
  // Which gates failed reveals how the others did.
  if ((await openWork(context, { project: facts.project })).some((one) => one.id === input.run))
    refuse('takes-part', { round: facts.round, attempt: facts.attempt });
  const failed = state.checks.filter((check) => check.status !== 'PASS');
  const isOfAll = failed.some((check) => check.gate === input.gate && isShared(check));
  // What one annotator missed against the key stands at once; the rest, when the run is closed.
  if ((!isTraining || isOfAll) && state.closedAt === null)
    refuse('gate-undecided', { round: facts.round });
  const gates = [...new Set(failed.map((check) => check.gate))];
  if (!gates.includes(input.gate)) {
    const choice = printChoice(gates.map((gate) => JSON.stringify(gate)));
    const expected = gates.length === 0 ? codedText('nothing-failed') : choice;
    refuseField('gate', JSON.stringify(input.gate), expected);
  }
  const { annotator = null } = input;
  if (annotator !== null) {
    const { annotators } = runs.find((one) => one.run.id === input.run)!;
    if (!isTraining || !annotators.includes(annotator))
      refuseField('annotator', annotator, codedText('participant'));
  }
  // What a training asks of everybody is waived for a named person, never for people who join
  // later.
  const misses = failed.flatMap(
    (check) => (check.gate === input.gate ? check.annotator : []) ?? [],
  );
  if (misses.length > 0 && (annotator === null || !misses.includes(annotator)))
    refuseField('annotator', annotator ?? codedText('not-given'), oneOf(misses));
  const at = timeOf(context);
  const { gate } = input;
  const common = { id: context.newId(), run: input.run, gate, annotator };
  const waiver = { ...common, by: context.actor.login, reason, at, withdrawn: null };
  return context.store.write(async (tx) => {
    await lockLogs(tx);
    const { project } = facts;
    const waivers = await listWaivers(tx, { project, run: input.run });
    const before = waivers.find(
      (one) => one.withdrawn === null && one.gate === gate && one.annotator === annotator,
    );
    // Waiving twice is waiving once; the first name and reason stay.
    if (before !== undefined) return pick(before, ...shownOfWaiver);
    await insertWaiver(tx, { ...waiver, project });
    const detail = {
      round: facts.round,
      gate,
      reason,
      ...(annotator === null ? {} : { annotator }),
    };
    audit(tx, context.actor, at, 'gate-waive', { project, object: `run/${input.run}`, detail });
    return waiver;
  });
}

/** The waiver to withdraw. */
export interface WithdrawWaiver {
  readonly run: string;
  readonly waiver: string;
  readonly reason: string;
}

/** Takes a waiver back; its gate blocks again. Both stay on record. Leads. */
export async function withdrawWaiver(
  context: WorkContext,
  input: WithdrawWaiver,
): Promise<WaivedGate> {
  const { facts } = await runWork(context, input.run, 'lead');
  const reason = input.reason.trim();
  if (reason === '')
    refuse('reason-required', { what: codedText('a-withdrawal') }, { field: 'reason' });
  const at = timeOf(context);
  const by = context.actor.login;
  const id = context.newId();
  const { project, round } = facts;
  return context.store.write(async (tx) => {
    await lockLogs(tx);
    const waivers = await listWaivers(tx, { project, run: input.run });
    const waiver = waivers.find((one) => one.id === input.waiver);
    if (waiver === undefined)
      refuse('not-found', { what: codedText('waiver', { id: input.waiver }) });
    // Withdrawing twice is withdrawing once; the first name and reason stay.
    if (waiver.withdrawn !== null) return pick(waiver, ...shownOfWaiver);
    const { gate, annotator } = waiver;
    const row = { id, project, run: input.run, gate, annotator, by, reason, at };
    await insertWaiver(tx, { ...row, withdraws: waiver.id });
    const detail = {
      round,
      gate,
      reason,
      waiver: waiver.id,
      ...(annotator === null ? {} : { annotator }),
    };
    const object = `run/${input.run}`;
    audit(tx, context.actor, at, 'waiver-withdraw', { project, object, detail });
    return { ...pick(waiver, ...shownOfWaiver), withdrawn: { by, reason, at } };
  });
}
