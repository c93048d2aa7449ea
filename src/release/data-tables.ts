import type { JudgmentOrigin } from '../domain/judging/judgment.ts';
import type { Judgment } from '../domain/judging/judgment.ts';
import { isClosed, isGraded, isLabel } from '../domain/protocol/scale.ts';
import {
  answerType,
  idParts,
  judgmentColumns,
  judgmentTableRow,
} from '../formats/judging/judgment-columns.ts';
import type { JsonRow } from '../formats/jsonl.ts';
import { setOwnField } from '../formats/own-field.ts';
import type { TypedColumn } from '../formats/parquet-writer.ts';
import { answerCode, codeApplies } from '../truth/protocol/answer-codes.ts';
import { sides } from '../truth/release/split.ts';
import type { Side } from '../truth/release/split.ts';
import { countedWork } from './counted-work.ts';
import type { FoldedTask, RecordFold } from './record-fold.ts';
import type { RecordJudgment } from './record.ts';
import type { ReleaseSplit } from './release-split.ts';
import { releasedTruths, truthColumns, truthTableRow } from './truth-rows.ts';
import type { ReleasedTruth } from './truth-rows.ts';

/** A flat table of a release. */
export interface DataTable {
  /** What it is called among the tables: `truth`, `dev`, `judgments_retrieval`. */
  readonly name: string;
  readonly kind: 'truth' | Side | 'judgments' | 'units' | 'rulings';
  readonly task: string | null;
  readonly columns: readonly TypedColumn[];
  rows(): Iterable<JsonRow>;
}

/** A task with its truth, listed once for all files that tell it. */
export interface ToldTask {
  readonly task: FoldedTask;
  readonly split: ReleaseSplit | null;
  readonly truths: readonly ReleasedTruth[];
  /** The side of the split that a unit is on. */
  readonly sideOf: (unit: string) => Side | null;
  /** `_task` where there are several tasks, else nothing. */
  readonly suffix: string;
}

/** Lists the truth of every task. */
export function toldTasks(
  fold: RecordFold,
  splits: ReadonlyMap<string, ReleaseSplit | null>,
): readonly ToldTask[] {
  return fold.tasks.map((task) => {
    const { id } = task.task.task;
    const split = splits.get(id) ?? null;
    return {
      task,
      split,
      truths: releasedTruths(fold, task),
      sideOf: (unit) => split?.sideOf.get(unit) ?? null,
      suffix: fold.tasks.length === 1 ? '' : `_${id}`,
    };
  });
}

/** Every flat table of a release. */
export function dataTables(fold: RecordFold, told: readonly ToldTask[]): readonly DataTable[] {
  const tables = told.flatMap((one): readonly DataTable[] => {
    const { task, suffix, truths, split } = one;
    const id = task.task.task.id;
    const cut = split === null ? [] : sides.map((side) => sideTable(one, side));
    return [
      ...cut,
      {
        name: `truth${suffix}`,
        kind: 'truth',
        task: id,
        columns: truthColumns(task),
        rows: () =>
          mapped(truths, (truth) => truthTableRow(task, truth, one.sideOf(truth.unit.id))),
      },
      {
        name: `judgments${suffix}`,
        kind: 'judgments',
        task: id,
        columns: judgmentColumns(task.task.task),
        rows: () => judgmentRows(fold, task),
      },
      unitsTable(one),
    ];
  });
  return [...tables, rulingsTable(fold)];
}

/** The units of one side of the split: their names, their text where published, their labels. */
export function sideTable(told: ToldTask, side: Side): DataTable {
  const { task, truths, suffix, sideOf } = told;
  const columns = sideColumns(task);
  return {
    name: `${side}${suffix}`,
    kind: side,
    task: task.task.task.id,
    columns,
    rows: function* () {
      const rowOf = sideRow(task);
      for (const truth of truths) if (sideOf(truth.unit.id) === side) yield rowOf(truth);
    },
  };
}

function sideColumns({ task: { task }, list }: FoldedTask): readonly TypedColumn[] {
  const text = (name: string): TypedColumn => ({ name, type: 'text' });
  const { id, subject, show } = task.unit;
  const shown = list.some((unit) => !unit.withheld) ? show : [];
  const named = [...new Set([...id, ...(subject === null ? [] : [subject]), ...shown])];
  const closed = task.questions.filter((question) => isClosed(question.scale));
  return [
    ...named.map(text),
    ...closed.map((question): TypedColumn => {
      const type = isLabel(question.scale) ? 'whole number' : answerType(question);
      return { name: question.id, type };
    }),
    ...closed
      .filter((question) => isGraded(question.scale))
      .map((question): TypedColumn => ({ name: `${question.id}_grade`, type: 'whole number' })),
  ];
}

/** Whether a label applies as 0 or 1, with its grade beside it; other answers as they are. */
function sideRow({ task: { task } }: FoldedTask): (truth: ReleasedTruth) => JsonRow {
  const { subject } = task.unit;
  const closed = task.questions.filter((question) => isClosed(question.scale));
  return ({ unit, answers }) => {
    const row: Record<string, unknown> = {};
    for (const field of task.unit.show) setOwnField(row, field, textOf(unit.fields[field]));
    if (subject !== null) setOwnField(row, subject, unit.subject);
    const parts = idParts(task, unit.id);
    task.unit.id.forEach((field, at) => setOwnField(row, field, parts[at]));
    for (const question of closed) {
      const { id, scale } = question;
      const answer = answers?.[id];
      if (answer === undefined) continue;
      const isOne = isLabel(scale);
      const applies = isOne && codeApplies(question, answerCode(question, answer));
      setOwnField(row, id, isOne ? Number(applies) : answer);
      if (isOne && isGraded(scale)) row[`${id}_grade`] = answer;
    }
    return row;
  };
}

function* mapped<Entry>(
  entries: Iterable<Entry>,
  rowOf: (entry: Entry, at: number) => JsonRow,
): Generator<JsonRow> {
  let at = 0;
  for (const entry of entries) yield rowOf(entry, at++);
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function judgmentRows(fold: RecordFold, task: FoldedTask): Iterable<JsonRow> {
  const { why } = countedWork(task);
  const rounds = new Map(fold.record.runs.map((run) => [run.id, run.round]));
  return mapped(task.judgments, (entry, place) => {
    const source: JudgmentOrigin = { origin: entry.origin, counts: why[place]?.why ?? 'yes' };
    return judgmentTableRow(task.task.task, readJudgment(entry, rounds), source);
  });
}

/** A judgment of the log with its answers and asides read. */
export function readJudgment(entry: RecordJudgment, rounds: ReadonlyMap<string, string>): Judgment {
  return {
    unit: entry.unit,
    task: entry.task,
    annotator: entry.annotator,
    answers: JSON.parse(entry.answers) as Judgment['answers'],
    asides: JSON.parse(entry.asides) as Judgment['asides'],
    guideline: entry.guideline,
    taskHash: entry.taskHash,
    round: entry.run === null ? null : (rounds.get(entry.run) ?? entry.run),
    at: entry.untimed ? null : entry.at,
    seconds: entry.seconds,
  };
}

function unitsTable({ task, suffix }: ToldTask): DataTable {
  return {
    name: `units${suffix}`,
    kind: 'units',
    task: task.task.task.id,
    columns: [
      { name: 'unit', type: 'text' },
      { name: 'subject', type: 'text' },
      { name: 'hash', type: 'text' },
      { name: 'characters', type: 'whole number' },
      { name: 'words', type: 'whole number' },
      { name: 'fields', type: 'json' },
    ],
    rows: () => mapped(task.list, ({ id, ...rest }) => ({ unit: id, ...rest })),
  };
}

function rulingsTable({ record }: RecordFold): DataTable {
  return {
    name: 'rulings',
    kind: 'rulings',
    task: null,
    columns: [
      { name: 'task', type: 'text' },
      { name: 'unit', type: 'text' },
      { name: 'kind', type: 'text' },
      { name: 'answers', type: 'json' },
      { name: 'reason', type: 'text' },
      { name: 'by', type: 'text' },
      { name: 'at', type: 'text' },
    ],
    rows: () =>
      record.rulings.map(({ decision, ...ruling }) => ({
        ...ruling,
        kind: decision.kind,
        answers: decision.kind === 'answers' ? decision.answers : null,
      })),
  };
}
