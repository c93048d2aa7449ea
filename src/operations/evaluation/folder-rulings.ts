import { join } from 'node:path';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { overrideRuling, readOverrideFile } from '../../formats/rulings/override-file.ts';
import type { LoadedProtocol } from '../protocol/load-protocol.ts';
import { withoutPointless } from '../rulings/apply-overrides.ts';
import { FaultList, readText } from '../text-file.ts';
import { protocolTopics } from '../verdicts/load-policies.ts';
import { filesIn, readRulings } from '../verdicts/protocol-judgments.ts';

/**
 * The latest ruling on each unit of a task in the folder of its protocol: overrides, then rows of
 * rulings, which come after them. `agreed` says what the votes on a unit come to.
 */
export function folderRulings(
  { protocol, folder }: LoadedProtocol,
  task: Task,
  agreed: (unit: string) => Answers,
): ReadonlyMap<string, Ruling> {
  const found = new FaultList();
  const rulings = new Map<string, Ruling>();
  const overrides = filesIn(folder, 'rulings', /\.json$/);
  const { policies } = protocol;
  if (overrides.length > 0 && policies !== null) {
    const texts = policies.files.map((file) => ({
      file: join(folder, file),
      text: readText(join(folder, file)),
    }));
    const use = { declared: policies.k, asked: [] };
    const { topics } = protocolTopics(protocol.tasks, texts, [], use);
    for (const topic of topics.filter((one) => one.task.id === task.id))
      for (const file of overrides) {
        const read = readOverrideFile(readText(file));
        if (!read.ok) found.addAll(read.faults, { file });
        const given = read.ok ? read.value : read.rest;
        for (const entry of given.topics.get(topic.id) ?? []) {
          const result = overrideRuling(entry, task, topic.schema);
          const line = given.lineOf(entry.path);
          if (!result.ok) found.addAll(result.faults, { file, line });
          else if (!rulings.has(entry.unit)) rulings.set(entry.unit, stated(task, result, agreed));
        }
      }
  }
  const rows = readRulings(filesIn(folder, 'rulings', /\.jsonl$/), protocol.tasks, found);
  found.throwIfAny();
  for (const [unit, placed] of rows) {
    const last = placed.findLast(({ ruling }) => ruling.task === task.id);
    if (last !== undefined) rulings.set(unit, last.ruling);
  }
  return rulings;
}

/** An override without what its correction makes pointless. */
function stated(
  task: Task,
  { ruling }: { readonly ruling: Ruling },
  agreed: (unit: string) => Answers,
): Ruling {
  if (ruling.decision.kind !== 'answers') return ruling;
  const answers = withoutPointless(task, agreed(ruling.unit), ruling.decision.answers);
  return { ...ruling, decision: { kind: 'answers', answers } };
}
