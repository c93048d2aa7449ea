import { refuse } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { closeRun, findRun } from '../../store/rounds/rounds.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { lockRun } from '../../store/rounds/run-lock.ts';
import { runAnnotators } from '../../store/rounds/work-runs.ts';
import { countHeld, sumOf } from '../../store/judging/progress.ts';
import { audit } from '../audit.ts';
import { judgedCounts } from '../judging/judged-counts.ts';
import { runFold } from '../monitoring/run-figures.ts';
import { askedPlaces, askedSums, askingWork } from './asked-places.ts';
import { checkedReason, decideUnits } from './decide-units.ts';
import type { DecidedUnits, DecideUnits } from './decide-units.ts';
import { runWork } from './run-work.ts';
import { unitsWithoutResult } from './units-without-result.ts';
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
  /** How many of its units nothing counts on, and what was decided about them if it was asked. */
  readonly left: number;
  readonly units: DecidedUnits | null;
}

/** The round to close. */
export interface CloseRound {
  readonly run: string;
  /** Although judgments are missing. */
  readonly incomplete?: boolean;
  /** What happens to the units on which nothing counts, where there are any; see `decideUnits`. */
  readonly units?: Omit<DecideUnits, 'run'>;
}

/**
 * Closes a run: no more judgments, and annotators may see how they agree with the others. If
 * judgments are missing, only with `incomplete`; its gate then fails until waived. Of a run that
 * missed its gate nothing counts, and it is decided what happens to its units. Leads.
 */
export async function closeRound(context: WorkContext, input: CloseRound): Promise<ClosedRound> {
  if (input.units !== undefined) checkedReason(input.units);
  const closed = await close(context, input);
  const { facts } = await runWork(context, input.run, 'lead');
  const { byRun } = await unitsWithoutResult(context.store, facts);
  const left = byRun.get(input.run)?.length ?? 0;
  const asked = left === 0 ? undefined : input.units;
  const units =
    asked === undefined ? null : await decideUnits(context, { ...asked, run: input.run });
  return { ...closed, left, units };
}

async function close(
  context: WorkContext,
  input: CloseRound,
): Promise<Omit<ClosedRound, 'left' | 'units'>> {
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
        const seen = await seenCounts(context, facts, { held, given, judged, wanted });
        const late = [...seen.held].filter(([who, own]) => own > (seen.given.get(who ?? '') ?? 0));
        // Where all places are filled, what fills them does not count under the present questions.
        const from =
          late.length > 0 ? late.map(([who]) => who) : await runAnnotators(tx, input.run);
        const names = from.map((who) => who ?? codedText('another-annotator'));
        const missing = seen.wanted - seen.judged;
        refuse('judgments-missing', { round: facts.round, missing, wanted: seen.wanted, names });
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

interface RunCounts {
  readonly held: ReadonlyMap<string | null, number>;
  readonly given: ReadonlyMap<string, number>;
  readonly judged: number;
  readonly wanted: number;
}

/**
 * What is missing, without what answers asked for while the lead judges there too: that would tell
 * whether somebody disagreed with them. Once nothing else is missing, it is said.
 */
async function seenCounts(
  context: WorkContext,
  { id, project }: Pick<RoundRun, 'id' | 'project'>,
  counts: RunCounts,
): Promise<RunCounts> {
  if (!(await askingWork(context, { project })).includes(id)) return counts;
  const asked = await askedPlaces(context.store, [id]);
  const sums = askedSums(asked, id);
  const [wanted, judged] = [counts.wanted - sums.held, counts.judged - sums.judged];
  if (judged >= wanted) return counts;
  const own = asked.counts.get(id);
  const held = new Map(
    [...counts.held].map(([who, count]) => [who, count - (own?.get(who)?.held ?? 0)]),
  );
  const given = new Map(
    [...counts.given].map(([who, count]) => [who, count - (own?.get(who)?.judged ?? 0)]),
  );
  return { held, given, wanted, judged };
}
