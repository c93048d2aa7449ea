import { expectation } from '../schema-faults.ts';
import { defined } from '../../domain/defined.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { missingField, wrongField, wrongValue } from '../../domain/field-fault.ts';
import { codedText, isStorable } from '../../domain/text-values.ts';
import { z } from 'zod';
import type { Answers, Judgment, JudgmentOrigin } from '../../domain/judging/judgment.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import type { JsonRow } from '../jsonl.ts';
import { isFields, shownName } from '../own-field.ts';
import { isTime } from '../time-text.ts';
import type { Read } from '../yaml-source.ts';

/** A judgment as Assay writes it: a complete object per line, with keys in a fixed order. */
export function judgmentLine(judgment: Judgment, source?: JudgmentOrigin): string {
  const { unit, task, annotator, answers, guideline, round, at, seconds, asides } = judgment;
  const judged = { unit, task, annotator, answers, guideline, task_hash: judgment.taskHash };
  return `${JSON.stringify({ ...judged, round, at, seconds, ...asides, ...source })}\n`;
}

/** A ruling as Assay writes it: with `answers`, or with `exclude: true`. */
export function rulingLine(ruling: Ruling): string {
  const { unit, task, by, reason, at, decision } = ruling;
  const decided = decision.kind === 'answers' ? { answers: decision.answers } : { exclude: true };
  return `${JSON.stringify({ unit, task, by, reason, at, ...decided })}\n`;
}

/** The ruling in a row that {@link rulingLine} or a person wrote; `at` may be left out. */
export function readRuling(row: JsonRow): Read<Ruling> {
  const read = checked(rulingSchema, row);
  const isStated = row['answers'] !== undefined;
  const got = isStated ? codedText('beside-exclude') : 'nothing';
  const undecided = wrongField('answers', got, codedText('answers-or-exclude'));
  const isUndecided = isStated === (row['exclude'] !== undefined);
  if (!read.ok || isUndecided)
    return {
      ok: false,
      faults: [...(read.ok ? [] : read.faults), ...(isUndecided ? [undecided] : [])],
    };
  const { at = null, answers, exclude: _excluded, ...ruling } = read.value;
  const decision: Ruling['decision'] =
    answers === undefined ? { kind: 'exclude' } : { kind: 'answers', answers };
  return { ok: true, value: { ...ruling, at, decision } };
}

/** What a row says of its task, unit and answers despite its faults, to check it further. */
export function readableRuling(row: JsonRow): {
  readonly task?: string;
  readonly unit?: string;
  readonly answers?: Answers;
} {
  return defined({
    task: name.safeParse(row['task']).data,
    unit: name.safeParse(row['unit']).data,
    answers: answersSchema.safeParse(row['answers']).data,
  });
}

const name = z.string('non-empty-text').regex(/\S/, 'non-empty-text');
const time = z.string('time').refine(isTime, 'time');
// Not z.record: it leaves out a key named __proto__, and nothing may be dropped in silence.
const answersSchema = z.custom<Answers>(
  (value) => isFields(value) && Object.values(value).every(isAnswer),
  'answer-values',
);

const rulingSchema = z.strictObject({
  unit: name,
  task: name,
  by: name,
  reason: name.refine(isStorable, 'storable-text'),
  at: time.nullable().optional(),
  answers: answersSchema.optional(),
  exclude: z.literal(true, 'true').optional(),
});

function isAnswer(value: unknown): boolean {
  return (
    typeof value === 'boolean' ||
    typeof value === 'string' ||
    (typeof value === 'number' && Number.isFinite(value))
  );
}

function checked<T>(schema: z.ZodType<T>, row: JsonRow): Read<T> {
  const parsed = schema.safeParse(row, { reportInput: true });
  return parsed.success
    ? { ok: true, value: parsed.data }
    : { ok: false, faults: parsed.error.issues.flatMap(issueFaults) };
}

function issueFaults(issue: z.core.$ZodIssue): readonly Fault[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((field) =>
      fault('unknown-field', { field: shownName(field), hint: codedText('check-spelling') }),
    );
  const field = issue.path.map(String).join('.');
  const expected = expectation(issue);
  if (issue.input === undefined) return [missingField(field, expected)];
  return [wrongValue(field, issue.input, expected)];
}
