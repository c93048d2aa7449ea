import { refuse } from '../../domain/fault.ts';
import type { UnitChoice, UnitDecision } from '../../domain/rounds/unit-choice.ts';
import { codedText } from '../../domain/text-values.ts';
import { findRun } from '../../store/rounds/rounds.ts';
import { setUnitDecision } from '../../store/rounds/unit-decisions.ts';
import { audit } from '../audit.ts';
import { excludeUnits, unitsAtOnce } from '../units/exclude-units.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';
import { runWork } from './run-work.ts';
import { unitsWithoutResult } from './units-without-result.ts';

/** What is to happen to the units of a closed run on which nothing counts. */
export interface DecideUnits {
  readonly run: string;
  readonly choice: UnitChoice;
  /** Why; units that are left out need one. */
  readonly reason?: string;
}

/** What was decided, and about how many units. */
export interface DecidedUnits extends UnitDecision {
  readonly run: string;
  readonly round: string;
}

/**
 * Decides what happens to the units of a closed run on which nothing counts: a later round judges
 * them again, somebody rules on each, or they are left out for a reason. Leads.
 */
export async function decideUnits(context: WorkContext, input: DecideUnits): Promise<DecidedUnits> {
  const { facts } = await runWork(context, input.run, 'lead');
  const { project, task, round, attempt } = facts;
  const found = await context.store.read((db) => findRun(db, input.run));
  if (found?.closedAt == null) refuse('gate-undecided', { round });
  const { byRun } = await unitsWithoutResult(context.store, { project, task });
  const units = byRun.get(input.run) ?? [];
  if (units.length === 0) refuse('units-resolved', { round });
  const { choice } = input;
  const reason = checkedReason(input);
  if (choice === 'exclude')
    for (let from = 0; from < units.length; from += unitsAtOnce)
      await excludeUnits(context, {
        project,
        task,
        chosen: { units: units.slice(from, from + unitsAtOnce) },
        reason: reason!,
        idempotencyKey: `units/${input.run}/${from}`,
      });
  const at = timeOf(context);
  const by = context.actor.login;
  const decision: UnitDecision = { choice, units: units.length, reason, by, at };
  await context.store.write(
    async (tx) => {
      await setUnitDecision(tx, input.run, decision);
      const detail = { round, attempt, choice, units: units.length, reason };
      audit(tx, context.actor, at, 'round-units', { project, object: `run/${input.run}`, detail });
    },
    { repeatable: true },
  );
  return { run: input.run, round, ...decision };
}

/** The reason that was given; refuses to leave units out without one. */
export function checkedReason({
  choice,
  reason,
}: Pick<DecideUnits, 'choice' | 'reason'>): string | null {
  const given = reason?.trim() ?? '';
  if (given === '' && choice === 'exclude')
    refuse('reason-required', { what: codedText('left-out-units') }, { field: 'reason' });
  return given === '' ? null : given;
}
