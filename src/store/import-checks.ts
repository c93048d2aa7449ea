import type { Transaction } from 'kysely';
import type { Tables } from './tables.ts';

/** Somebody's latest judgment on a unit, as far as an import must know it. */
export interface JudgedBefore {
  readonly id: string;
  /** What it took the place of. */
  readonly supersedes: string | null;
  readonly idempotencyKey: string;
  /** In JSON, as it is kept; so are the asides. */
  readonly answers: string;
  readonly asides: string;
  readonly guideline: string;
  readonly taskHash: string;
  readonly at: string;
  readonly seconds: number | null;
  /** `workbench` when any of their judgments on the unit was given there. */
  readonly origin: Tables['judgment']['origin'];
}

/** Who has judged these units before, by unit and annotator. */
export async function judgedBefore(tx: Transaction<Tables>, given: { readonly project: string; readonly task: string; readonly units: readonly string[] }): Promise<ReadonlyMap<string, ReadonlyMap<string, JudgedBefore>>> {
  const found = new Map<string, Map<string, JudgedBefore>>();
  for (let start = 0; start < given.units.length; start += lookedUpTogether) {
    const rows = await tx
      .selectFrom('judgment')
      .select(['id', 'unit', 'annotator', 'supersedes', 'idempotency_key as idempotencyKey', 'answers', 'asides', 'guideline_version as guideline', 'task_hash as taskHash', 'at', 'seconds', 'origin'])
      .where('project', '=', given.project)
      .where('task', '=', given.task)
      .where('unit', 'in', given.units.slice(start, start + lookedUpTogether))
      .orderBy('seq')
      .execute();
    for (const row of rows) {
      const own = found.get(row.unit) ?? new Map<string, JudgedBefore>();
      found.set(row.unit, own.set(row.annotator, own.get(row.annotator)?.origin === 'workbench' ? { ...row, origin: 'workbench' } : row));
    }
  }
  return found;
}

const lookedUpTogether = 500;
