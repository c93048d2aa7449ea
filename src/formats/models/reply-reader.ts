import type { Answer } from '../../domain/answer.ts';
import type { Fault } from '../../domain/fault.ts';
import { fault } from '../../domain/fault.ts';
import { badField, wrongValue } from '../../domain/field-fault.ts';
import type { Answers, Asides, Confidence } from '../../domain/judging/judgment.ts';
import type { ModelReply } from '../../domain/models/model-reply.ts';
import type { ReplyProblem, ReplyProblemKind } from '../../domain/models/reply-problem.ts';
import { codedText, isStorable, oneOf } from '../../domain/text-values.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { CompiledTask } from '../../truth/judging/faults.ts';
import { sameWords, verbatim } from '../../truth/judging/quote.ts';
import { parseRow } from '../jsonl.ts';
import { shownName } from '../own-field.ts';
import { replyObject } from './reply-json.ts';
import { allValues } from './reply-schema.ts';
import type { ReplyField, ReplyForm } from './reply-schema.ts';

/** What was changed in a reply before it was checked. Nothing else is ever changed. */
interface Normalised {
  readonly field: string;
  /** `spelling`: spaces around a value, or its case. `quote`: the source's own letters. */
  readonly how: 'spelling' | 'quote' | 'not-asked';
  readonly from: string;
  /** Null for an answer to a question that is not asked. */
  readonly to: string | null;
}

/** The judgment in a reply, or why there is none. */
export type ReadReply =
  | {
      readonly ok: true;
      readonly answers: Answers;
      readonly asides: Asides;
      /** Whether the object was found in a code fence or in prose. */
      readonly recovered: boolean;
      readonly normalised: readonly Normalised[];
    }
  | { readonly ok: false; readonly problem: ReplyProblem };

/**
 * Reads a reply into answers. Fields must be exactly those of the form, with their types. A value
 * is taken when it is one of its scale, apart from spaces around it and its case; never the nearest
 * one. Then the answers are checked like everybody's. A quote is replaced by the source's own
 * letters where it has the same words; answers to questions that are not asked are dropped. Both
 * are reported, like every other change.
 */
export function readReply(
  compiled: CompiledTask,
  form: ReplyForm,
  reply: Pick<ModelReply, 'end' | 'text'>,
  unit: UnitFields,
): ReadReply {
  const ended = endProblem(reply);
  if (ended !== null) return refused(ended, []);
  const found = replyObject(reply.text);
  if (found === null) return refused('not_json', []);
  const parsed = parseRow(found.text);
  if (!parsed.ok) return refused('schema_invalid', [parsed.fault]);
  const shape = shapeFaults(form, parsed.row);
  if (shape.length > 0) return refused('schema_invalid', shape);
  const reading = new Reading(unit);
  for (const field of form.fields) reading.take(field, parsed.row[field.name]);
  if (reading.offScale.length > 0) return refused('off_scale', reading.offScale);
  const { answers, faults } = reading.asked(compiled);
  if (faults.length > 0) return refused(kindOf(faults, compiled), faults);
  const { asides, normalised } = reading;
  return { ok: true, answers, asides, recovered: found.recovered, normalised };
}

function refused(kind: ReplyProblemKind, faults: readonly Fault[]): ReadReply {
  return { ok: false, problem: { kind, faults } };
}

function endProblem({ end, text }: Pick<ModelReply, 'end' | 'text'>): ReplyProblemKind | null {
  if (end === 'refusal' || end === 'filtered') return 'refused';
  if (end === 'length') return 'truncated';
  if (end === 'context') return 'context_truncated';
  return text.trim() === '' ? 'empty' : null;
}

/** How many fields that nobody asked for are named. */
const mostUnknown = 20;

/** Fields that are missing, unknown, or of another type. */
function shapeFaults(
  { fields }: ReplyForm,
  row: Readonly<Record<string, unknown>>,
): readonly Fault[] {
  const faults = fields.flatMap((field) => {
    const given = Object.hasOwn(row, field.name) ? row[field.name] : undefined;
    return hasType(field, given) ? [] : [badField(field.name, given, expected(field))];
  });
  // Nearly every reply has exactly the fields that were asked for.
  if (faults.length === 0 && Object.keys(row).length === fields.length) return faults;
  const names = fields.map((field) => field.name);
  const known = new Set(names);
  const hint = codedText('questions-are', { questions: oneOf(names) });
  return [
    ...faults,
    ...Object.keys(row)
      .filter((name) => !known.has(name))
      .slice(0, mostUnknown)
      .map((name) => fault('unknown-field', { field: shownName(name), hint })),
  ];
}

function hasType({ values }: ReplyField, given: unknown): boolean {
  if (values.kind === 'boolean') return typeof given === 'boolean';
  if (values.kind === 'text') return typeof given === 'string';
  const isNumeric = values.values.every((one) => typeof one === 'number');
  return typeof given === (isNumeric ? 'number' : 'string');
}

function expected({ values }: ReplyField) {
  if (values.kind === 'boolean') return codedText('true-or-false');
  return values.kind === 'text' ? codedText('text') : oneOf(allValues(values).map(String));
}

/** Takes the values of a reply one after another. */
class Reading {
  readonly normalised: Normalised[] = [];
  readonly offScale: Fault[] = [];
  readonly #answers: Record<string, Answer> = {};
  #asides: Asides = {};
  readonly #unit: UnitFields;

  constructor(unit: UnitFields) {
    this.#unit = unit;
  }

  get asides(): Asides {
    return this.#asides;
  }

  take(field: ReplyField, given: unknown): void {
    const value = this.#value(field, given);
    if (value === null) return;
    if (field.about.kind === 'question') this.#answer(field, value);
    else this.#aside(field, value);
  }

  /** The answers to the questions that are asked, and what is wrong with them. */
  asked(compiled: CompiledTask): { readonly answers: Answers; readonly faults: readonly Fault[] } {
    const answers = { ...this.#answers };
    for (;;) {
      const faults = compiled.faults(answers, this.#unit);
      const unasked = faults.flatMap(({ code, field }) =>
        code === 'not-applicable' && field !== undefined ? [field] : [],
      );
      if (unasked.length === 0) return { answers, faults };
      for (const field of unasked) {
        const from = String(answers[field]);
        this.normalised.push({ field, how: 'not-asked', from, to: null });
        delete answers[field];
      }
    }
  }

  /** A value of the field's choices, or a text; null for one that says nothing. */
  #value(field: ReplyField, given: unknown): Answer | null {
    const { values, name } = field;
    if (values.kind === 'boolean') return given as boolean;
    if (values.kind === 'text') return (given as string).trim() === '' ? null : (given as string);
    const all = allValues(values);
    const exact = all.find((one) => one === given);
    const found = exact ?? this.#spelled(field, String(given), all);
    if (found === undefined) this.offScale.push(wrongValue(name, given, expected(field)));
    return found === undefined || found === values.skip ? null : found;
  }

  #spelled(
    { name }: ReplyField,
    given: string,
    all: readonly (string | number)[],
  ): string | number | undefined {
    const fold = (text: string): string => text.trim().toLowerCase();
    const fitting = all.filter((one) => typeof one === 'string' && fold(one) === fold(given));
    if (fitting.length !== 1) return undefined;
    const to = String(fitting[0]);
    this.normalised.push({ field: name, how: 'spelling', from: given, to });
    return fitting[0];
  }

  #answer({ about }: ReplyField, value: Answer): void {
    if (about.kind !== 'question') return;
    const { id, scale } = about.question;
    if (scale.kind === 'quote') this.#answers[id] = this.#quoted(id, scale.from, String(value));
    else if (scale.kind === 'binary') this.#answers[id] = value === true || value === 'true';
    // Numbers are asked for as texts where a question may be skipped.
    else if (scale.kind === 'text') this.#answers[id] = value;
    else this.#answers[id] = scale.values.find((one) => String(one.value) === String(value))!.value;
  }

  /** The quote in the letters of its source. */
  #quoted(field: string, from: string, quote: string): string {
    const source = Object.hasOwn(this.#unit, from) ? this.#unit[from] : undefined;
    if (typeof source !== 'string' || verbatim(quote, source) !== null) return quote;
    const located = sameWords(quote, source)?.text;
    if (located === undefined) return quote;
    this.normalised.push({ field, how: 'quote', from: quote, to: located });
    return located;
  }

  #aside({ about }: ReplyField, value: Answer): void {
    if (about.kind !== 'aside') return;
    const { aside } = about;
    if (aside === 'confidence') this.#asides = { ...this.#asides, confidence: value as Confidence };
    else if (aside === 'notes') {
      // What nobody asked for word by word is kept as far as it can be stored.
      const notes = String(value);
      this.#asides = { ...this.#asides, notes: isStorable(notes) ? notes : storable(notes) };
    } else if (value === true) this.#asides = { ...this.#asides, [aside]: true };
  }
}

function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

const kindOfFault: Readonly<Partial<Record<Fault['code'], ReplyProblemKind>>> = {
  'not-verbatim': 'quote_not_found',
  'constraint-broken': 'constraint_violation',
  'not-applicable': 'constraint_violation',
  // Only a question that is asked on a condition can still lack its answer here.
  'missing-field': 'constraint_violation',
};

/** The kind of the fault that decides: a wrong form comes before a broken rule. */
function kindOf(faults: readonly Fault[], { task }: CompiledTask): ReplyProblemKind {
  const kinds = new Set(
    faults.map((one) => {
      const isUnconditional = task.questions.some(
        ({ id, when }) => id === one.field && when === null,
      );
      if (one.code === 'missing-field' && isUnconditional) return 'schema_invalid';
      return kindOfFault[one.code] ?? 'schema_invalid';
    }),
  );
  const order = ['schema_invalid', 'quote_not_found', 'constraint_violation'] as const;
  return order.find((kind) => kinds.has(kind))!;
}
