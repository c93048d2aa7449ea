import { hash } from 'node:crypto';
import { refuse } from '../../domain/fault.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import { appendAudit } from '../../store/workspace/audit.ts';
import { closeRun, insertRun, insertRunUnits } from '../../store/rounds/rounds.ts';
import { createSlots, markJudged } from '../../store/rounds/slots.ts';
import { setRunAnnotators } from '../../store/rounds/work-runs.ts';
import { insertJudgments } from '../../store/judging/insert-judgments.ts';
import { auditEntry } from '../audit-entry.ts';
import { authorise } from '../authorise.ts';
import { seedOfImported } from './drawn-seed.ts';
import { projectProtocol, roundOf, taskOf } from '../project-protocol.ts';
import type { WorkContext } from '../work-context.ts';

/** A round that was worked through elsewhere. */
export interface WorkedRound {
  readonly project: string;
  readonly round: string;
  /** Everything handed out, in each annotator's order: judged at a time, or still open. */
  readonly work: readonly WorkedUnit[];
  readonly openedAt: string;
  /** Null when the round goes on. */
  readonly closedAt: string | null;
  /** From where it comes, for the audit log. */
  readonly from: string;
}

/** A unit that an annotator had, with their judgment; `at` is null while it is open. */
export interface WorkedUnit {
  readonly judgment: Judgment;
  readonly at: string | null;
  readonly seconds: number | null;
}

/**
 * Imports a round as it was worked on elsewhere. Nothing is drawn, so there are no inclusion
 * probabilities, and the audit log says where it comes from. What is not judged stays open. Leads.
 */
export async function importRun(context: WorkContext, worked: WorkedRound): Promise<string> {
  authorise(context.actor, worked.project, 'lead');
  const project = await projectProtocol(context.store, worked.project);
  const round = roundOf(project, worked.round);
  const task = taskOf(project, round.task);
  const guideline = project.protocol.guideline.version;
  const id = context.newId();
  const units = [...new Set(worked.work.map((one) => one.judgment.unit))];
  const annotators = [...new Set(worked.work.map((one) => one.judgment.annotator))];
  const holders = slotsOf(worked.work);
  const perUnit = holders.reduce((most, slot) => Math.max(most, slot.ordinal), 0);
  const judged = worked.work.flatMap(({ judgment, at, seconds }) =>
    at === null ? [] : [{ judgment, at, seconds }],
  );
  if (worked.closedAt !== null && judged.length < worked.work.length)
    refuse('closed-incomplete', {
      round: worked.round,
      missing: worked.work.length - judged.length,
    });
  const detail = { round: round.id, from: worked.from, annotators, units: units.length };
  await context.store.write(async (tx) => {
    const run = await insertRun(tx, {
      id,
      project: worked.project,
      round: round.id,
      task: round.task,
      protocolVersion: project.version,
      guideline,
      taskHash: task.hash,
      seed: seedOfImported,
      perUnit,
      handOut: 'balanced',
      openedAt: worked.openedAt,
      openedBy: context.actor.login,
    });
    await insertRunUnits(
      tx,
      id,
      units.map((unit, position) => ({ unit, position, inclusionProbability: null })),
    );
    await createSlots(tx, id, holders);
    await setRunAnnotators(tx, id, annotators);
    appendAudit(
      tx,
      auditEntry(context, worked.openedAt, {
        action: 'round-adopt',
        project: worked.project,
        object: `run/${id}`,
        detail: { ...detail, attempt: run.attempt },
      }),
    );
    await insertJudgments(
      tx,
      judged.map(({ judgment, at, seconds }) => ({
        ...judgment,
        id: context.newId(),
        project: worked.project,
        run: id,
        guideline: judgment.guideline ?? guideline,
        taskHash: task.hash,
        at,
        seconds,
        idempotencyKey: `adopt:${hash('sha256', JSON.stringify([id, judgment.unit, judgment.annotator])).slice(0, 40)}`,
        origin: 'import',
      })),
    );
    for (const { judgment, at } of judged)
      await markJudged(tx, { run: id, unit: judgment.unit, annotator: judgment.annotator, at });
    if (worked.closedAt !== null) {
      await closeRun(tx, { id, at: worked.closedAt, by: context.actor.login });
      appendAudit(
        tx,
        auditEntry(context, worked.closedAt, {
          action: 'round-close',
          project: worked.project,
          object: `run/${id}`,
          detail: {
            round: round.id,
            attempt: run.attempt,
            judged: judged.length,
            wanted: worked.work.length,
          },
        }),
      );
    }
  });
  return id;
}

function slotsOf(
  work: readonly WorkedUnit[],
): {
  readonly unit: string;
  readonly ordinal: number;
  readonly annotator: string;
  readonly position: number;
}[] {
  const perUnit = new Map<string, number>();
  const perAnnotator = new Map<string, number>();
  return work.map(({ judgment: { unit, annotator } }) => {
    const ordinal = (perUnit.get(unit) ?? 0) + 1;
    const position = perAnnotator.get(annotator) ?? 0;
    perUnit.set(unit, ordinal);
    perAnnotator.set(annotator, position + 1);
    return { unit, ordinal, annotator, position };
  });
}
