import { foundValue } from '../domain/text-values.ts';
import type { z } from 'zod';
import { InputError, refuse } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import { schemaFaults } from '../formats/schema-faults.ts';
import type { Issue } from '../formats/schema-faults.ts';

/** A request as the schema reads it; throws all faults together. */
export function checkRequest<Schema extends z.ZodType>(
  schema: Schema,
  got: unknown,
): z.output<Schema> {
  const read = schema.safeParse(got, { reportInput: true });
  if (read.success) return read.data;
  const { issues } = read.error;
  const isWrongList = Array.isArray(got) && issues.some(({ path }) => path.length === 0);
  if (got === null || typeof got !== 'object' || isWrongList)
    refuse('not-an-object', { got: foundValue(got) });
  const asSent = issues.map((issue) => withInput(issue, got));
  const faults = schemaFaults(asSent, () => 0);
  throw new InputError(faults.map(({ line: _, ...found }): Fault => found));
}

/** Restores what was sent where the schema reports NaN for text that is not a number. */
function withInput(issue: Issue, got: unknown): Issue {
  if (!Number.isNaN(issue.input)) return issue;
  const input = issue.path.reduce<unknown>(
    (value, key) => (value as Readonly<Record<PropertyKey, unknown>>)[key],
    got,
  );
  return { ...issue, input } as Issue;
}
