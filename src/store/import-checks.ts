import type { Transaction } from 'kysely';
import { canonicalJson } from '../domain/canonical-json.ts';
import type { Tables } from './tables.ts';

/** Somebody's latest judgment on a unit, as far as an import must know it. */
export interface JudgedBefore {
  /** In canonical JSON, to be compared. */
  readonly answers: string;
  /** `workbench` when any of their judgments on the unit was given there. */
  readonly origin: Tables['judgment']['origin'];
}

/** Who has judged these units before, by unit and annotator. */
export async function judgedBefore(tx: Transaction<Tables>, given: { readonly project: string; readonly task: string; readonly units: readonly string[] }): Promise<ReadonlyMap<string, ReadonlyMap<string, JudgedBefore>>> {
  const found = new Map<string, Map<string, JudgedBefore>>();
  for (let start = 0; start < given.units.length; start += lookedUpTogether) {
    const rows = await tx
      .selectFrom('judgment')
      .select(['unit', 'annotator', 'answers', 'origin'])
      .where('project', '=', given.project)
      .where('task', '=', given.task)
      .where('unit', 'in', given.units.slice(start, start + lookedUpTogether))
      .orderBy('seq')
      .execute();
    for (const { unit, annotator, answers, origin } of rows) {
      const own = found.get(unit) ?? new Map<string, JudgedBefore>();
      found.set(unit, own.set(annotator, { answers: canonicalJson(JSON.parse(answers)), origin: own.get(annotator)?.origin === 'workbench' ? 'workbench' : origin }));
    }
  }
  return found;
}

const lookedUpTogether = 500;
