import { refuse } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { closeRun, findRun } from '../../store/rounds/rounds.ts';
import { lockRun } from '../../store/rounds/run-lock.ts';
import { runAnnotators } from '../../store/rounds/work-runs.ts';
import { countHeld, sumOf } from '../../store/judging/progress.ts';
import { audit } from '../audit.ts';
import { judgedCounts } from '../judging/judged-counts.ts';
import { runFold } from '../monitoring/run-figures.ts';
import { runWork } from './run-work.ts';
import { timeOf } from '../work-context.ts';
import type { WorkContext } from '../work-context.ts';

/** A round that was closed. */
export interface ClosedRound {
  readonly run: string;
  readonly round: string;
  readonly closedAt: string;
  readonly closedBy: string;
  readonly judged: number;
  readonly wanted: number;
  /** False if it was already closed. */
  readonly fresh: boolean;
}

/**
 * Closes a run: no more judgments, and annotators may see how they agree with the others. If
 * judgments are missing, only with `incomplete`; its gate then fails until waived. Leads.
 */
export async function closeRound(
  context: WorkContext,
  input: { readonly run: string; readonly incomplete?: boolean },
): Promise<ClosedRound> {
  const { facts } = await runWork(context, input.run, 'lead');
  const held = await context.store.read((db) => countHeld(db, input.run));
  const wanted = sumOf(held);
  const { judged } = await runFold(context.store, facts);
  const given = await judgedCounts(context.store, input.run);
  const at = timeOf(context);
  return context.store.write(
    async (tx) => {
      await lockRun(tx, input.run);
      const before = await findRun(tx, input.run);
      const common = { run: input.run, round: facts.round, judged, wanted };
      if (before?.closedAt != null) {
        const { closedAt, closedBy } = before;
        return { ...common, closedAt, closedBy: closedBy ?? '', fresh: false };
      }
      if (judged < wanted && input.incomplete !== true) {
        const late = [...held].filter(([who, own]) => own > (given.get(who ?? '') ?? 0));
        // Where all places are filled, what fills them does not count under the present questions.
        const from =
          late.length > 0 ? late.map(([who]) => who) : await runAnnotators(tx, input.run);
        const names = from.map((who) => who ?? codedText('another-annotator'));
        const missing = wanted - judged;
        refuse('judgments-missing', { round: facts.round, missing, wanted, names });
      }
      await closeRun(tx, { id: input.run, at, by: context.actor.login });
      const place = { project: facts.project, object: `run/${input.run}` };
      const detail = { round: facts.round, attempt: facts.attempt, judged, wanted };
      audit(tx, context.actor, at, 'round-close', { ...place, detail });
      return { ...common, closedAt: at, closedBy: context.actor.login, fresh: true };
    },
    { alone: true },
  );
}
