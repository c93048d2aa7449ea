import type { Kysely } from 'kysely';
import { personName } from '../../domain/people/person-name.ts';
import type { Tables } from '../tables.ts';

/** Somebody's latest judgment on a unit, as far as an import must know it. */
export interface JudgedBefore {
  readonly id: string;
  /** As the record spells them. */
  readonly annotator: string;
  /** Their latest judgment outside the rounds, which the next one there takes the place of. */
  readonly latestOutside: string | null;
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

/**
 * Who has judged these units before, by unit and by the annotator's name in its one Unicode form.
 */
export async function judgedBefore(
  db: Kysely<Tables>,
  given: { readonly project: string; readonly task: string; readonly units: readonly string[] },
): Promise<ReadonlyMap<string, ReadonlyMap<string, JudgedBefore>>> {
  const found = new Map<string, Map<string, JudgedBefore>>();
  for (let start = 0; start < given.units.length; start += lookedUpTogether) {
    const rows = await db
      .selectFrom('judgment')
      .select([
        'id',
        'run',
        'unit',
        'annotator',
        'supersedes',
        'idempotency_key as idempotencyKey',
        'answers',
        'asides',
        'guideline_version as guideline',
        'task_hash as taskHash',
        'at',
        'seconds',
        'origin',
      ])
      .where('project', '=', given.project)
      .where('task', '=', given.task)
      .where('unit', 'in', given.units.slice(start, start + lookedUpTogether))
      .orderBy('seq')
      .execute();
    for (const { run, unit, ...row } of rows) {
      const own = found.get(unit) ?? new Map<string, JudgedBefore>();
      const name = personName(row.annotator);
      const before = own.get(name);
      const latestOutside = run === null ? row.id : (before?.latestOutside ?? null);
      found.set(
        unit,
        own.set(name, {
          ...row,
          latestOutside,
          origin: before?.origin === 'workbench' ? 'workbench' : row.origin,
        }),
      );
    }
  }
  return found;
}

/** Who has judged in a task behind a place in the log, by their names in their one Unicode form. */
export async function judgedSince(
  db: Kysely<Tables>,
  given: { readonly project: string; readonly task: string; readonly after: number },
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

const lookedUpTogether = 500;
