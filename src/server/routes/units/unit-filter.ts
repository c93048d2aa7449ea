import { z } from 'zod';
import { standingNames } from '../../../domain/fold/standing.ts';
import { defined } from '../../../domain/defined.ts';
import type { ChosenUnits } from '../../../operations/units/filter-units.ts';
import { pageFields } from '../../paging.ts';

const yes = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional();
const optionalName = z.string().max(200).optional();

/** Flat, so that a filter is an address. */
const filterFields = {
  text: z.string().max(1000).optional().describe('Words, "a phrase", -without'),
  standing: z.enum(standingNames).optional(),
  round: optionalName.describe('Units that were drawn for this round'),
  run: optionalName.describe('Units of this run, by the answers that were given in it'),
  subject: z.string().max(1000).optional(),
  question: optionalName.describe(
    'Units whose true answer to this question applies, or is `answer`',
  ),
  answer: optionalName,
  by: optionalName.describe('The answer of this annotator instead of the true one'),
  answer2: optionalName.describe('And the answer of a second annotator, `by2`'),
  by2: optionalName,
  annotator: optionalName.describe('Units that this annotator has judged'),
  flagged: yes.describe('Somebody asks for a second look'),
  disagreement: yes.describe('Not everybody gave the same answers'),
  ruled: yes,
  field: optionalName.describe('Units whose field has this `value`'),
  value: z.string().max(200).optional(),
};

export const exploreQuery = z.strictObject({
  task: z.string().max(200),
  ...filterFields,
  order: z.enum(['arrival', 'disagreement']).optional(),
  ...pageFields,
});

/** What is chosen: units by name, or all that pass a filter, with their number as it was seen. */
export const chosenFields = {
  task: z.string().max(200),
  units: z.array(z.string().max(1000)).max(10_000).optional(),
  filter: z.strictObject(filterFields).optional(),
  count: z.int().nonnegative().optional().describe('With a filter: how many units it matched'),
};

const chosenBody = z.object(chosenFields);

/** The units that a body chooses. */
export function chosenOf({ units, filter, count }: z.infer<typeof chosenBody>): ChosenUnits {
  if (filter === undefined) return { units: units ?? [] };
  return { filter: defined(filterOf(filter)), count: count ?? 0 };
}

type FilterQuery = z.infer<z.ZodObject<typeof filterFields>>;

/** The filter of a query: its flat answers become a list. */
export function filterOf<Query extends FilterQuery>(query: Query) {
  const { question, answer, by, answer2, by2, ...rest } = query;
  if (question === undefined) return rest;
  const first = { question, answer: answer ?? null, by: by ?? null };
  const second = { question, answer: answer2 ?? null, by: by2 ?? null };
  return { ...rest, answers: by2 === undefined ? [first] : [first, second] };
}
