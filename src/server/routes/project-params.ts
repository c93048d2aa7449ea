import { z } from 'zod';

/**
 * The project in an address; `*` is the whole workspace, where people and invitations are
 * concerned.
 */
export const projectParams = z.object({ project: z.string().min(1).max(200) });

/** The run in an address. */
export const runParams = z.object({ run: z.string().min(1).max(200) });

/** A unit of a run in an address. */
export const runUnitParams = runParams.extend({ unit: z.string().min(1).max(1000) });
