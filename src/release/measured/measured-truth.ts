import type { Answer } from '../../domain/answer.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Answers } from '../../domain/judging/judgment.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isLabel, scaleAnswers } from '../../domain/protocol/scale.ts';
import { idSeparator } from '../../domain/units/unit.ts';
import { idParts } from '../../formats/judging/judgment-columns.ts';
import type { JsonRow } from '../../formats/jsonl.ts';
import { countedEntries } from '../../truth/fold/counted-entries.ts';
import type { Side } from '../../truth/release/split.ts';
import { sampleDesign } from '../prevalence-figures.ts';
import type { FoldedTask, RecordFold } from '../record-fold.ts';
import { releaseSplit } from '../release-split.ts';
import { releasedTruths } from '../truth-rows.ts';
import type { ReleasedTruth } from '../truth-rows.ts';

/** The truth of a task that systems are measured against, on one side of the split. */
export interface MeasuredTruth {
  readonly task: FoldedTask;
  /** Null where the release has no split, so that all of it is measured. */
  readonly side: Side | null;
  readonly truths: readonly ReleasedTruth[];
  /** Units that were excluded, and units of the other side. */
  readonly excluded: number;
  readonly elsewhere: number;
  /** The chance of each unit to be drawn, where units were drawn. */
  readonly chanceOf: ReadonlyMap<string, number>;
}

/**
 * The truth of a task on the side of the split that is asked for: test unless said otherwise, all
 * of it where the release has no split or it is asked for. Null when a side is asked for that does
 * not exist.
 */
export function measuredTruth(
  fold: RecordFold,
  task: FoldedTask,
  asked: Side | 'all' | null,
): MeasuredTruth | null {
  const split = asked === 'all' ? null : releaseSplit(fold, task);
  if (split === null && asked !== null && asked !== 'all') return null;
  const side = split === null || asked === 'all' ? null : (asked ?? 'test');
  const all = releasedTruths(fold, task);
  const settled = all.filter(({ answers }) => answers !== null);
  const truths = settled.filter(({ unit }) => side === null || split?.sideOf.get(unit.id) === side);
  return {
    task,
    side,
    truths,
    excluded: all.length - settled.length,
    elsewhere: settled.length - truths.length,
    chanceOf: sampleDesign(fold, task)?.chanceOf ?? new Map(),
  };
}

/** The questions that are measured as labels: yes or no, or grades that are numbers. */
export function labelQuestions({ task }: FoldedTask): readonly Question[] {
  return task.task.questions.filter(
    ({ scale }) =>
      isLabel(scale) ||
      (scale.kind === 'ordinal' && scale.values.every(({ value }) => typeof value === 'number')),
  );
}

/** A unit as a row of labels: 0 and 1, or grades; with what it belongs to and its chance. */
export function labelRow(measured: MeasuredTruth, truth: ReleasedTruth, id: string): JsonRow {
  const labels = labelQuestions(measured.task).map((question) => [
    question.id,
    gradeOf(question, truth.answers?.[question.id]),
  ]);
  return {
    [id]: truth.unit.id,
    subject: truth.unit.subject ?? truth.unit.id,
    ...chanceCell(measured, truth.unit.id),
    ...Object.fromEntries(labels),
  };
}

/** A unit as a row with one class; null where the question has no answer on it. */
export function classRow(
  measured: MeasuredTruth,
  truth: ReleasedTruth,
  question: string,
  id: string,
): JsonRow | null {
  const answer = truth.answers?.[question];
  if (answer === undefined) return null;
  const { unit } = truth;
  return {
    [id]: unit.id,
    subject: unit.subject ?? unit.id,
    ...chanceCell(measured, unit.id),
    [question]: String(answer),
  };
}

/** The chance of a unit to be drawn, in a column of its own; nothing where none was drawn. */
export function chanceCell({ chanceOf }: MeasuredTruth, unit: string): JsonRow {
  return chanceOf.size === 0 ? {} : { inclusion_probability: chanceOf.get(unit) ?? 1 };
}

/**
 * What every annotator said of the measured units, as truths of their own: of the judgments that
 * count, in the order of the record.
 */
export function annotatorTruths({
  task,
  truths,
}: MeasuredTruth): readonly { readonly annotator: string; readonly truth: ReleasedTruth }[] {
  const byUnit = groupBy(task.judgments, ({ unit }) => unit);
  return truths.flatMap((truth) =>
    countedEntries(task.fold, byUnit.get(truth.unit.id) ?? [])
      .filter(({ uncounted }) => uncounted === null)
      .map(({ annotator, answers }) => ({
        annotator,
        truth: { ...truth, answers: JSON.parse(answers) as Answers },
      })),
  );
}

/**
 * A query–document pair as a row of relevance judgments: the query is the unit's subject, the
 * document what else names the unit. Null where the question has no answer on it.
 */
export function qrelRow(
  measured: MeasuredTruth,
  truth: ReleasedTruth,
  question: Question,
): JsonRow | null {
  const { task } = measured;
  const relevance = gradeOf(question, truth.answers?.[question.id]);
  const { unit } = truth;
  if (relevance === null || unit.subject === null) return null;
  const { id, subject } = task.task.task.unit;
  const parts = idParts(task.task.task, unit.id);
  const document = parts.filter((_, at) => id[at] !== subject);
  return {
    query_id: unit.subject,
    doc_id: document.join(idSeparator),
    relevance,
    ...chanceCell(measured, unit.id),
  };
}

/** An output of a RAG system as a row of its labels; ranks only where the task has them. */
export function ragRow(measured: MeasuredTruth, truth: ReleasedTruth): JsonRow {
  const { task } = measured;
  const { unit } = task.task.task;
  const rank = unit.rank === null ? {} : { chunk_rank: truth.unit.fields[unit.rank] };
  const labels = labelQuestions(task).map((question) => [
    question.id,
    gradeOf(question, truth.answers?.[question.id]),
  ]);
  const query = unit.rank === null ? truth.unit.id : (truth.unit.subject ?? truth.unit.id);
  const chance = chanceCell(measured, truth.unit.id);
  return { query_id: query, ...rank, ...chance, ...Object.fromEntries(labels) };
}

/** An answer as a grade: 0 or 1, the number of an ordinal scale, else its place on the scale. */
function gradeOf({ scale }: Question, answer: Answer | undefined): number | null {
  if (answer === undefined) return null;
  if (typeof answer === 'boolean') return answer ? 1 : 0;
  if (typeof answer === 'number') return answer;
  const place = scaleAnswers(scale).indexOf(answer);
  return place < 0 ? null : place;
}
