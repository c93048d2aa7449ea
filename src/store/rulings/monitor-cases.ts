import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Asides } from '../../domain/judging/judgment.ts';
import type { StoredFact } from '../judging/facts.ts';
import type { Tables, TimeText } from '../tables.ts';

/** A task of a project. */
export interface TaskPlace {
  readonly project: string;
  readonly task: string;
}

/**
 * The units that somebody still has to judge in a run that is open: they must not see what others
 * said about these.
 */
export async function unitsToJudge(
  db: Kysely<Tables>,
  given: TaskPlace & { readonly annotator: string },
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('slot')
    .innerJoin('round_run', 'round_run.id', 'slot.run')
    .select('slot.unit')
    .distinct()
    .where('round_run.project', '=', given.project)
    .where('round_run.task', '=', given.task)
    .where('round_run.closed_at', 'is', null)
    .where('slot.annotator', '=', given.annotator)
    .where('slot.judged_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.unit));
}

/** Whether a unit is among them. */
export async function isToJudge(
  db: Kysely<Tables>,
  given: TaskPlace & { readonly annotator: string; readonly unit: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('slot')
    .innerJoin('round_run', 'round_run.id', 'slot.run')
    .select(sql<number>`1`.as('one'))
    .where('round_run.project', '=', given.project)
    .where('round_run.task', '=', given.task)
    .where('round_run.closed_at', 'is', null)
    .where('slot.unit', '=', given.unit)
    .where('slot.annotator', '=', given.annotator)
    .where('slot.judged_at', 'is', null)
    .limit(sql.lit(1))
    .executeTakeFirst();
  return row !== undefined;
}

/** The units of a task that are in a run which is open. */
export async function unitsInOpenRuns(
  db: Kysely<Tables>,
  given: TaskPlace & { readonly units: readonly string[] },
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let start = 0; start < given.units.length; start += lookedUpTogether) {
    const rows = await db
      .selectFrom('run_unit')
      .innerJoin('round_run', 'round_run.id', 'run_unit.run')
      .select('run_unit.unit')
      .where('round_run.project', '=', given.project)
      .where('round_run.task', '=', given.task)
      .where('round_run.closed_at', 'is', null)
      .where('run_unit.unit', 'in', given.units.slice(start, start + lookedUpTogether))
      .execute();
    for (const row of rows) found.add(row.unit);
  }
  return found;
}

/** What happened around a unit, oldest first. */
export async function factsOfUnit(
  db: Kysely<Tables>,
  given: TaskPlace & { readonly unit: string },
): Promise<readonly StoredFact[]> {
  const rows = await db
    .selectFrom('fact')
    .innerJoin('round_run', 'round_run.id', 'fact.run')
    .select([
      'fact.seq',
      'fact.project',
      'fact.run',
      'fact.unit',
      'fact.annotator',
      'fact.kind',
      'fact.detail',
      'fact.at',
    ])
    .where('fact.project', '=', given.project)
    .where('round_run.task', '=', given.task)
    .where('fact.unit', '=', given.unit)
    .orderBy('fact.seq')
    .execute();
  return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as StoredFact['detail'] }));
}

/** The questions that annotators of a task have asked, oldest first. */
export async function askedQuestions(
  db: Kysely<Tables>,
  given: TaskPlace,
): Promise<
  readonly {
    readonly unit: string;
    readonly annotator: string;
    readonly run: string;
    readonly text: string;
    readonly at: TimeText;
  }[]
> {
  const rows = await db
    .selectFrom('fact')
    .innerJoin('round_run', 'round_run.id', 'fact.run')
    .select(['fact.unit', 'fact.annotator', 'fact.run', 'fact.detail', 'fact.at'])
    .where('fact.project', '=', given.project)
    .where('round_run.task', '=', given.task)
    .where('fact.kind', '=', 'question')
    .orderBy('fact.seq')
    .execute();
  return rows.map(({ detail, ...row }) => ({
    ...row,
    text: String((JSON.parse(detail) as { readonly text?: unknown }).text ?? ''),
  }));
}

/** What annotators noted when they flagged these units, oldest first. */
export async function flagNotes(
  db: Kysely<Tables>,
  given: TaskPlace & { readonly units: readonly string[] },
): Promise<
  readonly {
    readonly unit: string;
    readonly annotator: string;
    readonly notes: string;
    readonly at: TimeText;
  }[]
> {
  const found: { unit: string; annotator: string; notes: string; at: TimeText }[] = [];
  for (let start = 0; start < given.units.length; start += lookedUpTogether) {
    const rows = await db
      .selectFrom('judgment')
      .select(['unit', 'annotator', 'asides', 'at'])
      .where('project', '=', given.project)
      .where('task', '=', given.task)
      .where('unit', 'in', given.units.slice(start, start + lookedUpTogether))
      .orderBy('seq')
      .execute();
    for (const { unit, annotator, asides, at } of rows) {
      const { flag, notes } = JSON.parse(asides) as Asides;
      if (flag === true) found.push({ unit, annotator, notes: notes ?? '', at });
    }
  }
  return found;
}

const lookedUpTogether = 500;
