import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import type { ReplySchema } from '../../domain/models/model-request.ts';
import { confidences } from '../../domain/judging/judgment.ts';
import type { Question } from '../../domain/protocol/question.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { AsideName, Task } from '../../domain/protocol/task.ts';
import { codedText } from '../../domain/text-values.ts';

/** What a field of a reply may hold. */
export type FieldValues =
  | { readonly kind: 'boolean' }
  /** Free text; an empty one is not an answer. */
  | { readonly kind: 'text' }
  /** One of these. `skip` is the value that says that the question is not asked or not answered. */
  | {
      readonly kind: 'choice';
      readonly values: readonly (string | number)[];
      readonly skip: string | null;
    };

/** One field of a reply, and what it answers. */
export interface ReplyField {
  /** At most 64 of A–Z, a–z, 0–9, _ and -. */
  readonly name: string;
  readonly about:
    | { readonly kind: 'question'; readonly question: Question }
    | { readonly kind: 'aside'; readonly aside: AsideName };
  readonly values: FieldValues;
}

/** What a reply to a task must look like. */
export interface ReplyForm {
  readonly fields: readonly ReplyField[];
  readonly schema: ReplySchema;
  /** Limits of the providers that the task exceeds. */
  readonly faults: readonly Fault[];
}

/**
 * What a reply to a task must look like, in the subset of JSON Schema that providers enforce: one
 * flat object, every field required, no others, no nulls. Notes come first, so that a model gives
 * its reasons before its answers. A question that may be left out has one more value to say so.
 */
export function replyForm(task: Task): ReplyForm {
  const taken = new Set<string>();
  const named = (name: string): string => {
    const own = freeName(name, taken);
    taken.add(own);
    return own;
  };
  const questions = task.questions.map((question): ReplyField => ({
    name: named(question.id),
    about: { kind: 'question', question },
    values: questionValues(question),
  }));
  const aside = (name: AsideName): ReplyField => ({
    name: named(name),
    about: { kind: 'aside', aside: name },
    values: asideValues[name],
  });
  const fields = [
    ...task.asides.filter((name) => name === 'notes').map(aside),
    ...questions,
    ...task.asides.filter((name) => name !== 'notes').map(aside),
  ];
  return { fields, schema: replySchema(task, fields), faults: limitFaults(task, fields) };
}

/** What strict schemas may hold at most, by the provider that allows least. */
const limits = { properties: 5000, values: 1000, characters: 120_000 } as const;

const asideValues: Readonly<Record<AsideName, FieldValues>> = {
  notes: { kind: 'text' },
  confidence: { kind: 'choice', values: confidences, skip: null },
  flag: { kind: 'boolean' },
  uncertain: { kind: 'boolean' },
};

function questionValues({ scale, when, required }: Question): FieldValues {
  if (scale.kind === 'text' || scale.kind === 'quote') return { kind: 'text' };
  const mayBeSkipped = when !== null || !required;
  if (scale.kind === 'binary' && !mayBeSkipped) return { kind: 'boolean' };
  const values = scaleAnswers(scale).map((one) => (typeof one === 'boolean' ? String(one) : one));
  if (!mayBeSkipped && values.every((one) => typeof one === 'number'))
    return { kind: 'choice', values, skip: null };
  const texts = scale.kind === 'binary' ? ['true', 'false'] : values.map(String);
  return { kind: 'choice', values: texts, skip: mayBeSkipped ? skipWord(texts) : null };
}

/** A word for "not asked" that is not a value of the scale. */
function skipWord(values: readonly string[]): string {
  let word = 'not_applicable';
  const known = new Set(values.map((value) => value.trim().toLowerCase()));
  while (known.has(word)) word = `question_${word}`;
  return word;
}

/** A name that providers take and that no other field has. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const plain = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64);
  for (let count = 2, tried = plain; ; count += 1) {
    if (!taken.has(tried)) return tried;
    tried = `${plain.slice(0, 58)}_${count}`;
  }
}

function replySchema(task: Task, fields: readonly ReplyField[]): ReplySchema {
  return {
    name: freeName(`judgment_${task.id}`, new Set()),
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map(({ name, values }) => [name, valueSchema(values)])),
      required: fields.map((field) => field.name),
      additionalProperties: false,
    },
  };
}

function valueSchema(values: FieldValues): object {
  if (values.kind === 'boolean') return { type: 'boolean' };
  if (values.kind === 'text') return { type: 'string' };
  const isNumeric = values.values.every((one) => typeof one === 'number');
  return { type: isNumeric ? 'integer' : 'string', enum: allValues(values) };
}

/** The values of a choice, and the one that skips it. */
export function allValues({
  values,
  skip,
}: Extract<FieldValues, { kind: 'choice' }>): readonly (string | number)[] {
  return skip === null ? values : [...values, skip];
}

function limitFaults(task: Task, fields: readonly ReplyField[]): readonly Fault[] {
  const values = fields.flatMap((field) =>
    field.values.kind === 'choice' ? allValues(field.values) : [],
  );
  const texts = [...fields.map((field) => field.name), ...values.map(String)];
  const found = {
    properties: fields.length,
    values: values.length,
    characters: texts.reduce((sum, text) => sum + text.length, 0),
  };
  const names = { properties: 'reply-fields', values: 'reply-values', characters: 'reply-letters' };
  return (Object.keys(limits) as (keyof typeof limits)[]).flatMap((key) =>
    found[key] <= limits[key]
      ? []
      : [
          fault('reply-too-large', {
            task: task.id,
            what: codedText(names[key] as 'reply-fields', { count: found[key] }),
            most: limits[key],
          }),
        ],
  );
}
