import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectProtocol } from '../../project-protocol.ts';
import { examplesFolder } from '../../protocol/example-stories.ts';

type Known = Pick<ProjectProtocol, 'protocol'>;

/**
 * The recordings that a project may be replayed from in the workbench: those that its panel names,
 * and in an example the one that ships with it. Never another file of the machine.
 */
export function projectRecordings({ protocol }: Known, task: string): readonly string[] {
  const named = Object.values(protocol.panel).flatMap(({ recording }) => recording ?? []);
  const shipped = fileOf(task);
  const isShipped = exampleRecording({ protocol }, shipped) !== null;
  return [...new Set([...named, ...(isShipped ? [shipped] : [])])];
}

/** The file of a recording that ships with an example; null when there is none of this name. */
export function exampleRecording({ protocol }: Known, name: string): string | null {
  const isOne = protocol.simulated && protocol.tasks.some(({ id }) => name === fileOf(id));
  const file = join(examplesFolder, protocol.name, name);
  return isOne && existsSync(file) ? file : null;
}

function fileOf(task: string): string {
  return `recordings/${task}.jsonl`;
}
