import { z } from 'zod';
import { countSchema, textSchema } from '../basic-schemas.ts';
import type { Fault } from '../fault.ts';
import { fault } from '../fault.ts';
import { foundValue } from '../text-values.ts';
import type { ModelReply } from './model-reply.ts';
import type { RequestSubject } from './model-request.ts';

/** The first line of a recording. */
const headSchema = z.strictObject({
  recording: z.literal(1),
  /** True when no model said any of it. */
  simulated: z.boolean().default(false),
  note: z.string().optional(),
});

/**
 * A reply in a recording: of one run of a model, of every model's run of a number, or of every run
 * that has no line of its own.
 */
const lineSchema = z
  .strictObject({
    unit: textSchema,
    annotator: textSchema.optional(),
    run: countSchema.optional(),
    /** The hash of the prompt that it is a reply to; to any, when it is left out. */
    prompt: textSchema.optional(),
    /** The object that the model replied with, or its words. */
    reply: z.union([z.record(z.string(), z.json()), z.string()]),
    end: z.enum(['complete', 'length', 'refusal', 'filtered', 'context']).default('complete'),
    tokens: z.strictObject({ input: z.int(), output: z.int() }).optional(),
  })
  .refine(({ annotator, run }) => annotator === undefined || run === undefined);
type RecordingLine = z.infer<typeof lineSchema>;

/** Replies that are replayed instead of asking a model. */
export interface Recording {
  readonly simulated: boolean;
  /** The reply of a run about a unit; null when none was recorded. */
  find(subject: RequestSubject): ModelReply | null;
}

/** A recording, or what is wrong with its lines. */
export type ReadRecording =
  | { readonly ok: true; readonly recording: Recording }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Reads a recording: JSON lines, a head and then one line per reply. */
export function readRecording(text: string, file: string): ReadRecording {
  const faults: Fault[] = [];
  const replies = new Map<string, RecordingLine>();
  const [first = '', ...rest] = text.split('\n');
  const head = headSchema.safeParse(parsed(first));
  const refuse = (line: number, got: string): void => {
    faults.push(fault('bad-recording', { got: foundValue(got) }, { file, line }));
  };
  if (!head.success) refuse(1, first);
  for (const [at, line] of rest.entries()) {
    if (line.trim() === '') continue;
    const read = lineSchema.safeParse(parsed(line));
    if (read.success) replies.set(lineKey(read.data), read.data);
    else refuse(at + 2, line);
  }
  if (faults.length > 0) return { ok: false, faults };
  const simulated = head.data?.simulated ?? false;
  return {
    ok: true,
    recording: { simulated, find: (subject) => found(replies, subject, simulated) },
  };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    // No JSON: refused by the schema like anything else that does not fit.
    return null;
  }
}

function lineKey({ unit, annotator, run, prompt }: RecordingLine): string {
  return JSON.stringify([unit, annotator ?? run ?? null, prompt ?? null]);
}

function found(
  replies: ReadonlyMap<string, RecordingLine>,
  { unit, annotator, prompt }: RequestSubject,
  simulated: boolean,
): ModelReply | null {
  const run = Number(/#(\d+)$/.exec(annotator)?.[1] ?? 1);
  const keys = [
    [unit, annotator, prompt],
    [unit, annotator, null],
    [unit, run, prompt],
    [unit, run, null],
    [unit, null, prompt],
    [unit, null, null],
  ];
  const line = keys.map((key) => replies.get(JSON.stringify(key))).find((one) => one !== undefined);
  if (line === undefined) return null;
  const { reply, end, tokens } = line;
  const text = typeof reply === 'string' ? reply : JSON.stringify(reply);
  return {
    end,
    text: end === 'refusal' ? '' : text,
    refusal: end === 'refusal' ? text : null,
    reasoning: null,
    model: null,
    fingerprint: simulated ? 'simulated' : 'recorded',
    requestId: null,
    tokens: tokens === undefined ? null : { ...tokens, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
  };
}
