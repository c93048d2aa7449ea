import { z } from 'zod';

const presetSchema = z.strictObject({
  /** The domain that files of verdicts name when nobody says otherwise. */
  domain: z.string().min(1),
  /** The K that are computed when nobody says otherwise. */
  k: z.array(z.int().positive()).min(1),
  /** What the votes of models weigh where a cache does not say. */
  model_weights: z.record(z.string(), z.number().nonnegative()),
  /** Per question the names that its answers have in older caches. */
  former_names: z.record(z.string(), z.array(z.string())),
  /** Per group its topics, in the order in which the first system's task ids ran through them. */
  topics_of_task_ids: z.record(z.string(), z.array(z.string())),
  /** What labels of policies without a field mapping stand for, where no term has them. */
  assumed_severity: z.object({ field: z.string(), values: z.record(z.string(), z.string()) }),
  assumed_modifiers: z.record(z.string(), z.object({ field: z.string(), value: z.string() })),
  /** The modifier that a subject's own field gives, and the entries of the field that do. */
  subject_modifier: z.object({ label: z.string(), field: z.string(), tokens: z.array(z.string()) }),
});

/** What legacy policies and judgment caches take for granted without writing it down. */
export type LegacyPreset = Readonly<z.infer<typeof presetSchema>>;

/** Reads a preset file. */
export function readLegacyPreset(text: string): LegacyPreset {
  return presetSchema.parse(JSON.parse(text));
}
