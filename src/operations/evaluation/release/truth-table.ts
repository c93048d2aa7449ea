import type { Answer } from '../../../domain/answer.ts';
import { InputError, refuse } from '../../../domain/fault.ts';
import { wrongField } from '../../../domain/field-fault.ts';
import type { Question } from '../../../domain/protocol/question.ts';
import { isClosed, isGraded, scaleAnswers } from '../../../domain/protocol/scale.ts';
import { codedText, oneOf } from '../../../domain/text-values.ts';
import type { JsonRow } from '../../../formats/jsonl.ts';
import { ruleRows } from '../../../release/measured/measured-rules.ts';
import {
  annotatorTruths,
  classRow,
  labelQuestions,
  labelRow,
  qrelRow,
  ragRow,
} from '../../../release/measured/measured-truth.ts';
import type { MeasuredTruth } from '../../../release/measured/measured-truth.ts';
import type { ReleasedTruth } from '../../../release/truth-rows.ts';

/** As what the truth is read: a column per label, one class, relevance judgments, RAG labels. */
export type TruthShape =
  | { readonly as: 'labels'; readonly id: string; readonly slice: string | null }
  | {
      readonly as: 'class';
      readonly id: string;
      readonly question: string;
      readonly slice: string | null;
    }
  | { readonly as: 'qrels'; readonly question: string | null; readonly slice: string | null }
  | { readonly as: 'rag'; readonly slice: string | null }
  | { readonly as: 'rules'; readonly id: string; readonly question: string | null };

/** The rows that systems are measured against, and what the protocol says about their scale. */
export interface TruthTable {
  readonly rows: readonly JsonRow[];
  /** What every annotator said, as rows of the same shape; null where nobody's answers can be. */
  readonly votes: readonly JsonRow[] | null;
  /** A field of the queries, where rows are pairs of a query and a document. */
  readonly queries: readonly JsonRow[] | null;
  readonly order: readonly string[] | null;
  /** The answers that there are, where one question is measured. */
  readonly classes: readonly string[] | null;
  readonly level: number | null;
}

/** The truth of a release as the table that `assay evaluate` reads. */
export function truthTable(measured: MeasuredTruth, shape: TruthShape): TruthTable {
  const table = tableOf(measured, shape);
  if (table.rows.length === 0)
    refuse('usage', { reason: 'No unit of this split has an answer to measure against.' });
  return table;
}

type RowOf = (truth: ReleasedTruth) => JsonRow | null;

function tableOf(measured: MeasuredTruth, shape: TruthShape): TruthTable {
  const none = { votes: null, queries: null, order: null, classes: null, level: null };
  if (shape.as === 'rules') {
    const { question, isTrue } = rightAnswers(measured, shape.question);
    return { ...none, rows: ruleRows(measured, question, isTrue, shape.id) };
  }
  if (shape.slice !== null) checkField(measured, shape.slice);
  const { rowOf, ...scale } = readAs(measured, shape);
  const sliced: RowOf =
    shape.slice === null || shape.as === 'qrels'
      ? rowOf
      : (truth) => {
          const row = rowOf(truth);
          const value = sliceText(truth.unit.fields[shape.slice!]);
          return row === null ? null : { ...row, [shape.slice!]: value };
        };
  const votes = annotatorTruths(measured).flatMap(({ annotator, truth }) => {
    const row = rowOf(truth);
    return row === null ? [] : [{ ...row, annotator }];
  });
  const rows = measured.truths.map(sliced).filter((row) => row !== null);
  const queries =
    shape.as === 'qrels' && shape.slice !== null ? queryRows(measured, shape.slice) : null;
  return { ...none, ...scale, rows, votes: shape.as === 'rag' ? null : votes, queries };
}

function checkField({ truths }: MeasuredTruth, field: string): void {
  const known = new Set(truths.flatMap(({ unit }) => Object.keys(unit.fields)));
  if (known.has(field)) return;
  const expected = codedText('one-of', { list: oneOf([...known]) });
  throw new InputError([wrongField('--slice', field, expected)]);
}

/** How a unit becomes a row, and what the protocol says about the scale. */
function readAs(
  measured: MeasuredTruth,
  shape: Exclude<TruthShape, { readonly as: 'rules' }>,
): { readonly rowOf: RowOf } & Pick<TruthTable, 'order' | 'classes' | 'level'> {
  if (shape.as === 'class') {
    const question = namedQuestion(measured, shape.question, '--class', ({ scale }) =>
      isClosed(scale),
    );
    const answers = scaleAnswers(question.scale).map(String);
    return {
      rowOf: (truth) => classRow(measured, truth, question.id, shape.id),
      order: question.scale.kind === 'ordinal' ? answers : null,
      classes: answers,
      level: null,
    };
  }
  if (shape.as === 'qrels') {
    const question = relevanceQuestion(measured, shape.question);
    return {
      rowOf: (truth) => qrelRow(measured, truth, question),
      order: null,
      classes: null,
      level: sharedLevel([question]),
    };
  }
  const level = sharedLevel(labelQuestions(measured.task));
  const rowOf: RowOf = (truth) =>
    shape.as === 'rag' ? ragRow(measured, truth) : labelRow(measured, truth, shape.id);
  return { rowOf, order: null, classes: null, level };
}

/** A field of every query: what its documents say, where all that say anything say the same. */
function queryRows({ truths }: MeasuredTruth, field: string): readonly JsonRow[] {
  const values = new Map<string, Set<string>>();
  for (const { unit } of truths) {
    const value = sliceText(unit.fields[field]);
    if (unit.subject === null || value === null) continue;
    values.set(unit.subject, (values.get(unit.subject) ?? new Set()).add(value));
  }
  return [...values].flatMap(([query, own]) =>
    own.size === 1 ? [{ query_id: query, [field]: [...own][0]! }] : [],
  );
}

/** `quality=correct` as the question and the answers that make a rule true. */
function rightAnswers(
  measured: MeasuredTruth,
  text: string | null,
): { readonly question: Question; readonly isTrue: readonly Answer[] } {
  const isOwn = ({ scale }: Question): boolean => isClosed(scale);
  const all = measured.task.task.task.questions.filter(isOwn);
  const [name, given] = (text ?? '').split('=', 2);
  const question =
    text === null && all.length === 1
      ? all[0]!
      : namedQuestion(measured, name ?? '', '--question', isOwn);
  const answers = scaleAnswers(question.scale);
  if (question.scale.kind === 'binary' && given === undefined) return { question, isTrue: [true] };
  const named = (given ?? '').split('|').filter((one) => one !== '');
  const isTrue = answers.filter((answer) => named.includes(String(answer)));
  if (isTrue.length === 0 || isTrue.length < named.length) {
    const list = oneOf(answers.map((answer) => `${question.id}=${String(answer)}`));
    throw new InputError([wrongField('--question', text ?? '', codedText('one-of', { list }))]);
  }
  return { question, isTrue };
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
