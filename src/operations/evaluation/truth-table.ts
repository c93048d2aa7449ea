import { InputError, refuse } from '../../domain/fault.ts';
import { wrongField } from '../../domain/field-fault.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { isClosed, isGraded, scaleAnswers } from '../../domain/protocol/scale.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import type { JsonRow } from '../../formats/jsonl.ts';
import {
  classRow,
  labelQuestions,
  labelRow,
  qrelRow,
  ragRow,
} from '../../release/measured-truth.ts';
import type { MeasuredTruth } from '../../release/measured-truth.ts';
import type { ReleasedTruth } from '../../release/truth-rows.ts';

/** As what the truth is read: a column per label, one class, relevance judgments, RAG labels. */
export type TruthShape =
  | { readonly as: 'labels'; readonly id: string; readonly slice: string | null }
  | { readonly as: 'class'; readonly id: string; readonly question: string }
  | { readonly as: 'qrels'; readonly question: string | null }
  | { readonly as: 'rag'; readonly slice: string | null };

/** The rows that systems are measured against, and what the protocol says about their scale. */
interface TruthTable {
  readonly rows: readonly JsonRow[];
  readonly order: readonly string[] | null;
  readonly level: number | null;
}

/** The truth of a release as the table that `assay evaluate` reads. */
export function truthTable(measured: MeasuredTruth, shape: TruthShape): TruthTable {
  const table = tableOf(measured, shape);
  if (table.rows.length === 0)
    refuse('usage', { reason: 'No unit of this split has an answer to measure against.' });
  return table;
}

function tableOf(measured: MeasuredTruth, shape: TruthShape): TruthTable {
  const { truths, task } = measured;
  if (shape.as === 'class') {
    const question = namedQuestion(measured, shape.question, '--class', ({ scale }) =>
      isClosed(scale),
    );
    const rows = truths
      .map((truth) => classRow(truth, question.id, shape.id))
      .filter((row) => row !== null);
    const answers = scaleAnswers(question.scale).map(String);
    return { rows, order: question.scale.kind === 'ordinal' ? answers : null, level: null };
  }
  if (shape.as === 'qrels') {
    const question = relevanceQuestion(measured, shape.question);
    const rows = truths
      .map((truth) => qrelRow(measured, truth, question))
      .filter((row) => row !== null);
    return { rows, order: null, level: sharedLevel([question]) };
  }
  const row = (truth: ReleasedTruth): JsonRow =>
    shape.as === 'rag' ? ragRow(measured, truth) : labelRow(measured, truth, shape.id);
  const rows = truths.map((truth) =>
    shape.slice === null
      ? row(truth)
      : { ...row(truth), [shape.slice]: sliceText(truth.unit.fields[shape.slice]) },
  );
  return { rows, order: null, level: sharedLevel(labelQuestions(task)) };
}

/** The field of a unit as the name of a slice; lists and objects have none. */
function sliceText(value: unknown): string | null {
  if (value === undefined || value === null || typeof value === 'object') return null;
  return String(value as string | number | boolean);
}

/** The question that was named; else the only one with grades, or the only label. */
function relevanceQuestion(measured: MeasuredTruth, named: string | null): Question {
  const isOwn = ({ scale }: Question): boolean =>
    scale.kind === 'binary' || scale.kind === 'ordinal';
  if (named !== null) return namedQuestion(measured, named, '--question', isOwn);
  const labels = measured.task.task.task.questions.filter(isOwn);
  const graded = labels.filter(({ scale }) => scale.kind === 'ordinal');
  const only = graded.length === 1 ? graded : labels;
  if (only.length === 1) return only[0]!;
  const reason = 'Pass --question with the question that says how relevant a document is.';
  return refuse('usage', { reason });
}

function namedQuestion(
  { task }: MeasuredTruth,
  name: string,
  option: string,
  fits: (question: Question) => boolean,
): Question {
  const all = task.task.task.questions.filter(fits);
  const found = all.find(({ id }) => id === name);
  if (found !== undefined) return found;
  const expected = codedText('one-of', { list: oneOf(all.map(({ id }) => id)) });
  throw new InputError([wrongField(option, name, expected)]);
}

/** From which grade on labels apply, where all that have grades agree. */
function sharedLevel(questions: readonly Question[]): number | null {
  const levels = new Set(
    questions.flatMap(({ scale }) => (isGraded(scale) ? [scale.present] : [])),
  );
  return levels.size === 1 ? [...levels][0]! : null;
}
