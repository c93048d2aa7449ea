import type { FoldedTask, RecordFold } from './record-fold.ts';
import type { RecordRuling } from './record.ts';

/** What was ruled on a task, counted. */
export interface RulingFigures {
  /** All rulings; those that a later one on the same unit replaced are `replaced`. */
  readonly total: number;
  readonly replaced: number;
  /** The rulings in force, by what they did. */
  readonly kinds: Readonly<Record<RulingKind, number>>;
  readonly by: readonly { readonly name: string; readonly rulings: number }[];
  /** Made by somebody who had judged the unit. */
  readonly own: number;
  /** Kept as edge cases, and with a proposal for the guideline. */
  readonly edgeCases: number;
  readonly proposals: number;
  /** The reasons of the rulings in force that state answers, the most frequent first. */
  readonly reasons: readonly { readonly reason: string; readonly rulings: number }[];
}

/**
 * What a ruling did. `settled`: answered what the judgments left open. `overruled`: gave another
 * answer than they did. `confirmed`: gave theirs. `excluded`: left the unit out. `stated`: answered
 * where nobody knows what the judgments said.
 */
export type RulingKind = (typeof rulingKinds)[number];

/** The kinds of rulings, in the order in which they are told. */
export const rulingKinds = ['settled', 'overruled', 'confirmed', 'excluded', 'stated'] as const;

/** What a ruling did to what the judgments said. */
export function rulingKind({
  decision,
  original,
}: Pick<RecordRuling, 'decision' | 'original'>): RulingKind {
  if (decision.kind === 'exclude') return 'excluded';
  if (original === null) return 'stated';
  const given = Object.entries(decision.answers);
  if (given.some(([id, answer]) => original[id] !== undefined && original[id] !== answer))
    return 'overruled';
  return given.some(([id]) => original[id] === undefined) ? 'settled' : 'confirmed';
}

/** Counts the rulings on a task. */
export function rulingFigures({ record }: RecordFold, task: FoldedTask): RulingFigures {
  const all = record.rulings.filter((one) => one.task === task.task.task.id);
  const inForce = [...task.rulings.values()];
  const kinds = Object.fromEntries(rulingKinds.map((kind) => [kind, 0])) as Record<
    RulingKind,
    number
  >;
  for (const ruling of inForce) kinds[rulingKind(ruling)] += 1;
  const stated = inForce.filter(({ decision }) => decision.kind !== 'exclude');
  return {
    total: all.length,
    replaced: all.length - inForce.length,
    kinds,
    by: counts(all.map(({ by }) => by)).map(([name, rulings]) => ({ name, rulings })),
    own: all.filter(({ ownJudgment }) => ownJudgment).length,
    edgeCases: inForce.filter(({ edgeCase }) => edgeCase).length,
    proposals: inForce.filter(({ guidelineProposal }) => guidelineProposal !== null).length,
    reasons: counts(stated.map(({ reason }) => reason)).map(([reason, rulings]) => ({
      reason,
      rulings,
    })),
  };
}

/** How often each text occurs, the most frequent first. */
function counts(texts: readonly string[]): readonly (readonly [string, number])[] {
  const found = new Map<string, number>();
  for (const text of texts) found.set(text, (found.get(text) ?? 0) + 1);
  return [...found].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}
