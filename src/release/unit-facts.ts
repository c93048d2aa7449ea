import { canonicalJson } from '../domain/canonical-json.ts';
import type { Task } from '../domain/protocol/task.ts';
import type { UnitFields } from '../domain/units/unit.ts';
import { nearDuplicates } from '../statistics/release/near-duplicates.ts';
import { contentHash } from '../truth/protocol/task-hash.ts';
import type { WeakMatcher } from '../truth/units/weak-rules.ts';
import type { NearDuplicate, RecordUnit } from './record.ts';

/** A unit as it was stored. */
export interface GivenUnit {
  readonly id: string;
  readonly subject: string | null;
  readonly fields: UnitFields;
}

/**
 * A unit of a record, with what is known of its text: its hash, its length, the labels of the
 * keyword rule.
 */
export function recordUnit(task: Task, unit: GivenUnit, weak: WeakMatcher | null): RecordUnit {
  const { id, subject, fields } = unit;
  const text = shownText(task, fields);
  return {
    task: task.id,
    id,
    subject,
    hash: unitHash(unit),
    fields,
    withheld: false,
    characters: [...text].length,
    words: text.match(/\S+/g)?.length ?? 0,
    weak: weak === null ? null : weak.match(text).labels.map((one) => one.label),
  };
}

/** The hash over a unit's subject and fields, in any order. */
export function unitHash({ subject, fields }: Pick<GivenUnit, 'subject' | 'fields'>): string {
  return contentHash(canonicalJson([subject, fields]));
}

/** The text of a unit that is judged. */
export function shownText({ unit }: Task, fields: UnitFields): string {
  const shown = unit.show.map((field) => fields[field]);
  return shown.filter((value) => typeof value === 'string').join('\n');
}

/** Pairs of units of each task with nearly the same text. */
export function duplicateUnits(
  tasks: readonly Task[],
  units: readonly RecordUnit[],
): readonly NearDuplicate[] {
  return tasks.flatMap((task) => {
    const own = units.filter((unit) => unit.task === task.id);
    const texts = own.map((unit) => shownText(task, unit.fields));
    return nearDuplicates(texts).map(({ a, b, similarity }) => ({
      task: task.id,
      a: own[a]!.id,
      b: own[b]!.id,
      similarity: Number(similarity.toPrecision(12)),
    }));
  });
}

/** The fields of a unit that results depend on: all that is published where text is withheld. */
export function publicFields({ unit }: Task, subjectFields: readonly string[]): readonly string[] {
  const single = [unit.subject, unit.rank, unit.date].filter((field) => field !== null);
  const text = new Set([...unit.show, ...unit.folded, ...unit.context]);
  const own = [...unit.id, ...single, ...unit.carried, ...Object.keys(unit.vocabulary), 'language'];
  const known = new Set([...own, ...subjectFields]);
  return [...known].filter((field) => unit.id.includes(field) || !text.has(field));
}
