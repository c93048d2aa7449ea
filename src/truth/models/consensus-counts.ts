import type { StandingName } from '../../domain/fold/standing.ts';
import { UnitStandings } from '../fold/unit-standings.ts';
import type { JudgedTask } from './judged-task.ts';

/** How many units the judgments on a task decide. */
export interface ConsensusCounts {
  readonly units: number;
  /** Units with a truth, by votes or by a ruling. */
  readonly decided: number;
  /** Units that wait for a ruling. */
  readonly open: number;
  /** Units that lack runs of models or people. */
  readonly awaiting: number;
  /** Of the decided and open ones, those that not all have judged; 0 unless that is allowed. */
  readonly partial: number;
}

const lacking: readonly StandingName[] = ['awaiting', 'uncounted', 'undrawn'];

/**
 * Counts what the judgments decide. A unit is decided once all quotas are met; with `allowPartial`
 * also by the judgments so far, and then it is counted as partial.
 */
export function consensusCounts(
  judged: JudgedTask,
  standings: UnitStandings,
  allowPartial: boolean,
): ConsensusCounts {
  const { table, units, rules } = judged;
  const part = new UnitStandings({ ...rules, allowPartial: true }, table, units);
  const counts = { units: units.size, decided: 0, open: 0, awaiting: 0, partial: 0 };
  for (let unit = 0; unit < units.size; unit += 1) {
    const whole = standings.look(unit).state;
    const state = whole === 'awaiting' && allowPartial ? part.look(unit).state : whole;
    if (lacking.includes(state)) counts.awaiting += 1;
    else if (state === 'open') counts.open += 1;
    else counts.decided += 1;
    if (state !== whole) counts.partial += 1;
  }
  return counts;
}
