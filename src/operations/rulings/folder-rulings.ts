import { join } from 'node:path';
import { fault } from '../../domain/fault.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import {
  contradictionFaults,
  overrideRuling,
  readOverrideFile,
  subjectFaults,
} from '../../formats/rulings/override-file.ts';
import type { EarlierOverride } from '../../formats/rulings/override-file.ts';
import { taskSchemaOfTerms } from '../../formats/verdicts/term-hash.ts';
import { FaultList, readText } from '../text-file.ts';
import { protocolTopics } from '../verdicts/load-policies.ts';
import { filesIn, readRulings } from '../verdicts/protocol-judgments.ts';
import { withoutPointless } from './apply-overrides.ts';
import { rowContradictions } from './ruling-contradictions.ts';

/** A ruling in the folder of a protocol. */
export interface FolderRuling {
  readonly ruling: Ruling;
  readonly file: string;
  /** What the author of an override believed the judgments say; null for other rulings. */
  readonly original: Answers | null;
}

/** The units that rulings of a folder are about. */
export interface RuledUnits {
  /** What the votes on a unit of a task decide. */
  agreed(task: Task, unit: string): Answers;
  /** The subject of a unit, null when it has none; undefined when there is no such unit. */
  subject(task: Task, unit: string): string | null | undefined;
}

/**
 * The rulings in the folder of a protocol: overrides, of which the first on a unit counts, without
 * what they make pointless; then rows of rulings, which come after them. Rulings on unknown units,
 * subjects that a unit does not belong to and contradictions are faults, as in an import.
 */
export function folderRulings(
  folder: string,
  protocol: Protocol,
  units: RuledUnits,
): readonly FolderRuling[] {
  const found = new FaultList();
  const overrides = folderOverrides(folder, protocol, units, found);
  const rows = readRulings(filesIn(folder, 'rulings', /\.jsonl$/), protocol.tasks, found);
  const later = [...rows.values()].flat();
  for (const { ruling, file, line } of later) {
    const task = protocol.tasks.find((one) => one.id === ruling.task);
    if (task !== undefined && units.subject(task, ruling.unit) === undefined)
      found.add(fault('unknown-unit', { field: 'unit', got: ruling.unit }, { file, line }));
  }
  found.add(...rowContradictions(later));
  found.throwIfAny();
  return [...overrides, ...later.map(({ ruling, file }) => ({ ruling, file, original: null }))];
}

function folderOverrides(
  folder: string,
  protocol: Protocol,
  units: RuledUnits,
  found: FaultList,
): readonly FolderRuling[] {
  const files = filesIn(folder, 'rulings', /\.json$/);
  if (files.length === 0) return [];
  const tasks = tasksOfTopics(folder, protocol);
  const overrides = new Map<string, FolderRuling & EarlierOverride>();
  for (const file of files) {
    const read = readOverrideFile(readText(file));
    if (!read.ok) found.addAll(read.faults, { file });
    const given = read.ok ? read.value : read.rest;
    for (const [topic, entries] of given.topics)
      for (const entry of entries) {
        const task = tasks.get(topic);
        if (task === undefined) continue;
        const line = given.lineOf(entry.path);
        const place = { file, line };
        const subject = units.subject(task, entry.unit);
        if (subject === undefined)
          found.add(fault('unknown-unit', { field: 'review_id', got: entry.unit }, place));
        else found.addAll(subjectFaults(entry, subject), place);
        const result = overrideRuling(entry, task, taskSchemaOfTerms(task));
        const key = JSON.stringify([task.id, entry.unit]);
        const earlier = overrides.get(key);
        if (!result.ok) found.addAll(result.faults, place);
        else if (earlier === undefined) {
          const ruling = stated(task, result.ruling, units);
          const { corrected, original } = entry;
          overrides.set(key, { ruling, original, corrected, ...place });
        } else if (earlier.file !== file) found.addAll(contradictionFaults(entry, earlier), place);
      }
  }
  return [...overrides.values()];
}

/** The tasks that the topics of override files stand for: by the policies, or by their names. */
function tasksOfTopics(folder: string, { tasks, policies }: Protocol): ReadonlyMap<string, Task> {
  const files = (policies?.files ?? []).map((name) => join(folder, name));
  const texts = files.map((file) => ({ file, text: readText(file) }));
  const use = { declared: policies?.k ?? null, asked: [] };
  const { topics } = protocolTopics(tasks, texts, [], use);
  return new Map([
    ...tasks.map((task) => [task.id, task] as const),
    ...topics.map((topic) => [topic.id, topic.task] as const),
  ]);
}

/** An override without what its correction makes pointless. */
function stated(task: Task, ruling: Ruling, units: RuledUnits): Ruling {
  if (ruling.decision.kind !== 'answers') return ruling;
  const agreed = units.agreed(task, ruling.unit);
  const answers = withoutPointless(task, agreed, ruling.decision.answers);
  return { ...ruling, decision: { kind: 'answers', answers } };
}

/** The subject of a unit with these fields, null when it has none; undefined without the unit. */
export function subjectOfUnit(
  { unit }: Task,
  fields: UnitFields | undefined,
): string | null | undefined {
  if (fields === undefined) return undefined;
  const own = unit.subject === null ? null : fields[unit.subject];
  return own === null || own === undefined ? null : String(own).trim();
}
