import { oneOf } from '../../domain/text-values.ts';
import { join } from 'node:path';
import { refuse } from '../../domain/fault.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Round } from '../../domain/rounds/round.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { severalTasks } from '../protocol/choose-task.ts';
import { optionalProtocol } from '../protocol/load-protocol.ts';
import type { LoadedProtocol } from '../protocol/load-protocol.ts';

/** The options of a command that works on units. */
export interface WorkRequest {
  /** The file with the units; else the one that the protocol names for the task. */
  readonly units?: string;
  readonly protocol?: string;
  readonly task?: string;
  readonly round?: string;
}

/** The units to work on, with the protocol, task and round they belong to, where there are any. */
export interface Work {
  readonly file: string;
  readonly loaded: LoadedProtocol | null;
  readonly task: Task | null;
  readonly round: Round | null;
}

/** Finds units, protocol, task and round; a protocol is not needed, unless a task is named. */
export function chooseWork(request: WorkRequest): Work {
  const loaded = optionalProtocol(request.protocol);
  if (loaded === null) {
    if (request.task !== undefined) refuse('no-protocol');
    return { file: unitsFile(request.units), loaded, task: null, round: null };
  }
  const { protocol, folder } = loaded;
  const round =
    request.round === undefined ? null : namedRound(protocol, request.round, request.task);
  const task = namedTask(protocol, request.task ?? round?.task);
  const own = protocol.units[task.id];
  return {
    file: unitsFile(request.units ?? (own === undefined ? undefined : join(folder, own))),
    loaded,
    task,
    round,
  };
}

function unitsFile(file: string | undefined): string {
  return (
    file ??
    refuse('usage', {
      reason: 'No units given. Pass a file of units, or name one in the protocol.',
    })
  );
}

function namedRound(protocol: Protocol, name: string, task: string | undefined): Round {
  const rounds = protocol.rounds.filter((round) => task === undefined || round.task === task);
  return (
    rounds.find((round) => round.id === name) ??
    refuse('unknown-round', { got: name, expected: oneOf(rounds.map((round) => round.id)) })
  );
}

function namedTask({ tasks }: Protocol, name: string | undefined): Task {
  const task =
    name === undefined && tasks.length === 1 ? tasks[0] : tasks.find((one) => one.id === name);
  if (name === undefined && task === undefined) refuse('usage', { reason: severalTasks(tasks) });
  return (
    task ?? refuse('unknown-task', { got: name!, expected: oneOf(tasks.map((one) => one.id)) })
  );
}
