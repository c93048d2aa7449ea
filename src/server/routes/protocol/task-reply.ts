import { z } from 'zod';
import { localText } from '../reply-parts.ts';

const scaleValue = z.object({ value: z.union([z.string(), z.number()]), title: localText });

const scale = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('binary') }),
  z.object({ kind: z.literal('nominal'), values: z.array(scaleValue) }),
  z.object({
    kind: z.literal('ordinal'),
    values: z.array(scaleValue),
    present: z.number().nullable(),
    ticked: z.number().nullable(),
    default: z.number().nullable(),
  }),
  z.object({ kind: z.literal('text'), max: z.number() }),
  z.object({ kind: z.literal('quote'), from: z.string() }),
]);

/** A rule in its own words and as it is computed. */
const rule = z.object({ source: z.string(), expression: z.unknown() });

/** A task as a form needs it: the unit's shape, questions with scales and texts, constraints. */
export const taskReply = z.object({
  id: z.string(),
  hash: z.string(),
  title: localText,
  unit: z.object({
    id: z.array(z.string()),
    subject: z.string().nullable(),
    show: z.array(z.string()),
    titles: z.record(z.string(), localText),
    folded: z.array(z.string()),
    context: z.array(z.string()),
    place: z.array(z.string()),
    rank: z.string().nullable(),
    date: z.string().nullable(),
    vocabulary: z.record(z.string(), z.array(z.string().nullable())),
    citation: z.string().nullable(),
    hidden: z.array(z.string()),
  }),
  form: z.enum(['questions', 'labels']),
  questions: z.array(
    z.object({
      id: z.string(),
      title: localText,
      ask: localText,
      help: localText.nullable(),
      scale,
      when: rule.nullable(),
      required: z.boolean(),
      measured: z.boolean(),
    }),
  ),
  constraints: z.array(rule),
  asides: z.array(z.enum(['confidence', 'notes', 'flag', 'uncertain'])),
  steps: z.array(localText),
});
export type TaskReply = z.infer<typeof taskReply>;
