import type { Fault } from '../src/domain/fault.ts';
import type { Judgment } from '../src/domain/judging/judgment.ts';
import { judgmentIntake } from '../src/formats/judging/judgment-intake.ts';
import type { GivenRow, ImportChange, Taken } from '../src/formats/judging/judgment-intake.ts';

/**
 * All judgments that came in, every change, what was kept aside, and the faults; with faults,
 * nothing came in.
 */
export interface Intake {
  readonly judgments: readonly Judgment[];
  readonly changes: readonly ImportChange[];
  readonly aside: readonly Extract<Taken, { kind: 'aside' }>[];
  readonly faults: readonly Fault[];
}

/** Takes all rows of a file under a mode. */
export function takeJudgments(
  ...[compiled, context, mode, rows]: [...Parameters<typeof judgmentIntake>, Iterable<GivenRow>]
): Intake {
  const take = judgmentIntake(compiled, context, mode);
  const judgments: Judgment[] = [];
  const changes: ImportChange[] = [];
  const aside: Extract<Taken, { kind: 'aside' }>[] = [];
  const faults: Fault[] = [];
  for (const given of rows) {
    const taken = take(given);
    if (taken.kind === 'refused') faults.push(...taken.faults);
    else if (taken.kind === 'aside') aside.push(taken);
    else {
      judgments.push(taken.judgment);
      changes.push(...taken.changes);
    }
  }
  return faults.length === 0
    ? { judgments, changes, aside, faults }
    : { judgments: [], changes: [], aside: [], faults };
}
