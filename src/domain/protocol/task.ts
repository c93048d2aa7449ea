import { z } from 'zod';
import { nameSchema, textSchema } from '../basic-schemas.ts';
import type { Expression } from '../expression.ts';
import { localTextSchema } from '../basic-schemas.ts';
import type { LocalText } from '../local-text.ts';
import { questionSchema } from './question.ts';
import type { Question } from './question.ts';
import { scaleSchema } from './scale-schema.ts';

/** A rule over the answers of one judgment, in the words it was written in. */
export interface Constraint {
  readonly source: string;
  readonly expression: Expression;
}

/** What may be said besides the answers; part of the judgment, never of the fold. */
const asideNames = ['confidence', 'notes', 'flag', 'uncertain'] as const;
export type AsideName = (typeof asideNames)[number];

/** How units of a task are read and shown. */
export interface UnitShape {
  /** The fields that together name a unit. */
  readonly id: readonly string[];
  /** The field of what the unit belongs to: the query, the document, the business. */
  readonly subject: string | null;
  readonly show: readonly string[];
  /** What fields are called on pages; a field without a title goes by its name. */
  readonly titles: Readonly<Record<string, LocalText>>;
  /** Shown collapsed; opening one is recorded. */
  readonly folded: readonly string[];
  /** Neighbouring text, such as the previous and the next chunk. */
  readonly context: readonly string[];
  /** Where the unit is in its source, such as the page. */
  readonly place: readonly string[];
  /** The field with the rank within the subject. */
  readonly rank: string | null;
  /** The field with the date, for "the K most recent units of a subject". */
  readonly date: string | null;
  /** Fields with a controlled vocabulary; null in it says that there may be no value. */
  readonly vocabulary: Readonly<Record<string, readonly (string | null)[]>>;
  /** The pattern of citation marks in answers; null where none are looked for. */
  readonly citation: string | null;
  /** Fields besides the id that rows of judgments carry and annotators cannot change. */
  readonly carried: readonly string[];
  /** Fields that an annotator must never see: weak labels, scores, bands. */
  readonly hidden: readonly string[];
}

/** One kind of unit with what is asked about it. */
export interface Task {
  readonly id: string;
  readonly title: LocalText;
  readonly unit: UnitShape;
  /** `labels`: tick what applies, each with its grade; `questions`: answer one by one. */
  readonly form: 'questions' | 'labels';
  readonly questions: readonly Question[];
  readonly constraints: readonly Constraint[];
  readonly asides: readonly AsideName[];
  /** The steps of a decision, as a guide for the annotator. */
  readonly steps: readonly LocalText[];
  /** The languages of the protocol's texts besides English; tables may be written in them. */
  readonly languages?: readonly string[];
}

const oneOrMore = z.union([textSchema, z.array(textSchema).min(1)]);

const unitSchema = z.strictObject({
  id: oneOrMore.describe('The field, or fields, that name a unit'),
  subject: textSchema
    .optional()
    .describe('The field of what the unit belongs to: query, document, business'),
  show: oneOrMore,
  titles: z
    .record(textSchema, localTextSchema)
    .optional()
    .describe('What fields are called on pages: { nct_id: Trial number }'),
  folded: oneOrMore.optional().describe('Fields shown collapsed; opening one is recorded'),
  context: oneOrMore.optional(),
  place: oneOrMore.optional(),
  rank: textSchema.optional(),
  date: textSchema.optional(),
  vocabulary: z
    .record(textSchema, z.array(z.string().nullable()).min(1))
    .optional()
    .describe('The words that a field may have; null says that there may be no value'),
  citation: textSchema
    .optional()
    .describe('What a citation mark in an answer looks like, as a simple pattern: \\[C?\\d+\\]'),
  carried: oneOrMore.optional().describe('Fields that flat rows of judgments carry beside the id'),
  hidden: oneOrMore.optional().describe('Fields that an annotator never sees'),
});

/** The task in a protocol file. */
export const taskSchema = z.strictObject({
  title: localTextSchema.optional(),
  unit: unitSchema,
  form: z.enum(['questions', 'labels']).default('questions'),
  scales: z
    .record(nameSchema, scaleSchema)
    .optional()
    .describe('Named scales, for questions to share'),
  questions: z
    .record(nameSchema, questionSchema)
    .refine((questions) => Object.keys(questions).length > 0, 'some-question'),
  constraints: z
    .array(textSchema)
    .default([])
    .describe('One readable line each: evidence_sufficient => topically_relevant'),
  asides: z.array(z.enum(asideNames)).default([]),
  steps: z.array(localTextSchema).default([]),
});
export type TaskSource = z.infer<typeof taskSchema>;

/** The fields of a unit that judgments are checked against: sources of quotes, carried fields. */
export function checkedFields({ questions, unit }: Task): readonly string[] {
  return [
    ...questions.flatMap(({ scale }) => (scale.kind === 'quote' ? [scale.from] : [])),
    ...unit.carried,
  ];
}

/** The fields of units that a protocol speaks of; units may have others. */
export function unitFieldNames(unit: UnitShape): readonly string[] {
  const { id, subject, show, folded, context, place, rank, date, carried, hidden } = unit;
  const single = [subject, rank, date].filter((field) => field !== null);
  const named = [...Object.keys(unit.titles), ...Object.keys(unit.vocabulary)];
  const lists = [...id, ...show, ...folded, ...context, ...place, ...carried, ...hidden];
  return [...new Set([...lists, ...single, ...named])];
}

/** A field or a list of fields, as a list. */
export function asList(value: string | readonly string[] | undefined): readonly string[] {
  return typeof value === 'string' ? [value] : (value ?? []);
}
