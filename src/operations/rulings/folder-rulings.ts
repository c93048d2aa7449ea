import { join } from 'node:path';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { overrideRuling, readOverrideFile } from '../../formats/rulings/override-file.ts';
import { taskSchemaOfTerms } from '../../formats/verdicts/term-hash.ts';
import { FaultList, readText } from '../text-file.ts';
import { protocolTopics } from '../verdicts/load-policies.ts';
import { filesIn, readRulings } from '../verdicts/protocol-judgments.ts';
import { withoutPointless } from './apply-overrides.ts';

/** A ruling in the folder of a protocol. */
export interface FolderRuling {
  readonly ruling: Ruling;
  readonly file: string;
  /** What the author of an override believed the judgments say; null for other rulings. */
  readonly original: Answers | null;
}

/** What the votes on a unit of a task come to. */
export type AgreedOn = (task: Task, unit: string) => Answers;

/**
 * The rulings in the folder of a protocol: overrides, of which the first on a unit counts, without
 * what they make pointless; then rows of rulings, which come after them.
 */
export function folderRulings(
  folder: string,
  protocol: Protocol,
  agreed: AgreedOn,
): readonly FolderRuling[] {
  const found = new FaultList();
  const overrides = folderOverrides(folder, protocol, agreed, found);
  const rows = readRulings(filesIn(folder, 'rulings', /\.jsonl$/), protocol.tasks, found);
  found.throwIfAny();
  const later = [...rows.values()].flat();
  return [...overrides, ...later.map(({ ruling, file }) => ({ ruling, file, original: null }))];
}

function folderOverrides(
  folder: string,
  protocol: Protocol,
  agreed: AgreedOn,
  found: FaultList,
): readonly FolderRuling[] {
  const files = filesIn(folder, 'rulings', /\.json$/);
  if (files.length === 0) return [];
  const tasks = tasksOfTopics(folder, protocol);
  const overrides = new Map<string, FolderRuling>();
  for (const file of files) {
    const read = readOverrideFile(readText(file));
    if (!read.ok) found.addAll(read.faults, { file });
    const given = read.ok ? read.value : read.rest;
    for (const [topic, entries] of given.topics)
      for (const entry of entries) {
        const task = tasks.get(topic);
        if (task === undefined) continue;
        const result = overrideRuling(entry, task, taskSchemaOfTerms(task));
        const key = JSON.stringify([task.id, entry.unit]);
        if (!result.ok) found.addAll(result.faults, { file, line: given.lineOf(entry.path) });
        else if (!overrides.has(key)) {
          const ruling = stated(task, result.ruling, agreed);
          overrides.set(key, { ruling, file, original: entry.original });
        }
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
function stated(task: Task, ruling: Ruling, agreed: AgreedOn): Ruling {
  if (ruling.decision.kind !== 'answers') return ruling;
  const answers = withoutPointless(task, agreed(task, ruling.unit), ruling.decision.answers);
  return { ...ruling, decision: { kind: 'answers', answers } };
}
