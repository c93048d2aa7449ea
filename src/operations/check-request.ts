import { foundValue } from '../domain/text-values.ts';
import type { z } from 'zod';
import { fault, InputError } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import { schemaFaults } from '../formats/schema-faults.ts';
import type { Issue } from '../formats/schema-faults.ts';

/** What came, as the schema reads it; throws with all faults of the catalogue otherwise. */
export function checkRequest<Schema extends z.ZodType>(
  schema: Schema,
  got: unknown,
): z.output<Schema> {
  const read = schema.safeParse(got, { reportInput: true });
  if (read.success) return read.data;
  if (
    got === null ||
    typeof got !== 'object' ||
    (Array.isArray(got) && read.error.issues.some(({ path }) => path.length === 0))
  )
    throw new InputError([fault('not-an-object', { got: foundValue(got) })]);
  throw new InputError(
    schemaFaults(
      read.error.issues.map((issue) => asItCame(issue, got)),
      () => 0,
    ).map(({ line: _, ...found }): Fault => found),
  );
}

/** Restores what was sent where the schema reports NaN for text that is not a number. */
function asItCame(issue: Issue, got: unknown): Issue {
  if (!Number.isNaN(issue.input)) return issue;
  const input = issue.path.reduce<unknown>(
    (value, key) => (value as Readonly<Record<PropertyKey, unknown>>)[key],
    got,
  );
  return { ...issue, input } as Issue;
}
