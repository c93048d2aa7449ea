import { z } from 'zod';
import { textSchema } from '../basic-schemas.ts';

const priceSchema = z.number().nonnegative();

const priceRowSchema = z.strictObject({
  input: priceSchema.describe('Per million tokens that are read'),
  output: priceSchema.describe('Per million tokens that are written, reasoning included'),
  cached: priceSchema
    .optional()
    .describe('Per million tokens read from a cache; input if left out'),
  cache_write: priceSchema
    .optional()
    .describe('Per million tokens written to a cache; input if left out'),
  batch: z
    .number()
    .positive()
    .max(1)
    .optional()
    .describe('The share of the price that requests in a batch cost; 0.5 means half'),
});

/** What a model costs per million tokens. */
export type PriceRow = Readonly<z.infer<typeof priceRowSchema>>;

/** A dated price table in a protocol file. */
export const pricesSchema = z.strictObject({
  date: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'price-date')
    .describe('When the prices were looked up: 2026-11-01'),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'currency')
    .default('USD'),
  models: z.record(textSchema, priceRowSchema).describe('By the name of the model'),
});

/** What models cost, as of a date. A model that is not listed has no known price. */
export type Prices = Readonly<z.infer<typeof pricesSchema>>;
