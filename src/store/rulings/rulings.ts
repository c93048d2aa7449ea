import type { Kysely, Transaction } from 'kysely';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { refuse } from '../../domain/fault.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import type { Tables } from '../tables.ts';

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
  /**
   * What the judgments said, or were said to say, to the questions that it answers; left out where
   * that is not known.
   */
  readonly original?: Answers | null;
}

/** A ruling with its place in the log. */
export interface StoredRuling extends NewRuling {
  readonly seq: number;
  readonly original: Answers | null;
}

/** Which rulings; what is left out is not asked for. */
export interface RulingFilter {
  readonly project: string;
  readonly task?: string;
  readonly unit?: string;
  readonly after?: number;
}

/** Adds a ruling; when its key is known, the earlier one is given back and nothing is added. */
export async function insertRuling(
  tx: Transaction<Tables>,
  ruling: NewRuling,
): Promise<{ readonly ruling: StoredRuling; readonly fresh: boolean }> {
  const { decision } = ruling;
  const row = await tx
    .insertInto('ruling')
    .values({
      id: ruling.id,
      project: ruling.project,
      task: ruling.task,
      unit: ruling.unit,
      by: ruling.by,
      kind: decision.kind,
      answers: decision.kind === 'answers' ? JSON.stringify(decision.answers) : null,
      reason: ruling.reason,
      own_judgment: ruling.ownJudgment ? 1 : 0,
      edge_case: ruling.edgeCase ? 1 : 0,
      guideline_proposal: ruling.guidelineProposal,
      at: ruling.at,
      idempotency_key: ruling.idempotencyKey,
      original:
        ruling.original === undefined || ruling.original === null
          ? null
          : JSON.stringify(ruling.original),
    })
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
  db: Kysely<Tables>,
  given: { readonly project: string; readonly keys: readonly string[] },
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (let start = 0; start < given.keys.length; start += lookedUpTogether) {
    const rows = await db
      .selectFrom('ruling')
      .select('idempotency_key as key')
      .where('project', '=', given.project)
      .where('idempotency_key', 'in', given.keys.slice(start, start + lookedUpTogether))
      .execute();
    for (const { key } of rows) known.add(key);
  }
  return known;
}

const lookedUpTogether = 500;

/** Rulings in the order of the log; the latest on a unit is the one that counts. */
export async function listRulings(
  db: Kysely<Tables>,
  filter: RulingFilter,
): Promise<readonly StoredRuling[]> {
  let query = selectRuling(db).where('project', '=', filter.project).orderBy('seq');
  if (filter.task !== undefined) query = query.where('task', '=', filter.task);
  if (filter.unit !== undefined) query = query.where('unit', '=', filter.unit);
  if (filter.after !== undefined) query = query.where('seq', '>', filter.after);
  return (await query.execute()).map(readRuling);
}

/** The columns as they are named outside the store. */
function selectRuling(db: Kysely<Tables>) {
  return db
    .selectFrom('ruling')
    .select([
      'seq',
      'id',
      'project',
      'task',
      'unit',
      'by',
      'kind',
      'answers',
      'reason',
      'own_judgment as ownJudgment',
      'edge_case as edgeCase',
    ])
    .select([
      'guideline_proposal as guidelineProposal',
      'at',
      'idempotency_key as idempotencyKey',
      'original',
    ]);
}

interface RulingRow extends Omit<
  StoredRuling,
  'decision' | 'ownJudgment' | 'edgeCase' | 'at' | 'original'
> {
  readonly at: string;
  readonly kind: 'answers' | 'exclude';
  readonly answers: string | null;
  readonly ownJudgment: number;
  readonly edgeCase: number;
  readonly original: string | null;
}

function readRuling({
  kind,
  answers,
  ownJudgment,
  edgeCase,
  original,
  ...row
}: RulingRow): StoredRuling {
  const decision =
    kind === 'answers' ? { kind, answers: JSON.parse(answers ?? '{}') as Answers } : { kind };
  return {
    ...row,
    decision,
    ownJudgment: ownJudgment === 1,
    edgeCase: edgeCase === 1,
    original: original === null ? null : (JSON.parse(original) as Answers),
  };
}

function sameRuling(earlier: StoredRuling, sent: NewRuling): StoredRuling {
  const content = ({ task, unit, by, decision, reason }: NewRuling): string =>
    canonicalJson({ task, unit, by, decision, reason });
  if (content(earlier) !== content(sent))
    refuse('key-reused', { key: sent.idempotencyKey, what: 'ruling' });
  return earlier;
}
