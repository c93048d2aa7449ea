import { z } from 'zod';
import { isStorable } from './text-values.ts';

/** A text that is not empty, and that every file and database can hold. */
export const textSchema = z.string().min(1).refine(isStorable, 'storable-text');

/**
 * A file that a protocol names: a path below the folder of the protocol. A dash alone would be read
 * from standard input.
 */
export const pathSchema = textSchema.refine((path) => {
  const parts = path.split(/[\\/]/).filter((part) => part !== '' && part !== '.');
  const isOutside = /^([\\/]|[A-Za-z]:)/.test(path) || parts.includes('..');
  return !isOutside && parts.join('/') !== '-';
}, 'path-inside');

/** A whole number of at least 1. */
export const countSchema = z.int().positive();

/** The name of a question, task, round or policy: a column or key in files, a part of addresses. */
export const nameSchema = z
  .string()
  .max(200)
  .regex(/^[A-Za-z][A-Za-z0-9_.-]*$/, 'name');

/** A text shown to people: one string, or one per language. */
export const localTextSchema = z
  .union([textSchema, z.record(z.string().regex(/^[a-z]{2}$/, 'language-code'), textSchema)])
  .describe('A text, or one text per language: { en: …, de: … }');
