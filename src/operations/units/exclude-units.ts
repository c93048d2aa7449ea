import { InputError } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { listRulings } from '../../store/rulings/rulings.ts';
import { authorise } from '../authorise.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import type { WorkContext } from '../work-context.ts';

/** Units to be taken out of the data set, for one reason. */
export interface ExcludeRequest {
  readonly project: string;
  readonly task: string;
  readonly units: readonly string[];
  readonly reason: string;
  /** The same key again is the same request, sent twice. */
  readonly idempotencyKey: string;
}

/** What became of the units: a ruling each, or why there is none. */
export interface ExcludeResult {
  readonly excluded: readonly string[];
  readonly refused: readonly { readonly unit: string; readonly fault: Fault }[];
}

/**
 * Excludes units, by a ruling each, with the same reason and the same rules as one by one. One that
 * is refused leaves the others as they are. For adjudicators and leads.
 */
export async function excludeUnits(
  context: WorkContext,
  input: ExcludeRequest,
): Promise<ExcludeResult> {
  authorise(context.actor, input.project, 'adjudicator', 'lead');
  const { project, task, reason } = input;
  const excluded: string[] = [];
  const refused: { unit: string; fault: Fault }[] = [];
  for (const [at, unit] of [...new Set(input.units)].entries()) {
    const before = await context.store.read((db) => listRulings(db, { project, task, unit }));
    try {
      await makeRuling(context, {
        project,
        task,
        unit,
        exclude: true,
        reason,
        seen: before.at(-1)?.id ?? null,
        idempotencyKey: `${input.idempotencyKey} ${at}`,
      });
      excluded.push(unit);
    } catch (failure) {
      const fault = failure instanceof InputError ? failure.faults[0] : undefined;
      // What concerns the request itself, such as a missing reason, concerns every unit.
      if (fault === undefined || fault.code === 'reason-required') throw failure;
      refused.push({ unit, fault });
    }
  }
  return { excluded, refused };
}
