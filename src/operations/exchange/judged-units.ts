import type { Uncounted } from '../../domain/fold/uncounted.ts';
import type { LoggedJudgment } from '../../domain/judging/judgment.ts';
import { streamLoggedByUnit } from '../../store/exchange/export-rows.ts';
import type { ExportedEntry } from '../../store/exchange/export-rows.ts';
import { streamUnits } from '../../store/units/units.ts';
import type { StoredUnit } from '../../store/units/units.ts';
import { unitTruth } from '../../truth/fold/unit-truth.ts';
import type { UnitTruth } from '../../truth/fold/unit-truth.ts';
import type { LiveTally } from '../fold/live-tally.ts';
import type { WorkContext } from '../work-context.ts';

/** A judgment, and why it does not count; null when it does. */
export interface CountedEntry extends ExportedEntry {
  readonly uncounted: Uncounted | null;
}

/** A unit with what is true of it, and every judgment on it in the order of the log. */
export interface JudgedUnit extends UnitTruth {
  readonly unit: StoredUnit;
  readonly judgments: readonly CountedEntry[];
}

/** Where the truth about a unit comes from, by the judgments that count. */
export interface Provenance {
  readonly judgments: number;
  readonly rounds: readonly string[];
  readonly guidelines: readonly string[];
  /** `workbench`, `model`, `rule`, or `import` with the id of the import. */
  readonly origins: readonly string[];
}

/** The units of a task with their truth and judgments, in the order of the units. */
export async function* judgedUnits(
  context: WorkContext,
  live: LiveTally,
): AsyncGenerator<JudgedUnit> {
  const place = { project: live.project.project, task: live.task.task.id };
  const log = streamLoggedByUnit(context.store, place)[Symbol.asyncIterator]();
  try {
    let next = await log.next();
    for await (const unit of streamUnits(context.store, place)) {
      const entries: ExportedEntry[] = [];
      // A judgment that came in after the units were read belongs to a unit behind them.
      while (next.done !== true && next.value.unitSeq <= unit.seq) {
        if (next.value.unitSeq === unit.seq) entries.push(next.value);
        next = await log.next();
      }
      yield { unit, ...unitTruth(live.tally, unit.id), judgments: counted(entries, live) };
    }
  } finally {
    await log.return?.();
  }
}

/** Where the truth about a unit comes from. */
export function provenance(
  judgments: readonly CountedEntry[],
  roundOf: (run: string) => string | null,
): Provenance {
  const counting = judgments.filter((one) => one.uncounted === null);
  const rounds = counting.flatMap(({ run }) => (run === null ? [] : [roundOf(run) ?? run]));
  return {
    judgments: counting.length,
    rounds: distinct(rounds),
    guidelines: distinct(counting.map((one) => one.guideline)),
    origins: distinct(counting.map(originOf)),
  };
}

/** Where a judgment comes from: `import:01J…` for one of an import that is known. */
export function originOf({ origin, importId }: Pick<ExportedEntry, 'origin' | 'importId'>): string {
  return importId === null ? origin : `${origin}:${importId}`;
}

/** Of each annotator's judgments that could count, the last one does. */
function counted(entries: readonly ExportedEntry[], { tally }: LiveTally): readonly CountedEntry[] {
  const last = new Map<string, LoggedJudgment>();
  const why = entries.map((entry) => {
    const uncounted = tally.uncounted(entry);
    if (uncounted === null) last.set(entry.annotator, entry);
    return uncounted;
  });
  return entries.map((entry, at) => {
    const isLast = last.get(entry.annotator) === entry;
    const superseded = { why: 'superseded', round: null } as const;
    return { ...entry, uncounted: why[at] ?? (isLast ? null : superseded) };
  });
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted();
}
