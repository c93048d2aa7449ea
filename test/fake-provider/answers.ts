import { hash } from 'node:crypto';

/** What a model is asked, as the fake provider reads it out of any wire format. */
export interface AskedText {
  readonly model: string;
  /** The instructions and the content, as one text. */
  readonly text: string;
  /** The schema that the reply must follow; null without one. */
  readonly schema: JsonSchema | null;
  /** How often this model was asked this text before: runs are told apart by nothing else. */
  readonly again: number;
}

/** What a fake model answers: an object that is sent as JSON, or a text. */
export type AnswerWith = (asked: AskedText) => unknown;

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** An answer that fits the schema, chosen by a hash of what is asked. */
export const answerBySchema: AnswerWith = ({ model, text, schema, again }) =>
  schema === null ? { said: 'nothing' } : fitting(schema, `${model} ${again} ${text}`, '');

function fitting(schema: JsonSchema, seed: string, place: string): unknown {
  const chance = Number.parseInt(hash('sha256', `${seed} ${place}`).slice(0, 8), 16);
  if (schema.enum !== undefined) return schema.enum[chance % schema.enum.length];
  const [first] = schema.anyOf ?? [];
  if (first !== undefined) return fitting(first, seed, place);
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, one]) => [
        name,
        fitting(one, seed, `${place}.${name}`),
      ]),
    );
  if (type === 'array') return [];
  if (type === 'boolean') return chance % 2 === 1;
  if (type === 'integer' || type === 'number') return chance % 3;
  return 'simulated';
}
