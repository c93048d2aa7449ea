import type { Question } from '../domain/protocol/question.ts';
import { isClosed, isLabel } from '../domain/protocol/scale.ts';
import { codeAnswer, codeApplies, codeCount } from '../truth/protocol/answer-codes.ts';
import { sides, split } from '../truth/release/split.ts';
import type { Side, Split } from '../truth/release/split.ts';
import type { NearDuplicate } from './record.ts';
import type { FoldedTask, RecordFold } from './record-fold.ts';

/** How a task's units were cut into dev and test. */
export interface ReleaseSplit extends Omit<Split, 'part'> {
  readonly seed: number;
  readonly dev: number;
  readonly keepTogether: boolean;
  /** The side of each unit that has a truth. */
  readonly sideOf: ReadonlyMap<string, Side>;
  /** Nearly equal texts on both sides: test would be easier than it looks. */
  readonly acrossSides: readonly NearDuplicate[];
}

/** What is to be as frequent on both sides: a label, or an answer to another question. */
interface Stratum {
  readonly name: string;
  /** The place of its question. */
  readonly at: number;
  readonly holds: (code: number) => boolean;
}

/**
 * Cuts the units of a task that have a truth into dev and test, with every label, and every answer
 * to other questions with choices, as frequent on both sides; whole subjects stay together where
 * the protocol asks for it. Null where the protocol plans no split, or where there are fewer than
 * two units. Found once for everything that asks.
 */
export function releaseSplit(fold: RecordFold, task: FoldedTask): ReleaseSplit | null {
  const known = found.get(task);
  if (known !== undefined) return known;
  const cut = cutSplit(fold, task);
  found.set(task, cut);
  return cut;
}

const found = new WeakMap<FoldedTask, ReleaseSplit | null>();

function cutSplit(fold: RecordFold, task: FoldedTask): ReleaseSplit | null {
  const plan = fold.present.protocol.release.split;
  if (plan === undefined) return null;
  const { fold: folded, list } = task;
  const strata = folded.table.questions.flatMap((question, at) =>
    question.measured && isClosed(question.scale) ? strataOf(question, at) : [],
  );
  const settled = list.flatMap(({ id, subject }) => {
    const row = folded.units.find(id);
    return row >= 0 && folded.isSettled(row) ? [{ id, row, subject: subject ?? id }] : [];
  });
  if (settled.length < 2) return null;
  const has = new Uint8Array(settled.length * strata.length);
  settled.forEach(({ row }, unit) =>
    strata.forEach(({ at, holds }, stratum) => {
      const code = folded.standings.code(row, at);
      if (code >= 0 && holds(code)) has[unit * strata.length + stratum] = 1;
    }),
  );
  const keepTogether = plan.keep_together === 'subject';
  const { part, ...result } = split(
    strata.map(({ name }) => name),
    { units: settled.length, labels: strata.length, has },
    {
      dev: plan.dev,
      sizes: plan.sizes,
      seed: fold.seed,
      ...(keepTogether ? { groups: settled.map((one) => one.subject) } : {}),
    },
  );
  const sideOf = new Map<string, Side>(
    settled.flatMap(({ id }, at) => (part[at] === 2 ? [] : [[id, sides[part[at]!]!] as const])),
  );
  const name = task.task.task.id;
  const acrossSides = (fold.record.nearDuplicates ?? []).filter(
    ({ task: own, a, b }) =>
      own === name && sideOf.has(a) && sideOf.has(b) && sideOf.get(a) !== sideOf.get(b),
  );
  return { ...result, seed: fold.seed, dev: plan.dev, keepTogether, sideOf, acrossSides };
}

function strataOf(question: Question, at: number): readonly Stratum[] {
  if (isLabel(question.scale))
    return [{ name: question.id, at, holds: (code) => codeApplies(question, code) }];
  return Array.from({ length: codeCount(question) }, (_, own) => ({
    name: `${question.id}=${String(codeAnswer(question, own))}`,
    at,
    holds: (code) => code === own,
  }));
}
