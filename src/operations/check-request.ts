import type { z } from 'zod';
import { fault, InputError, printValue } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import { schemaFaults } from '../formats/schema-faults.ts';

/** What came, as the schema reads it; throws with all faults of the catalogue otherwise. */
export function checkRequest<Schema extends z.ZodType>(schema: Schema, came: unknown): z.output<Schema> {
  const read = schema.safeParse(came, { reportInput: true });
  if (read.success) return read.data;
  if (came === null || typeof came !== 'object') throw new InputError([fault('not-an-object', { came: printValue(came) })]);
  throw new InputError(schemaFaults(read.error.issues, () => 0).map(({ line: _, ...found }): Fault => found));
}
