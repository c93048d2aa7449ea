import type { Answers, Judgment, JudgmentOrigin } from '../domain/judging/judgment.ts';
import type { Answer } from '../domain/answer.ts';
import { isClosed, isGraded, isLabel } from '../domain/protocol/scale.ts';
import type { Question } from '../domain/protocol/question.ts';
import type { Task } from '../domain/protocol/task.ts';
import { answerType, idParts, judgmentValues } from '../formats/judging/judgment-columns.ts';
import type { SourcedJudgment } from '../formats/judging/judgment-columns.ts';
import { ownField } from '../formats/own-field.ts';
import { writeColumns } from '../formats/parquet-writer.ts';
import type { TypedColumn, ValueColumn } from '../formats/parquet-writer.ts';
import { answerCode, codeApplies } from '../truth/protocol/answer-codes.ts';
import { sides } from '../truth/release/split.ts';
import type { Side } from '../truth/release/split.ts';
import { uncountedCodes } from './counted-work.ts';
import type { FoldedTask, RecordFold } from './record-fold.ts';
import type { RecordJudgment, RecordRuling, RecordUnit, ReleaseRecord } from './record.ts';
import type { ReleaseSplit } from './release-split.ts';
import { releasedTruths, truthValues } from './truth-rows.ts';
import type { ReleasedTruth } from './truth-rows.ts';

/** A flat table of a release. */
export interface DataTable {
  /** What it is called among the tables: `truth`, `dev`, `judgments_retrieval`. */
  readonly name: string;
  readonly kind: 'truth' | Side | 'judgments' | 'units' | 'rulings';
  readonly task: string | null;
  readonly columns: readonly TypedColumn[];
  /** The values of each row, in the order of the columns. */
  cells(): Iterable<readonly unknown[]>;
  parquet(): ArrayBuffer;
}

/** A table whose values are found in entries, column by column. */
function tableOf<Entry>(
  about: Pick<DataTable, 'name' | 'kind' | 'task'>,
  columns: readonly ValueColumn<Entry>[],
  entries: () => Iterable<Entry>,
): DataTable {
  return {
    ...about,
    columns,
    cells: function* () {
      for (const entry of entries()) yield columns.map((column) => column.of(entry));
    },
    parquet: () => writeColumns(columns, entries()),
  };
}

/** A task with its truth, listed once for all files that tell it. */
export interface ToldTask {
  readonly task: FoldedTask;
  readonly split: ReleaseSplit | null;
  readonly truths: readonly ReleasedTruth[];
  /** The side of the split that a unit is on. */
  readonly sideOf: (unit: string) => Side | null;
  /** The truths on each side. */
  readonly onSide: Readonly<Record<Side, readonly ReleasedTruth[]>>;
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
    const truths = releasedTruths(fold, task);
    const sideOf = (unit: string): Side | null => split?.sideOf.get(unit) ?? null;
    const onSide: Record<Side, ReleasedTruth[]> = { dev: [], test: [] };
    for (const truth of truths) {
      const side = sideOf(truth.unit.id);
      if (side !== null) onSide[side].push(truth);
    }
    return { task, split, truths, sideOf, onSide, suffix: fold.tasks.length === 1 ? '' : `_${id}` };
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
      tableOf(
        { name: `truth${suffix}`, kind: 'truth', task: id },
        truthValues(task, one.sideOf),
        () => truths,
      ),
      judgmentsTable(fold.record, {
        task: task.task.task,
        suffix,
        judgments: task.judgments,
        uncounted: () => uncountedCodes(task),
      }),
      unitsTable({ task: id, suffix, list: task.list }),
    ];
  });
  return [...tables, rulingsTable(fold)];
}

/** The units of one side of the split: their names, their text where published, their labels. */
export function sideTable(told: ToldTask, side: Side): DataTable {
  const { task, suffix, onSide } = told;
  const about = { name: `${side}${suffix}`, kind: side, task: task.task.task.id };
  return tableOf(about, sideValues(task), () => onSide[side]);
}

type TruthColumn = ValueColumn<ReleasedTruth>;

/** Whether a label applies as 0 or 1, with its grade beside it; other answers as they are. */
function sideValues({ task: { task }, list }: FoldedTask): readonly TruthColumn[] {
  const { id, subject, show } = task.unit;
  const shown = list.some((unit) => !unit.withheld) ? show : [];
  const closed = task.questions.filter((question) => isClosed(question.scale));
  const answers = closed.map(answerColumn);
  const isAnswered = new Set(answers.map(({ name }) => name));
  const named = [...new Set([...id, ...(subject === null ? [] : [subject]), ...shown])];
  const fields = named.map((name): TruthColumn => {
    const part = id.indexOf(name);
    const of = ({ unit }: ReleasedTruth): unknown => {
      if (part >= 0) return idParts(task, unit.id)[part];
      return name === subject ? unit.subject : textOf(unit.fields[name]);
    };
    return { name, type: 'text', of };
  });
  const graded = new Set(
    closed.filter(({ scale }) => isLabel(scale) && isGraded(scale)).map((question) => question.id),
  );
  return [
    // A question that is called like a field stands for both.
    ...fields.map((one) =>
      isAnswered.has(one.name)
        ? { ...one, of: answers.find(({ name }) => name === one.name)!.of }
        : one,
    ),
    ...answers,
    ...closed
      .filter((question) => isGraded(question.scale))
      .map(({ id: name }): TruthColumn => ({
        name: `${name}_grade`,
        type: 'whole number',
        of: graded.has(name) ? (truth) => ownField(answersOf(truth), name) : () => null,
      })),
  ];
}

function answerColumn(question: Question): TruthColumn {
  const { id, scale } = question;
  const given = (truth: ReleasedTruth): Answer | undefined => ownField(answersOf(truth), id);
  if (!isLabel(scale)) return { name: id, type: answerType(question), of: given };
  const known = new Map<Answer, number>();
  const of = (truth: ReleasedTruth): number | null => {
    const answer = given(truth);
    if (answer === undefined) return null;
    const before = known.get(answer);
    if (before !== undefined) return before;
    const applies = Number(codeApplies(question, answerCode(question, answer)));
    known.set(answer, applies);
    return applies;
  };
  return { name: id, type: 'whole number', of };
}

function answersOf({ answers }: ReleasedTruth): Answers | undefined {
  return answers ?? undefined;
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The judgments of a task, in the order of the log, each with why it does not count. */
interface ToldJudgments {
  readonly task: Task;
  readonly suffix: string;
  readonly judgments: readonly RecordJudgment[];
  readonly uncounted: () => readonly (string | null)[];
}

/** The judgments of a task, and which of them count. */
export function judgmentsTable(record: ReleaseRecord, told: ToldJudgments): DataTable {
  const { task, suffix } = told;
  const about = { name: `judgments${suffix}`, kind: 'judgments', task: task.id } as const;
  return tableOf(about, judgmentValues(task), () => sourcedJudgments(record, told));
}

function* sourcedJudgments(
  { runs }: ReleaseRecord,
  { judgments, uncounted }: ToldJudgments,
): Generator<SourcedJudgment> {
  const why = uncounted();
  const rounds = new Map(runs.map((run) => [run.id, run.round]));
  const read = readOnce();
  for (let place = 0; place < judgments.length; place += 1) {
    const entry = judgments[place]!;
    const source: JudgmentOrigin = { origin: entry.origin, counts: why[place] ?? 'yes' };
    yield { judgment: readJudgment(entry, rounds, read), source };
  }
}

/** Different texts that are kept read. */
const mostRead = 20_000;

/** Reads JSON; of equal texts, of which there are many among answers, only the first. */
function readOnce(): (text: string) => unknown {
  const known = new Map<string, unknown>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= mostRead) known.clear();
    const value: unknown = JSON.parse(text);
    known.set(text, value);
    return value;
  };
}

/** A judgment of the log with its answers and asides read. */
export function readJudgment(
  entry: RecordJudgment,
  rounds: ReadonlyMap<string, string>,
  read: (text: string) => unknown = (text) => JSON.parse(text) as unknown,
): Judgment {
  return {
    unit: entry.unit,
    task: entry.task,
    annotator: entry.annotator,
    answers: read(entry.answers) as Judgment['answers'],
    asides: read(entry.asides) as Judgment['asides'],
    guideline: entry.guideline,
    taskHash: entry.taskHash,
    round: entry.run === null ? null : (rounds.get(entry.run) ?? entry.run),
    at: entry.untimed ? null : entry.at,
    seconds: entry.seconds,
  };
}

/** The units of a task. */
export function unitsTable({
  task,
  suffix,
  list,
}: Pick<ToldTask, 'suffix'> & {
  readonly task: string;
  readonly list: readonly RecordUnit[];
}): DataTable {
  const about = { name: `units${suffix}`, kind: 'units', task } as const;
  const columns: readonly ValueColumn<RecordUnit>[] = [
    { name: 'unit', type: 'text', of: ({ id }) => id },
    { name: 'subject', type: 'text', of: ({ subject }) => subject },
    { name: 'hash', type: 'text', of: ({ hash }) => hash },
    { name: 'characters', type: 'whole number', of: ({ characters }) => characters },
    { name: 'words', type: 'whole number', of: ({ words }) => words },
    { name: 'fields', type: 'json', of: ({ fields }) => fields },
  ];
  return tableOf(about, columns, () => list);
}

function rulingsTable({ record }: RecordFold): DataTable {
  const columns: readonly ValueColumn<RecordRuling>[] = [
    { name: 'task', type: 'text', of: ({ task }) => task },
    { name: 'unit', type: 'text', of: ({ unit }) => unit },
    { name: 'kind', type: 'text', of: ({ decision }) => decision.kind },
    {
      name: 'answers',
      type: 'json',
      of: ({ decision }) => (decision.kind === 'answers' ? decision.answers : null),
    },
    { name: 'reason', type: 'text', of: ({ reason }) => reason },
    { name: 'by', type: 'text', of: ({ by }) => by },
    { name: 'at', type: 'text', of: ({ at }) => at },
  ];
  return tableOf({ name: 'rulings', kind: 'rulings', task: null }, columns, () => record.rulings);
}
