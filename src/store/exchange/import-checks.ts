import { personName } from '../../domain/people/person-name.ts';
import { batches } from '../bulk-insert.ts';
import { selectJudgment } from '../judging/judgments.ts';
import { visibleJudgments } from '../judgments-under-way.ts';
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
  return await visibleJudgments(db)
    .innerJoin('judgment as staged', (join) =>
      join
        .onRef('staged.unit', '=', 'judgment.unit')
        .on('staged.task', '=', given.task)
        .on('staged.project', '=', given.project)
        .on('staged.seq', '>=', given.from),
    )
    .select(['staged.annotator as mine', 'judgment.annotator as theirs'])
    .where('judgment.seq', '>', given.after)
    .where('judgment.project', '=', given.project)
    .where('judgment.task', '=', given.task)
    .execute();
}

/** Who has judged in a task after a place in the log, by normalised name. */
export async function judgedSince(
  db: Database,
  given: TaskPlace & { readonly after: number },
): Promise<ReadonlySet<string>> {
  const rows = await visibleJudgments(db)
    .select('annotator')
    .distinct()
    .where('seq', '>', given.after)
    .where('project', '=', given.project)
    .where('task', '=', given.task)
    .execute();
  return new Set(rows.map((row) => personName(row.annotator)));
}
