import { basename, join } from 'node:path';
import { refuse } from '../../domain/fault.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Task } from '../../domain/protocol/task.ts';
import type { Round } from '../../domain/rounds/round.ts';
import { rowJudgment } from '../../formats/judging/judgment-row.ts';
import { readContent } from '../../formats/protocol/protocol-content.ts';
import type { PreparedTask } from '../../formats/protocol/protocol-content.ts';
import { isTime } from '../../formats/time-text.ts';
import type { RecordJudgment, RecordRun, RecordUnit, ReleaseRecord } from '../../release/record.ts';
import { weakMatcher } from '../../release/unit-check.ts';
import { duplicateUnits, recordUnit } from '../../release/unit-facts.ts';
import { isHashOf } from '../../truth/protocol/task-hash.ts';
import { firstRow, hasShape } from '../protocol/choose-task.ts';
import { protocolFolder } from '../protocol/protocol-folder.ts';
import { readJudgmentRows } from '../read-rows.ts';
import { FaultList } from '../text-file.ts';
import { readUnits } from '../units/read-units.ts';
import { filesIn } from '../verdicts/protocol-judgments.ts';
import { folderRulings } from './folder-rulings.ts';

/**
 * The record that the folder of a protocol holds: units, the judgments of the folder `judgments`,
 * and rulings. A file named `<round>.….jsonl` is work of that round, each round one closed run. The
 * time of rows that carry none must be given.
 */
export function readFolderRecord(folder: string, date: string | null): ReleaseRecord {
  if (date !== null && !isTime(date))
    refuse('usage', { reason: `--date is ${date}, expected a time such as 2026-03-01T12:00:00Z.` });
  const content = protocolFolder(folder);
  const { protocol, tasks } = readContent(content);
  const units = [...tasks.values()].flatMap(({ task }) =>
    folderUnits(folder, protocol, task, content.files),
  );
  const work = [...tasks.values()].flatMap((task) => folderWork(folder, protocol, task, date));
  const rulings = folderRulings(folder, protocol, date);
  const times = work.map((one) => one.judgment.at).toSorted();
  return {
    project: protocol.name,
    versions: [
      {
        version: 1,
        source: content.source,
        guidelineVersion: protocol.guideline.version,
        guideline: content.guideline,
        files: content.files,
        at: times[0] ?? date ?? refuse('no-judgments', { topic: protocol.name }),
        by: 'files',
        reason: null,
        former: false,
      },
    ],
    units,
    runs: folderRuns(protocol, tasks, work),
    judgments: work.map((one, at) => ({ ...one.judgment, seq: at + 1 })),
    rulings,
    waivers: [],
    people: null,
    remarks: [],
    nearDuplicates: duplicateUnits(protocol.tasks, units),
    audit: null,
  };
}

function folderUnits(
  folder: string,
  protocol: Protocol,
  task: Task,
  files: Readonly<Record<string, string>>,
): readonly RecordUnit[] {
  const file = protocol.units[task.id];
  if (file === undefined)
    refuse('usage', { reason: `The protocol ${protocol.name} names no units for ${task.id}.` });
  const weak = weakMatcher(protocol, files);
  return [...readUnits([join(folder, file)], task)].map(([id, fields]) => {
    const { subject } = task.unit;
    const own = subject === null ? null : String(fields[subject]).trim();
    return recordUnit(task, { id, subject: own, fields }, weak);
  });
}

/** A judgment of a file with the round whose file it is in. */
interface FolderWork {
  readonly round: Round | null;
  readonly judgment: Omit<RecordJudgment, 'seq'>;
}

function folderWork(
  folder: string,
  protocol: Protocol,
  { task, compiled, hash }: PreparedTask,
  date: string | null,
): readonly FolderWork[] {
  const found = new FaultList();
  const work: FolderWork[] = [];
  const context = { guideline: null, guidelineRequired: false, units: null };
  const keys = protocol.rounds.map((one) => one.key);
  for (const file of filesIn(folder, 'judgments', /\.jsonl$/)) {
    const isKey = keys.some((key) => key !== null && join(folder, key) === file);
    if (isKey || !isOf(file, task, protocol)) continue;
    const round = roundOf(file, task, protocol);
    readJudgmentRows(file, compiled, context, found, (read, line, row) => {
      const judgment = rowJudgment(compiled, row, read);
      const at = judgment.at ?? date ?? refuse('usage', { reason: noTime(file, line) });
      const under = judgment.taskHash;
      const taskHash = under === null || isHashOf(under, task) ? hash : under;
      work.push({ round, judgment: recorded(judgment, round, protocol, { at, taskHash }) });
    });
  }
  found.throwIfAny();
  return work;
}

function noTime(file: string, line: number): string {
  return `${file}:${line} has no time. Pass --date with the time of such rows.`;
}

function recorded(
  { unit, task, annotator, answers, asides, guideline, seconds, at }: Judgment,
  round: Round | null,
  protocol: Protocol,
  given: { readonly at: string; readonly taskHash: string },
): Omit<RecordJudgment, 'seq'> {
  return {
    unit,
    task,
    annotator,
    answers: JSON.stringify(answers),
    asides: JSON.stringify(asides),
    guideline: guideline ?? protocol.guideline.version,
    ...given,
    run: round?.id ?? null,
    seconds,
    untimed: at === null,
    origin: 'import',
    reply: null,
  };
}

/** Whether a file holds judgments on a task: by its rows, where there are several tasks. */
function isOf(file: string, task: Task, { tasks }: Protocol): boolean {
  if (tasks.length === 1) return true;
  const row = firstRow(file);
  if (row === null) return false;
  return row['task'] === undefined ? hasShape(task, row) : row['task'] === task.id;
}

/** The round that a file is named after, or the only one that is no training. */
function roundOf(file: string, task: Task, { rounds }: Protocol): Round | null {
  const own = rounds.filter((round) => round.task === task.id);
  const named = own.find((round) => basename(file).startsWith(`${round.id}.`));
  const others = own.filter((round) => round.kind !== 'training');
  return named ?? (others.length === 1 ? others[0]! : null);
}

function folderRuns(
  protocol: Protocol,
  tasks: ReadonlyMap<string, PreparedTask>,
  work: readonly FolderWork[],
): readonly RecordRun[] {
  const runs = protocol.rounds.flatMap((round): readonly RecordRun[] => {
    const own = work.filter((one) => one.round === round).map((one) => one.judgment);
    return own.length === 0 ? [] : [folderRun(round, tasks.get(round.task)!, own)];
  });
  return runs.toSorted((a, b) => (a.openedAt < b.openedAt ? -1 : 1));
}

function folderRun(
  round: Round,
  { hash }: PreparedTask,
  judgments: readonly Omit<RecordJudgment, 'seq'>[],
): RecordRun {
  const units = [...new Set(judgments.map((one) => one.unit))];
  const annotators = [...new Set(judgments.map((one) => one.annotator))].toSorted();
  const times = judgments.map((one) => one.at).toSorted();
  const most = Math.max(...[...groupBy(judgments, (one) => one.unit).values()].map(annotatorsOf));
  const perUnit = round.annotators ?? most;
  return {
    id: round.id,
    round: round.id,
    attempt: 1,
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
    wanted: units.length * perUnit,
    annotators,
    units: units.map((unit) => ({ unit, probability: null })),
    awaited: [],
  };
}

function annotatorsOf(judgments: readonly { readonly annotator: string }[]): number {
  return new Set(judgments.map((one) => one.annotator)).size;
}
