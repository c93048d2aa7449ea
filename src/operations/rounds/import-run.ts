import { hash } from 'node:crypto';
import { refuse } from '../../domain/fault.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import { closeRun } from '../../store/rounds/rounds.ts';
import { markJudged } from '../../store/rounds/slots.ts';
import type { NewSlot } from '../../store/rounds/slots.ts';
import { insertJudgments } from '../../store/judging/insert-judgments.ts';
import { audit } from '../audit.ts';
import { authorise } from '../authorise.ts';
import { seedOfImported } from './drawn-seed.ts';
import { numberedSlots, storeRun } from './store-run.ts';
import { projectProtocol, roundOf, taskOf } from '../project-protocol.ts';
import { askFurther } from './ask-further.ts';
import type { WorkContext } from '../work-context.ts';

/** A round that was worked through elsewhere. */
export interface WorkedRound {
  readonly project: string;
  readonly round: string;
  /** Everything handed out, in each annotator's order: judged at a time, or still open. */
  readonly work: readonly WorkedUnit[];
  readonly openedAt: string;
  /** Null while the round is open. */
  readonly closedAt: string | null;
  /** Where it comes from, for the audit log. */
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
  const { work, from, openedAt, closedAt } = worked;
  const id = context.newId();
  const units = [...new Set(work.map((one) => one.judgment.unit))];
  const annotators = [...new Set(work.map((one) => one.judgment.annotator))];
  const slots = numberedSlots(inOwnOrder(work));
  const most = slots.reduce((highest, slot) => Math.max(highest, slot.ordinal), 0);
  const perUnit = round.further === null ? most : (round.annotators ?? most);
  const judged = work.filter((one): one is JudgedUnit => one.at !== null);
  const missing = work.length - judged.length;
  if (closedAt !== null && missing > 0) refuse('closed-incomplete', { round: round.id, missing });
  const place = { project: worked.project, object: `run/${id}` };
  await context.store.write(async (tx) => {
    const run = await storeRun(tx, project, {
      id,
      round,
      seed: seedOfImported,
      perUnit,
      handOut: 'balanced',
      openedAt,
      openedBy: context.actor.login,
      units: units.map((unit) => ({ unit, inclusionProbability: null })),
      slots,
      annotators,
    });
    const { attempt, guideline, taskHash } = run;
    const adopted = { round: round.id, from, annotators, units: units.length, attempt };
    audit(tx, context.actor, openedAt, 'round-adopt', { ...place, detail: adopted });
    await insertJudgments(
      tx,
      judged.map(({ judgment, at, seconds }) => ({
        ...judgment,
        id: context.newId(),
        project: worked.project,
        run: id,
        guideline: judgment.guideline ?? guideline,
        taskHash,
        at,
        seconds,
        idempotencyKey: adoptedKey(id, judgment),
        origin: 'import',
      })),
    );
    for (const { judgment, at } of judged)
      await markJudged(tx, { run: id, unit: judgment.unit, annotator: judgment.annotator, at });
    const asked = { facts: run, project, round, task: taskOf(project, round.task) };
    if (closedAt === null) await askFurther(tx, asked, units);
    else {
      await closeRun(tx, { id, at: closedAt, by: context.actor.login });
      const closed = { round: round.id, attempt, judged: judged.length, wanted: work.length };
      audit(tx, context.actor, closedAt, 'round-close', { ...place, detail: closed });
    }
  });
  return id;
}

type JudgedUnit = WorkedUnit & { readonly at: string };

/** The places in the order of their annotators; the further ones of a unit after its first. */
function inOwnOrder(work: readonly WorkedUnit[]): readonly Omit<NewSlot, 'ordinal'>[] {
  const given = new Map<string, number>();
  const placed = work.map(({ judgment: { unit, annotator, asides } }) => {
    const position = given.get(annotator) ?? 0;
    given.set(annotator, position + 1);
    return { unit, annotator, position, further: asides.further ?? null };
  });
  return placed.toSorted((a, b) => Number(a.further !== null) - Number(b.further !== null));
}

function adoptedKey(run: string, { unit, annotator }: Judgment): string {
  return `adopt:${hash('sha256', JSON.stringify([run, unit, annotator])).slice(0, 40)}`;
}
