import { z } from 'zod';

/** The project in an address; `*` is the whole workspace, for people and invitations. */
export const projectParams = z.object({ project: z.string().min(1).max(200) });

/** A task by name in a query. */
export const taskField = z
  .string()
  .max(200)
  .optional()
  .describe('Required only if there are several tasks');

/** The run in an address. */
export const runParams = z.object({ run: z.string().min(1).max(200) });

/** A unit of a run in an address. */
export const runUnitParams = runParams.extend({ unit: z.string().min(1).max(1000) });
