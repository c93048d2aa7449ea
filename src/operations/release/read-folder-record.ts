import { join } from 'node:path';
import type { CodedText } from '../../domain/coded-text.ts';
import { refuse } from '../../domain/fault.ts';
import type { Judgment } from '../../domain/judging/judgment.ts';
import type { Protocol } from '../../domain/protocol/protocol.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { rowJudgment } from '../../formats/judging/judgment-row.ts';
import { UnhashedRows } from '../../formats/judging/unhashed-rows.ts';
import { readContent } from '../../formats/protocol/protocol-content.ts';
import type { PreparedTask } from '../../formats/protocol/protocol-content.ts';
import { isTime } from '../../formats/time-text.ts';
import { foldRecord } from '../../release/record-fold.ts';
import type { RecordFold } from '../../release/record-fold.ts';
import type {
  RecordJudgment,
  RecordRuling,
  RecordUnit,
  ReleaseRecord,
} from '../../release/record.ts';
import { weakMatcher } from '../../release/unit-check.ts';
import { duplicateUnits, recordUnit } from '../../release/unit-facts.ts';
import type { TaskFold } from '../../truth/fold/task-fold.ts';
import { isHashOf } from '../../truth/protocol/task-hash.ts';
import { askedModels } from '../models/folder/asked-models.ts';
import { firstRow, hasShape } from '../protocol/choose-task.ts';
import { protocolFolder } from '../protocol/protocol-folder.ts';
import { readJudgmentRows } from '../read-rows.ts';
import { FaultList } from '../text-file.ts';
import { readUnits } from '../units/read-units.ts';
import { filesIn } from '../verdicts/protocol-judgments.ts';
import { agreedAnswers, correctedAnswers } from '../rulings/check-ruling.ts';
import { folderRulings } from '../rulings/folder-rulings.ts';
import type { RuledUnits } from '../rulings/folder-rulings.ts';
import { FolderRuns } from './folder-runs.ts';
import type { FolderRun, FolderWork } from './folder-runs.ts';
import { recordModelRuns } from './record-model-runs.ts';

/** The record of a folder, and what to mind about it. */
interface FolderRecord {
  readonly record: ReleaseRecord;
  readonly warnings: readonly CodedText[];
}

/**
 * The record that the folder of a protocol holds: units, the judgments of the folder `judgments`,
 * and rulings. {@link FolderRuns} says which files hold which round; all are closed. The time of
 * rows that carry none must be given.
 */
export function readFolderRecord(
  folder: string,
  date: string | null,
  { replies = false }: { readonly replies?: boolean } = {},
): FolderRecord {
  if (date !== null && !isTime(date))
    refuse('usage', { reason: `--date is ${date}, expected a time such as 2026-03-01T12:00:00Z.` });
  const content = protocolFolder(folder);
  const { protocol, tasks } = readContent(content);
  const units = [...tasks.values()].flatMap(({ task }) =>
    folderUnits(folder, protocol, task, content.files),
  );
  const runs = new FolderRuns(folder, protocol);
  const given = { folder, protocol, runs, date, replies };
  const read = [...tasks.values()].map((task) => folderWork(given, task));
  const work = read.flatMap((one) => one.work);
  const times = work.map((one) => one.judgment.at).toSorted();
  const record: ReleaseRecord = {
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
    runs: runs.records(tasks, work),
    judgments: work.map((one, at) => ({ ...one.judgment, seq: at + 1 })),
    rulings: [],
    waivers: runs.waivers(),
    people: null,
    remarks: [],
    decisions: [],
    models: read.flatMap((one) => one.models),
    nearDuplicates: duplicateUnits(protocol.tasks, units),
    audit: null,
  };
  const rulings = recordRulings(record, folder, protocol, date);
  return { record: { ...record, rulings }, warnings: read.flatMap((one) => one.warnings) };
}

/** The rulings of a folder, with what the votes say, which are folded for it. */
function recordRulings(
  record: ReleaseRecord,
  folder: string,
  protocol: Protocol,
  date: string | null,
): readonly RecordRuling[] {
  const about = { ownJudgment: false, edgeCase: false, guidelineProposal: null };
  let fold: RecordFold | null = null;
  const votes = (task: string): TaskFold => {
    fold ??= foldRecord(record, 1);
    return fold.tasks.find((one) => one.task.task.id === task)!.fold;
  };
  const subjects = new Map(
    record.units.map(({ task, id, subject }) => [JSON.stringify([task, id]), subject]),
  );
  const units: RuledUnits = {
    agreed: ({ id }, unit) => agreedAnswers(votes(id), unit),
    subject: ({ id }, unit) => subjects.get(JSON.stringify([id, unit])),
  };
  return folderRulings(folder, protocol, units).map(({ ruling, file, original }) => {
    const { task, unit, decision } = ruling;
    const at = ruling.at === null ? date : new Date(ruling.at).toISOString();
    if (at === null)
      refuse('usage', { reason: `${file} has rulings without a time. Pass --date.` });
    const before = original ?? correctedAnswers(votes(task), unit, decision);
    return { ...ruling, at, ...about, original: before };
  });
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

interface FolderGiven {
  readonly folder: string;
  readonly protocol: Protocol;
  readonly runs: FolderRuns;
  readonly date: string | null;
  readonly replies: boolean;
}

/** What a folder holds of a task. */
interface TaskWork extends Pick<FolderRecord, 'warnings'>, Pick<ReleaseRecord, 'models'> {
  readonly work: readonly FolderWork[];
}

function folderWork(
  { folder, protocol, runs, date, replies }: FolderGiven,
  { task, compiled, hash }: PreparedTask,
): TaskWork {
  const asked = askedModels(folder, task.id, replies);
  const found = new FaultList();
  const work: FolderWork[] = [];
  const unhashed = new UnhashedRows();
  const context = { guideline: null, guidelineRequired: false, units: null };
  for (const file of filesIn(folder, 'judgments', /\.jsonl$/)) {
    if (runs.isKey(folder, file) || !isOf(file, task, protocol)) continue;
    const run = runs.of(file, task);
    readJudgmentRows(file, compiled, context, found, (read, line, row) => {
      const judgment = rowJudgment(compiled, row, read);
      unhashed.add(row);
      const at = judgment.at ?? date ?? refuse('usage', { reason: noTime(file, line) });
      const under = judgment.taskHash;
      const taskHash = under === null || isHashOf(under, task) ? hash : under;
      const reply = asked.replies.get(judgment.asides.other?.['request']) ?? null;
      work.push({ run, judgment: recorded(judgment, run, protocol, { at, taskHash, reply }) });
    });
  }
  found.throwIfAny();
  const models = recordModelRuns(protocol, task.id, asked.sums);
  return { work, models, warnings: unhashed.warnings(task.id) };
}

function noTime(file: string, line: number): string {
  return `${file}:${line} has no time. Pass --date with the time of such rows.`;
}

function recorded(
  { unit, task, annotator, answers, asides, guideline, seconds, at }: Judgment,
  run: FolderRun | null,
  protocol: Protocol,
  given: Pick<RecordJudgment, 'at' | 'taskHash' | 'reply'>,
): Omit<RecordJudgment, 'seq'> {
  return {
    unit,
    task,
    annotator,
    answers: JSON.stringify(answers),
    asides: JSON.stringify(asides),
    guideline: guideline ?? protocol.guideline.version,
    ...given,
    run: run?.id ?? null,
    seconds,
    untimed: at === null,
    origin: given.reply === null ? 'import' : 'model',
  };
}

/** Whether a file holds judgments on a task: by its rows, where there are several tasks. */
function isOf(file: string, task: Task, { tasks }: Protocol): boolean {
  if (tasks.length === 1) return true;
  const row = firstRow(file);
  if (row === null) return false;
  return row['task'] === undefined ? hasShape(task, row) : row['task'] === task.id;
}
