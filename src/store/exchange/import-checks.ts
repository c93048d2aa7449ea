import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { groupBy } from '../../domain/group-by.ts';
import { personName } from '../../domain/people/person-name.ts';
import { batches } from '../bulk-insert.ts';
import { selectJudgment } from '../judging/judgments.ts';
import { lastJudgmentSeq } from '../judgments-under-way.ts';
import type { UnreadJudgment } from '../judging/judgments.ts';
import type { Database } from '../tables.ts';
import type { TaskPlace } from '../units/units.ts';

/** Somebody's latest judgment on a unit, as an import needs it. */
export interface JudgedBefore extends UnreadJudgment {
  /** Their latest judgment in the same run, or outside of all, which the next one supersedes. */
  readonly latestThere: string | null;
}

/**
 * Who has judged these units before, by unit and normalised annotator name; in a run, where one
 * is named.
 */
export async function judgedBefore(
  db: Database,
  given: TaskPlace & { readonly units: readonly string[]; readonly run?: string | null },
): Promise<ReadonlyMap<string, ReadonlyMap<string, JudgedBefore>>> {
  const { project, task, units, run = null } = given;
  const found = new Map<string, Map<string, JudgedBefore>>();
  for (const batch of batches(units)) {
    const all = selectJudgment(db).where((eb) => eb.and({ project, task }));
    const rows = await (run === null ? all : all.where('run', '=', run))
      .where('unit', 'in', batch)
      .orderBy('seq')
      .execute();
    for (const row of rows) {
      const own = found.get(row.unit) ?? new Map<string, JudgedBefore>();
      const name = personName(row.annotator);
      const before = own.get(name);
      const latestThere = row.run === run ? row.id : (before?.latestThere ?? null);
      // An answer of their own in the workbench is never replaced by a file.
      const origin = before?.origin === 'workbench' ? 'workbench' : row.origin;
      found.set(row.unit, own.set(name, { ...row, latestThere, origin }));
    }
  }
  return found;
}

/** Who has judged what in a task after a place in the log, of the units of an unfinished import. */
export async function judgedMeanwhile(
  db: Database,
  given: TaskPlace & { readonly after: number; readonly from: number },
): Promise<readonly { readonly mine: string; readonly theirs: string }[]> {
  const { project, task, after, from } = given;
  const theirs = await db
    .selectFrom('judgment')
    .select(['unit', 'annotator'])
    .where((eb) => eb.and({ project, task }))
    // What is behind is the import itself, which may be millions.
    .where('seq', '>', after)
    .where('seq', '<', from)
    .execute();
  const byUnit = groupBy(theirs, (one) => one.unit);
  const found: { readonly mine: string; readonly theirs: string }[] = [];
  for (const units of batches([...byUnit.keys()])) {
    const staged = await db
      .selectFrom('judgment')
      .select(['unit', 'annotator'])
      .where((eb) => eb.and({ project, task }))
      .where('unit', 'in', units)
      .where(sql<boolean>`+seq >= ${from}`)
      .execute();
    for (const { unit, annotator: mine } of staged)
      for (const one of byUnit.get(unit) ?? []) found.push({ mine, theirs: one.annotator });
    await nextTurn();
  }
  return found;
}

/** Who has judged in a task after a place in the log, by normalised name. */
export async function judgedSince(
  db: Database,
  given: TaskPlace & { readonly after: number },
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('judgment')
    .select('annotator')
    .distinct()
    .where('seq', '>', given.after)
    // What is behind may be an import that is not finished.
    .where('seq', '<=', await lastJudgmentSeq(db))
    .where('project', '=', given.project)
    .where('task', '=', given.task)
    .execute();
  return new Set(rows.map((row) => personName(row.annotator)));
}
