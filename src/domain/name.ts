import { z } from 'zod';

/** The name of a question, task, round or policy: a column or key in files, a part of addresses. */
export const nameSchema = z
  .string()
  .max(200)
  .regex(/^[A-Za-z][A-Za-z0-9_.-]*$/, 'name');
