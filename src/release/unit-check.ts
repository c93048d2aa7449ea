import { codedText } from '../domain/text-values.ts';
import { readWeakRules } from '../formats/protocol/weak-rules-yaml.ts';
import { contentHash } from '../truth/protocol/task-hash.ts';
import { WeakMatcher } from '../truth/units/weak-rules.ts';
import type { Difference } from './differences.ts';
import type { RecordProtocols } from './record-fold.ts';
import type { RecordUnit, ReleaseRecord } from './record.ts';
import { duplicateUnits, recordUnit } from './unit-facts.ts';

/** What a record says about a unit besides its fields, and computes from its text. */
const computed = ['hash', 'characters', 'words', 'weak'] as const;

/**
 * Compares what a record says about units whose text is published with what the text gives: hashes,
 * lengths, weak labels and nearly equal texts; and replies of models with their hashes.
 */
export function unitDifferences(
  record: ReleaseRecord,
  { present }: RecordProtocols,
): readonly Difference[] {
  const { tasks } = present;
  const weak = weakMatcher(present.protocol, present.content.files);
  const file = 'record/units.jsonl';
  const found: Difference[] = [];
  record.units.forEach((unit, at) => {
    const task = tasks.get(unit.task)?.task;
    if (unit.withheld || task === undefined) return;
    const fresh = recordUnit(task, unit, weak);
    for (const field of computed) {
      const [got, expected] = [unit, fresh].map((one) => JSON.stringify(one[field]));
      if (got === expected) continue;
      const values = { row: at + 1, field, unit: unit.id, got: got!, expected: expected! };
      found.push({ file, row: at + 1, field, what: codedText('differs-unit', values) });
    }
  });
  const isWhole = record.units.every((unit: RecordUnit) => !unit.withheld);
  if (isWhole && record.nearDuplicates !== null) {
    const all = [...tasks.values()].map(({ task }) => task);
    const fresh = duplicateUnits(all, record.units);
    if (JSON.stringify(fresh) !== JSON.stringify(record.nearDuplicates))
      found.push({ file: 'record/near-duplicates.jsonl', what: codedText('differs-duplicates') });
  }
  return [...found, ...replyDifferences(record)];
}

/** Compares the hashes of model replies whose text is published with what the text gives. */
function replyDifferences({ judgments }: ReleaseRecord): readonly Difference[] {
  const file = 'record/judgments.jsonl';
  const field = 'reply.hash';
  return judgments.flatMap(({ unit, reply }, at): readonly Difference[] => {
    if (reply === null || reply.text === null) return [];
    const expected = contentHash(reply.text);
    if (reply.hash === expected) return [];
    const values = { row: at + 1, field, unit, got: reply.hash, expected };
    return [{ file, row: at + 1, field, what: codedText('differs-unit', values) }];
  });
}

/** The keyword rule of the panel that has a file; null when there is none. */
export function weakMatcher(
  { panel }: RecordProtocols['present']['protocol'],
  files: Readonly<Record<string, string>>,
): WeakMatcher | null {
  const entry = Object.values(panel).find((one) => one.kind === 'rule' && one.file !== undefined);
  const read = entry === undefined ? null : readWeakRules(files[entry.file!] ?? '');
  return read !== null && read.ok ? new WeakMatcher(read.value) : null;
}
