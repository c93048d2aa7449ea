import { z } from 'zod';
import { countSchema, textSchema } from '../../domain/basic-schemas.ts';
import { panelEntrySchema } from '../../domain/judging/annotator.ts';
import type { Panel } from '../../domain/judging/annotator.ts';
import { providerNames } from '../../domain/models/model-settings.ts';

const rowSchema = z.strictObject({
  /** A name, or the beginning of names with a `*` after it. */
  models: textSchema,
  /** How the model is reached where its entry does not say. */
  provider: z.enum(providerNames).optional(),
  /** Parameters that the model answers with an error. */
  refuses: z.array(textSchema).default([]),
  /** The most tokens of a reply where its entry does not say; reasoning counts. */
  max_tokens: countSchema.optional(),
  /** The tokens that prompt and reply may have together. */
  window: countSchema.optional(),
});

const tableSchema = z.strictObject({
  date: textSchema,
  max_tokens: countSchema,
  window: countSchema,
  models: z.array(rowSchema),
});

const panelsSchema = z.record(textSchema, z.record(textSchema, panelEntrySchema));

/** What is known about models without asking them. The first row that fits a name holds. */
export type ModelTable = Readonly<z.infer<typeof tableSchema>>;

/** What the table says about one model. */
export interface KnownModel {
  readonly provider: z.infer<typeof rowSchema>['provider'] | null;
  readonly refuses: readonly string[];
  readonly maxTokens: number;
  /** The tokens that prompt and reply may have together. */
  readonly window: number;
}

/** Reads the table of models. */
export function readModelTable(text: string): ModelTable {
  return tableSchema.parse(JSON.parse(text));
}

/** Reads ready panels, by name. */
export function readPanels(text: string): Readonly<Record<string, Panel>> {
  return panelsSchema.parse(JSON.parse(text));
}

/**
 * What the table says about a model; a model that it does not know has the table's defaults.
 * @example knownModel({ date: '', max_tokens: 9, window: 99, models: [] }, 'gpt-5').maxTokens // 9
 */
export function knownModel(table: ModelTable, model: string): KnownModel {
  const row = table.models.find(({ models }) =>
    models.endsWith('*') ? model.startsWith(models.slice(0, -1)) : model === models,
  );
  return {
    provider: row?.provider ?? null,
    refuses: row?.refuses ?? [],
    maxTokens: row?.max_tokens ?? table.max_tokens,
    window: row?.window ?? table.window,
  };
}
