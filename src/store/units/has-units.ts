import { sql } from 'kysely';
import type { Database } from '../tables.ts';
import { preparedFirst } from '../prepared.ts';
import type { TaskPlace } from './units.ts';

/** Whether a task has any unit, even one of an import that is not finished. */
export async function hasUnits(db: Database, place: TaskPlace): Promise<boolean> {
  return (await selectAny(db, place)) !== null;
}

const selectAny = preparedFirst((db, { project, task }: TaskPlace) =>
  db
    .selectFrom('unit')
    .select('seq')
    .where('project', '=', project)
    .where('task', '=', task)
    .limit(sql.lit(1)),
);
