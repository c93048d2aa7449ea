import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { groupBy } from '../../domain/group-by.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Round } from '../../domain/rounds/round.ts';
import type { PreparedTask } from '../../formats/protocol/protocol-content.ts';
import { readFiledRounds } from '../../formats/rounds/rounds-yaml.ts';
import type { FiledRound } from '../../formats/rounds/rounds-yaml.ts';
import type { RecordJudgment, RecordRun, RecordWaiver } from '../../release/record.ts';
import { FaultList, readText } from '../text-file.ts';
import { filesIn } from '../verdicts/protocol-judgments.ts';

/** What says which files of judgments hold which round. */
export const roundsFile = 'rounds.yaml';

/** A run that files of judgments hold. */
export interface FolderRun {
  readonly id: string;
  readonly round: Round;
  readonly attempt: number;
  readonly waivers: readonly RecordWaiver[];
}

/** A judgment of a file with the run whose file it is in. */
export interface FolderWork {
  readonly run: FolderRun | null;
  readonly judgment: Omit<RecordJudgment, 'seq'>;
}

/**
 * The runs that a folder of files holds, and in which of them a file is. `rounds.yaml` lists them;
 * without it a file named `<round>.….jsonl` is work of that round, each round one run, and with one
 * round besides training all others are its files.
 */
export class FolderRuns {
  readonly listed: boolean;
  readonly #runs: readonly FolderRun[];
  readonly #byFile = new Map<string, FolderRun>();
  readonly #protocol: Protocol;

  constructor(folder: string, protocol: Protocol) {
    const filed = filedRounds(folder, protocol);
    this.listed = filed !== null;
    this.#protocol = protocol;
    const attempts = new Map<Round, number>();
    const all = filed ?? protocol.rounds.map((round) => ({ round, files: [], waivers: [] }));
    this.#runs = all.map(({ round, files, waivers }) => {
      const attempt = (attempts.get(round) ?? 0) + 1;
      attempts.set(round, attempt);
      const id = attempt === 1 ? round.id : `${round.id}#${attempt}`;
      const run = { id, round, attempt, waivers: waivers.map((one, at) => waiver(id, one, at)) };
      for (const file of files) this.#byFile.set(file, run);
      return run;
    });
  }

  /** The run that a file on a task is work of; null for work outside a round. */
  of(file: string, task: Task): FolderRun | null {
    const name = basename(file);
    if (this.listed) return this.#byFile.get(name) ?? null;
    const own = this.#runs.filter(({ round }) => round.task === task.id);
    const named = own.find(({ round }) => name.startsWith(`${round.id}.`));
    const others = own.filter(({ round }) => round.kind !== 'training');
    return named ?? (others.length === 1 ? others[0]! : null);
  }

  /** The runs with work, in the order of the list, or in that of their first judgments. */
  records(
    tasks: ReadonlyMap<string, PreparedTask>,
    work: readonly FolderWork[],
  ): readonly RecordRun[] {
    const byRun = groupBy(work, (one) => one.run?.id ?? '');
    const runs = this.#runs.flatMap((run): readonly RecordRun[] => {
      const own = (byRun.get(run.id) ?? []).map((one) => one.judgment);
      return own.length === 0 ? [] : [recordRun(run, tasks.get(run.round.task)!, own)];
    });
    return this.listed ? runs : runs.toSorted((a, b) => (a.openedAt < b.openedAt ? -1 : 1));
  }

  /** Every waiver of a gate. */
  waivers(): readonly RecordWaiver[] {
    return this.#runs.flatMap((run) => run.waivers);
  }

  /** Whether a file is a key of the training, not work. */
  isKey(folder: string, file: string): boolean {
    const keys = this.#protocol.rounds.map((one) => one.key);
    return keys.some((key) => key !== null && join(folder, key) === file);
  }
}

/** The rounds that the list of a folder names, with files that exist; null without a list. */
function filedRounds(folder: string, protocol: Protocol): readonly FiledRound[] | null {
  const file = join(folder, roundsFile);
  if (!existsSync(file)) return null;
  const found = new FaultList();
  const read = readFiledRounds(readText(file), protocol, judgmentNames(folder));
  if (!read.ok) found.addAll(read.faults, { file });
  found.throwIfAny();
  return read.ok ? read.value : [];
}

/** The names of the files of judgments in a folder. */
export function judgmentNames(folder: string): ReadonlySet<string> {
  return new Set(filesIn(folder, 'judgments', /\.jsonl$/).map((file) => basename(file)));
}

function waiver(run: string, given: FiledRound['waivers'][number], at: number): RecordWaiver {
  return { id: `${run}.${at + 1}`, run, ...given, annotator: null, withdrawn: null };
}

function recordRun(
  { id, round, attempt }: FolderRun,
  { hash }: PreparedTask,
  judgments: readonly Omit<RecordJudgment, 'seq'>[],
): RecordRun {
  const units = [...new Set(judgments.map((one) => one.unit))];
  const annotators = [...new Set(judgments.map((one) => one.annotator))].toSorted();
  const times = judgments.map((one) => one.at).toSorted();
  const most = Math.max(...[...groupBy(judgments, (one) => one.unit).values()].map(annotatorsOf));
  const perUnit = round.annotators ?? most;
  return {
    id,
    round: round.id,
    attempt,
    task: round.task,
    version: 1,
    guideline: judgments.at(-1)!.guideline,
    taskHash: hash,
    seed: null,
    perUnit,
    openedAt: times[0]!,
    openedBy: 'files',
    closedAt: times.at(-1)!,
    closedBy: 'files',
    unitDecision: null,
    wanted: units.length * perUnit,
    annotators,
    units: units.map((unit) => ({ unit, probability: null })),
    awaited: [],
  };
}

function annotatorsOf(judgments: readonly { readonly annotator: string }[]): number {
  return new Set(judgments.map((one) => one.annotator)).size;
}
