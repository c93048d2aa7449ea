import { sql } from 'kysely';
import { storedJson } from '../../domain/stored-json.ts';
import type { Asides } from '../../domain/judging/judgment.ts';
import { batches } from '../bulk-insert.ts';
import { visibleJudgments } from '../judgments-under-way.ts';
import type { Database, TimeText } from '../tables.ts';
import type { TaskPlace } from '../units/units.ts';

/** What an annotator said about a unit. */
interface Remark {
  readonly unit: string;
  readonly annotator: string;
  readonly at: TimeText;
}

/** A question that an annotator asked about a unit, by its number in the log. */
export interface AskedQuestion extends Remark {
  readonly seq: number;
  readonly run: string;
  readonly text: string;
}

/** The questions that annotators of a task, or of one unit, have asked, oldest first. */
export async function askedQuestions(
  db: Database,
  given: TaskPlace & { readonly unit?: string },
): Promise<readonly AskedQuestion[]> {
  let query = db
    .selectFrom('fact')
    .innerJoin('round_run', 'round_run.id', 'fact.run')
    .select(['fact.seq', 'fact.unit', 'fact.annotator', 'fact.run', 'fact.detail', 'fact.at'])
    .where('fact.project', '=', given.project)
    .where('round_run.task', '=', given.task)
    .where('fact.kind', '=', sql.lit('question'))
    .orderBy('fact.seq');
  if (given.unit !== undefined) query = query.where('fact.unit', '=', given.unit);
  const rows = await query.execute();
  return rows.map(({ detail, ...row }) => ({
    ...row,
    text: String(storedJson<{ text?: unknown }>(detail, 'fact', 'detail', row).text ?? ''),
  }));
}

/** What annotators noted when they flagged these units, oldest first. */
export async function flagNotes(
  db: Database,
  { project, task, units }: TaskPlace & { readonly units: readonly string[] },
): Promise<readonly (Remark & { readonly notes: string })[]> {
  const found: (Remark & { readonly notes: string })[] = [];
  for (const batch of batches(units)) {
    const rows = await visibleJudgments(db)
      .select(['unit', 'annotator', 'asides', 'at'])
      .where((eb) => eb.and({ project, task }))
      .where('unit', 'in', batch)
      .orderBy('seq')
      .execute();
    for (const { unit, annotator, asides, at } of rows) {
      const { flag, notes } = storedJson<Asides>(asides, 'judgment', 'asides', { unit, annotator });
      if (flag === true) found.push({ unit, annotator, notes: notes ?? '', at });
    }
  }
  return found;
}
