import { refuse } from '../../domain/fault.ts';
import { codedText, oneOf, printChoice } from '../../domain/text-values.ts';
import { join } from 'node:path';
import type { Round } from '../../domain/rounds/round.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { parseRow } from '../../formats/jsonl.ts';
import type { JsonRow } from '../../formats/jsonl.ts';
import { examplesFolder, exampleStories } from './example-stories.ts';
import { loadProtocol, optionalProtocol } from './load-protocol.ts';
import type { LoadedProtocol } from './load-protocol.ts';
import { FaultList, readLines, stopReading } from '../text-file.ts';

/** A task with the protocol it belongs to, and how it was found. */
export interface ChosenTask {
  readonly loaded: LoadedProtocol;
  readonly task: Task;
  /** True when nobody named the protocol: the rows were recognised as those of an example. */
  readonly recognised: boolean;
}

/**
 * The task that files of judgments belong to: the named one, or the one whose fields they have, of
 * the given protocol, the one in the working directory, or an example.
 */
export function recogniseTask(
  files: readonly string[],
  protocolPath: string | undefined,
  taskName: string | undefined,
): ChosenTask {
  const loaded = optionalProtocol(protocolPath);
  if (loaded === null) return exampleTask(files, taskName);
  const { tasks } = loaded.protocol;
  const task = taskName === undefined ? fittingTask(tasks, files[0]!) : namedTask(tasks, taskName);
  return { loaded, task, recognised: false };
}

/** The round with this name, or else the task's first with a gate. */
export function chooseRound(chosen: ChosenTask, name: string | undefined): Round | null {
  const rounds = chosen.loaded.protocol.rounds.filter((round) => round.task === chosen.task.id);
  if (name === undefined) {
    const gated = rounds.filter((round) => round.gates.length > 0);
    return (
      gated.find((round) => round.kind === 'pilot') ??
      gated.find((round) => round.kind === 'full') ??
      gated[0] ??
      null
    );
  }
  const round = rounds.find((one) => one.id === name);
  if (round === undefined)
    refuse('unknown-round', { got: name, expected: oneOf(rounds.map((one) => one.id)) });
  return round;
}

/** What to do where it is not plain which task is meant. */
export function severalTasks(tasks: readonly Task[]): string {
  return `The protocol has the tasks ${printChoice(
    tasks.map((one) => one.id),
    'and',
  )}. Name one of them with --task.`;
}

function namedTask(tasks: readonly Task[], name: string): Task {
  const task = tasks.find((one) => one.id === name);
  if (task === undefined)
    refuse('unknown-task', { got: name, expected: oneOf(tasks.map((one) => one.id)) });
  return task;
}

/** The only task that fits the rows by answers or ids; any task when there are no rows. */
function fittingTask(tasks: readonly Task[], file: string): Task {
  const row = tasks.length === 1 ? null : firstRow(file);
  if (row === null) return tasks[0]!;
  const answering = tasks.filter((task) => hasShape(task, row));
  const naming = tasks.filter((task) => hasIds(task, row));
  const [task, other] = answering.length > 0 ? answering : naming;
  if (task === undefined || other !== undefined) refuse('usage', { reason: severalTasks(tasks) });
  return task;
}

/** A task of an example: with the fields of the rows, or at least with their ids. */
function exampleTask(files: readonly string[], taskName: string | undefined): ChosenTask {
  const candidates = exampleStories.flatMap(({ name }) => {
    const loaded = loadProtocol(join(examplesFolder, name));
    return loaded.protocol.tasks.map((task) => ({ loaded, task, recognised: true }));
  });
  const named = candidates.filter(({ task }) => taskName === undefined || task.id === taskName);
  if (named.length === 0) refuse('no-protocol');
  // A file that cannot be read is reported when it is read as a whole.
  const rows = files.map((file) => ({ file, row: new FaultList().gather(() => firstRow(file)) }));
  for (const fits of [hasShape, hasIds])
    for (const { row } of rows) {
      const found = row === null ? undefined : named.find(({ task }) => fits(task, row));
      if (found !== undefined) return found;
    }
  for (const { file, row } of rows) {
    if (row === null) continue;
    const fields = Object.keys(row).slice(0, 8);
    const got =
      fields.length === 0 ? codedText('no-fields') : codedText('all-of', { list: fields });
    const expected = codedText('known-task');
    refuse('unknown-format', { got, expected }, { file, line: 1 });
  }
  // Without a row no task can be recognised; with any of them, every line is reported.
  return named[0]!;
}

/** True when a row has the id fields and the answers of a task. */
export function hasShape(task: Task, row: JsonRow): boolean {
  const measured = task.questions.filter(
    (question) => question.measured && question.required && question.when === null,
  );
  const answered =
    task.form === 'labels' ? 'labels' in row : measured.every((question) => question.id in row);
  return hasIds(task, row) && answered;
}

function hasIds(task: Task, row: JsonRow): boolean {
  return task.unit.id.every((field) => field in row);
}

/** The first row that is an object; reading stops there. */
export function firstRow(file: string): JsonRow | null {
  let first: JsonRow | null = null;
  readLines(file, (text) => {
    const parsed = parseRow(text);
    if (!parsed.ok) return;
    first = parsed.row;
    return stopReading;
  });
  return first;
}
