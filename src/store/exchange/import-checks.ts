import { personName } from '../../domain/people/person-name.ts';
import { batches } from '../bulk-insert.ts';
import { selectJudgment } from '../judging/judgments.ts';
import type { UnreadJudgment } from '../judging/judgments.ts';
import type { Database } from '../tables.ts';
import type { TaskPlace } from '../units/units.ts';

/** Somebody's latest judgment on a unit, as an import needs it. */
export interface JudgedBefore extends UnreadJudgment {
  /** Their latest judgment outside the rounds, which the next one there supersedes. */
  readonly latestOutside: string | null;
}

/** Who has judged these units before, by unit and normalised annotator name. */
export async function judgedBefore(
  db: Database,
  { project, task, units }: TaskPlace & { readonly units: readonly string[] },
): Promise<ReadonlyMap<string, ReadonlyMap<string, JudgedBefore>>> {
  const found = new Map<string, Map<string, JudgedBefore>>();
  for (const batch of batches(units)) {
    const rows = await selectJudgment(db)
      .where((eb) => eb.and({ project, task }))
      .where('unit', 'in', batch)
      .orderBy('seq')
      .execute();
    for (const row of rows) {
      const own = found.get(row.unit) ?? new Map<string, JudgedBefore>();
      const name = personName(row.annotator);
      const before = own.get(name);
      const latestOutside = row.run === null ? row.id : (before?.latestOutside ?? null);
      // An answer of their own in the workbench is never replaced by a file.
      const origin = before?.origin === 'workbench' ? 'workbench' : row.origin;
      found.set(row.unit, own.set(name, { ...row, latestOutside, origin }));
    }
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
    .where('project', '=', given.project)
    .where('task', '=', given.task)
    .execute();
  return new Set(rows.map((row) => personName(row.annotator)));
}
