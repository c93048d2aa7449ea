import { storedJson } from '../../domain/stored-json.ts';
import { codedText } from '../../domain/text-values.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { refuse } from '../../domain/fault.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { batches } from '../bulk-insert.ts';
import { fields, toColumns } from '../columns.ts';
import type { Row } from '../columns.ts';
import { rulingsAhead, visibleRulings } from '../rulings-under-way.ts';
import type { Database, WriteTransaction } from '../tables.ts';

/** A ruling to be added. */
export interface NewRuling extends Ruling {
  readonly id: string;
  readonly project: string;
  readonly at: string;
  /** Whether the one who rules had judged the unit. */
  readonly ownJudgment: boolean;
  /** Whether it belongs in the register of edge cases. */
  readonly edgeCase: boolean;
  readonly guidelineProposal: string | null;
  readonly idempotencyKey: string;
  /** What the judgments said, or were said to say, to the questions it answers, if known. */
  readonly original?: Answers | null;
}

/** A ruling with its place in the log. */
export interface StoredRuling extends NewRuling {
  readonly seq: number;
  readonly original: Answers | null;
}

/** Which rulings; an omitted filter does not apply. */
export interface RulingFilter {
  readonly project: string;
  readonly task?: string;
  readonly unit?: string;
  readonly after?: number;
}

/** Adds a ruling; when its key is known, nothing is added and the earlier one is returned. */
export async function insertRuling(
  tx: WriteTransaction,
  ruling: NewRuling,
): Promise<{ readonly ruling: StoredRuling; readonly fresh: boolean }> {
  const next = await rulingsAhead.nextSeq(tx);
  const row = await tx
    .insertInto('ruling')
    .values({ ...rulingColumns(ruling), ...(next === null ? {} : { seq: next }) })
    .onConflict((conflict) => conflict.columns(['project', 'idempotency_key']).doNothing())
    .returning('seq')
    .executeTakeFirst();
  if (row !== undefined)
    return { ruling: { ...ruling, original: ruling.original ?? null, seq: row.seq }, fresh: true };
  const earlier = await selectRuling(tx)
    .where('project', '=', ruling.project)
    .where('idempotency_key', '=', ruling.idempotencyKey)
    .executeTakeFirstOrThrow();
  return { ruling: sameRuling(readRuling(earlier), ruling), fresh: false };
}

/** Those of the keys under which there is a ruling. */
export async function knownRulings(
  db: Database,
  given: { readonly project: string; readonly keys: readonly string[] },
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const batch of batches(given.keys)) {
    const rows = await visibleRulings(db)
      .select('idempotency_key as key')
      .where('project', '=', given.project)
      .where('idempotency_key', 'in', batch)
      .execute();
    for (const { key } of rows) known.add(key);
  }
  return known;
}

/** Rulings in the order of the log; the latest on a unit is the one that counts. */
export async function listRulings(
  db: Database,
  filter: RulingFilter,
): Promise<readonly StoredRuling[]> {
  let query = selectRuling(db).where('project', '=', filter.project).orderBy('seq');
  if (filter.task !== undefined) query = query.where('task', '=', filter.task);
  if (filter.unit !== undefined) query = query.where('unit', '=', filter.unit);
  if (filter.after !== undefined) query = query.where('seq', '>', filter.after);
  return (await query.execute()).map(readRuling);
}

/** When units were last ruled on; those that never were are left out. */
export async function lastRuledAt(
  db: Database,
  { project, task }: { readonly project: string; readonly task: string },
  units: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const batch of batches(units)) {
    const query = visibleRulings(db)
      .select((eb) => ['unit', eb.fn.max('at').as('at')])
      .where((eb) => eb.and({ project, task }))
      .where('unit', 'in', batch)
      .groupBy('unit');
    for (const { unit, at } of await query.execute()) found.set(unit, at);
  }
  return found;
}

function rulingColumns(ruling: NewRuling) {
  const { decision, original = null } = ruling;
  return toColumns('ruling', {
    ...ruling,
    kind: decision.kind,
    answers: decision.kind === 'answers' ? JSON.stringify(decision.answers) : null,
    ownJudgment: ruling.ownJudgment ? 1 : 0,
    edgeCase: ruling.edgeCase ? 1 : 0,
    original: original === null ? null : JSON.stringify(original),
  });
}

function selectRuling(db: Database) {
  return visibleRulings(db).select(fields('ruling'));
}

/** The values of a ruling of an import, in the order of the columns behind the number. */
export function rulingValues(ruling: NewRuling): readonly unknown[] {
  const row: Readonly<Record<string, unknown>> = rulingColumns(ruling);
  return rulingsAhead.columns.slice(1).map((column) => row[column]);
}

function readRuling({ kind, answers, original, ...row }: Row<'ruling'>): StoredRuling {
  const parsed = (text: string | null, column: string): Answers | null =>
    text === null ? null : storedJson<Answers>(text, 'ruling', column, row);
  return {
    ...row,
    decision: kind === 'answers' ? { kind, answers: parsed(answers, 'answers') ?? {} } : { kind },
    ownJudgment: row.ownJudgment === 1,
    edgeCase: row.edgeCase === 1,
    original: parsed(original, 'original'),
  };
}

function sameRuling(earlier: StoredRuling, sent: NewRuling): StoredRuling {
  const content = ({ task, unit, by, decision, reason }: NewRuling): string =>
    canonicalJson({ task, unit, by, decision, reason });
  if (content(earlier) !== content(sent))
    refuse('key-reused', { key: sent.idempotencyKey, what: codedText('ruling') });
  return earlier;
}
