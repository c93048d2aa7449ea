import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { printChoice, refuse } from '../../domain/fault.ts';
import type { Round } from '../../domain/rounds/round.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { parseRow } from '../../formats/jsonl.ts';
import type { JsonRow } from '../../formats/jsonl.ts';
import { loadProtocol, optionalProtocol, protocolName } from './load-protocol.ts';
import type { LoadedProtocol } from './load-protocol.ts';
import { readLines } from '../text-file.ts';

/** A task with the protocol it belongs to, and how it was found. */
export interface ChosenTask {
  readonly loaded: LoadedProtocol;
  readonly task: Task;
  /** True when nobody named the protocol: the rows were recognised as those of an example. */
  readonly recognised: boolean;
}

/**
 * Where the example protocols lie: beside the sources, in a clone and in an installed package
 * alike.
 */
export const examplesFolder = fileURLToPath(new URL('../../../examples', import.meta.url));

const trialGuide = 'trial-relevance';

/**
 * The task that a file of judgments belongs to: the one named; the one of the protocol (given, or
 * in the working directory) whose rows
 * these are; or, without a protocol, the task of the example whose rows have these fields (the
 * trial guide's format among them).
 */
export function chooseTask(
  file: string,
  protocolPath: string | undefined,
  taskName: string | undefined,
): ChosenTask {
  const loaded = optionalProtocol(protocolPath);
  if (loaded === null) return recogniseTask(file, taskName);
  const { tasks } = loaded.protocol;
  const task = taskName === undefined ? fittingTask(tasks, file) : namedTask(tasks, taskName);
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
    refuse('unknown-round', { got: name, expected: printChoice(rounds.map((one) => one.id)) });
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
    refuse('unknown-task', { got: name, expected: printChoice(tasks.map((one) => one.id)) });
  return task;
}

/**
 * The only task that the rows can belong to, by their answers or else by their ids; without any
 * row, whichever: none can be read.
 */
function fittingTask(tasks: readonly Task[], file: string): Task {
  const row = tasks.length === 1 ? null : firstRow(file);
  if (row === null) return tasks[0]!;
  const answering = tasks.filter((task) => hasShape(task, row));
  const naming = tasks.filter((task) => task.unit.id.every((field) => field in row));
  const [task, other] = answering.length > 0 ? answering : naming;
  if (task === undefined || other !== undefined) refuse('usage', { reason: severalTasks(tasks) });
  return task;
}

function recogniseTask(file: string, taskName: string | undefined): ChosenTask {
  const row = firstRow(file);
  if (row !== null) {
    // The trial guide's first: its rows are what most who come without a protocol have.
    for (const name of [
      trialGuide,
      ...readdirSync(examplesFolder).filter(
        (one) => one !== trialGuide && existsSync(`${examplesFolder}/${one}/${protocolName}`),
      ),
    ]) {
      const loaded = loadProtocol(`${examplesFolder}/${name}`);
      const task = loaded.protocol.tasks.find(
        (one) => hasShape(one, row) && (taskName === undefined || one.id === taskName),
      );
      if (task !== undefined) return { loaded, task, recognised: true };
    }
  }
  // Rows that are nobody's are read as the trial guide's, so that all their faults are told with
  // their lines.
  const loaded = loadProtocol(`${examplesFolder}/${trialGuide}`);
  const [guide] = loaded.protocol.tasks;
  if (taskName !== undefined && taskName !== guide!.id) refuse('no-protocol');
  if (row !== null && !('query_id' in row) && !('nct_id' in row)) {
    refuse(
      'unknown-format',
      {
        got: printChoice(Object.keys(row).slice(0, 8), 'and') || 'no fields',
        expected: 'those of a known task; pass --protocol and --task',
      },
      { file, line: 1 },
    );
  }
  return { loaded, task: guide!, recognised: true };
}

/** True when a row has the id fields and the answers of a task. */
export function hasShape(task: Task, row: JsonRow): boolean {
  const measured = task.questions.filter(
    (question) => question.measured && question.required && question.when === null,
  );
  const answered =
    task.form === 'labels' ? 'labels' in row : measured.every((question) => question.id in row);
  return task.unit.id.every((field) => field in row) && answered;
}

class Found extends Error {
  readonly row: JsonRow;
  constructor(row: JsonRow) {
    super();
    this.row = row;
  }
}

/** The first row that is an object; reading stops there. */
export function firstRow(file: string): JsonRow | null {
  try {
    readLines(file, (text) => {
      const parsed = parseRow(text);
      if (parsed.ok) throw new Found(parsed.row);
    });
  } catch (error) {
    if (error instanceof Found) return error.row;
    throw error;
  }
  return null;
}
