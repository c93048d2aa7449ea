import { storedJson } from '../../domain/stored-json.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import { visibleJudgments } from '../judgments-under-way.ts';
import type { Database } from '../tables.ts';

/** Whose judgments on which units, under which versions of the questions. */
interface Wanted {
  readonly project: string;
  readonly task: string;
  readonly annotator: string;
  readonly units: readonly string[];
  readonly taskHashes: readonly string[];
  /** Leaves out what was judged in this run; null takes all. */
  readonly outside: string | null;
}

/** What somebody answered first about each unit: later revisions do not change it any more. */
export async function firstAnswers(
  db: Database,
  { project, task, annotator, units, taskHashes, outside }: Wanted,
): Promise<ReadonlyMap<string, Answers>> {
  if (units.length === 0) return new Map();
  const rows = await visibleJudgments(db)
    .select(['unit', 'answers', 'annotator'])
    .where((eb) => eb.and({ project, task, annotator }))
    .where('unit', 'in', units)
    .where('task_hash', 'in', taskHashes)
    .where((eb) =>
      outside === null ? eb.lit(true) : eb.or([eb('run', 'is', null), eb('run', '!=', outside)]),
    )
    .orderBy('seq', 'desc')
    .execute();
  return new Map(
    rows.map((row) => [row.unit, storedJson<Answers>(row.answers, 'judgment', 'answers', row)]),
  );
}
