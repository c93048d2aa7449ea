import { z } from 'zod';
import { listOf, orNothing } from '../optional-part.ts';

const text = orNothing(z.string().min(1));
const condition = z.object({ count: text, exists: text, requires: text });
const conditions = listOf(condition);

/** The parts that others refer to. An unreadable one is undefined and keeps its place in a list. */
const readableSchema = z.object({
  policy: text,
  task: text,
  verdicts: orNothing(z.array(z.string().min(1))),
  default: orNothing(z.union([z.string().min(1), z.object({ verdict: text })])),
  counts: text,
  points: orNothing(
    z.object({
      by: text,
      values: orNothing(z.record(z.string(), z.unknown())),
      modifiers: listOf(z.object({ when: text })),
      recency: orNothing(
        z.object({ steps: listOf(z.object({ within_years: z.unknown().optional() })) }),
      ),
      thresholds: listOf(z.looseObject({ verdict: text })),
    }),
  ),
  ladder: listOf(z.object({ verdict: text, any: conditions, all: conditions })),
});

/** What can be read of a policy file, whatever else is wrong with it. */
export type ReadablePolicy = z.infer<typeof readableSchema>;

/** The parts of a policy file that can be read; nothing of a file that holds no named entries. */
export function readablePolicy(value: unknown): ReadablePolicy {
  return readableSchema.safeParse(value).data ?? {};
}
