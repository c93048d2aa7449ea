import { unitsInOpenRuns } from '../../store/rounds/open-units.ts';
import { runUnits } from '../../store/rounds/rounds.ts';
import type { RoundRun } from '../../store/rounds/rounds.ts';
import { takesPart } from '../../store/rounds/work-runs.ts';
import type { TaskPlace } from '../../store/units/units.ts';
import { overseeingRoles } from '../authorise.ts';
import { isBlind } from '../judging/blindness.ts';
import type { Role, WorkContext } from '../work-context.ts';

/** What somebody may see of the threads of a task. */
export interface ThreadAccess {
  readonly login: string;
  /** Oversees the project, and judges in no open run of the task: sees everything. */
  readonly isOverseer: boolean;
  /** Oversees it, and judges: sees what annotators see. */
  readonly isBlind: boolean;
  /** May know which annotator said something. */
  readonly knowsNames: boolean;
  /** Whether they may see a question. */
  seesQuestion(question: Asked): boolean;
  /** Whether they may see what was said about a unit outside of questions. */
  seesUnit(unit: string): boolean;
}

/** Who asked about which unit, in which run. */
interface Asked {
  readonly annotator: string;
  readonly run: string;
  readonly unit: string;
}

/**
 * What somebody may see of the threads of a task. While a round is open, a question and its answers
 * are for the one who asked and for those who oversee and do not judge. Once it is closed, they are
 * for all who took part in it, unless the unit is in another round that is open.
 */
export async function threadAccess(
  context: WorkContext,
  place: TaskPlace,
  role: Role,
  runs: readonly RoundRun[],
  units: readonly string[],
): Promise<ThreadAccess> {
  const { login } = context.actor;
  const oversees = overseeingRoles.includes(role);
  const blind = oversees && (await isBlind(context, place));
  const isOverseer = oversees && !blind;
  const knowsNames = isOverseer && role !== 'adjudicator';
  const reader = { login, isOverseer, isBlind: blind, knowsNames };
  if (isOverseer) return { ...reader, seesQuestion: () => true, seesUnit: () => true };
  const closed = runs.filter(({ closedAt, task }) => closedAt !== null && task === place.task);
  return context.store.read(async (db) => {
    const sealed = await unitsInOpenRuns(db, { ...place, units });
    const tookPart = new Set<string>();
    const judgedThere = new Set<string>();
    for (const { id } of closed) {
      if (!(await takesPart(db, { run: id, annotator: login }))) continue;
      tookPart.add(id);
      for (const { unit } of await runUnits(db, id)) judgedThere.add(unit);
    }
    return {
      ...reader,
      seesQuestion: ({ annotator, run, unit }: Asked) =>
        annotator === login || (tookPart.has(run) && !sealed.has(unit)),
      seesUnit: (unit: string) => judgedThere.has(unit) && !sealed.has(unit),
    };
  });
}
