import { z } from 'zod';
import { excludeUnits } from '../../../operations/units/exclude-units.ts';
import { markUnits } from '../../../operations/units/mark-units.ts';
import { route } from '../../route.ts';
import { projectParams } from '../project-params.ts';
import { chosenFields, chosenOf } from './unit-filter.ts';

const excludeReply = z.object({
  excluded: z.number(),
  unchanged: z.number().describe('Units that were excluded before'),
});
export type ExcludeReply = z.infer<typeof excludeReply>;

const markReply = z.object({ notes: z.array(z.string()).describe('For undoing it') });
export type MarkReply = z.infer<typeof markReply>;

const key = z.string().min(1).max(190);
/** Ten thousand names of units. */
const bodyLimit = 4 * 1024 * 1024;

export const bulkRoutes = [
  route({
    method: 'POST',
    path: '/api/projects/:project/units/exclude',
    tag: 'Units',
    summary: 'Exclude units for one reason, by a ruling each: all of them or none',
    who: 'lead, adjudicator',
    params: projectParams,
    body: z.strictObject({ ...chosenFields, reason: z.string().max(10_000), idempotency_key: key }),
    bodyLimit,
    response: excludeReply,
    handle: async ({ context, params, body }) => {
      const { task, reason, idempotency_key: idempotencyKey } = body;
      const chosen = chosenOf(body);
      return await excludeUnits(context, { ...params, task, reason, chosen, idempotencyKey });
    },
  }),
  route({
    method: 'POST',
    path: '/api/projects/:project/units/mark',
    tag: 'Units',
    summary: 'Flag units, or put them on the agenda of the next meeting',
    who: 'lead, adjudicator',
    params: projectParams,
    body: z.strictObject({
      ...chosenFields,
      as: z.enum(['flag', 'agenda']),
      text: z.string().max(10_000).describe('Why, for everybody who sees the flag or the agenda'),
      idempotency_key: key,
    }),
    bodyLimit,
    status: 201,
    response: markReply,
    handle: async ({ context, params, body }) => {
      const { task, as, text, idempotency_key: idempotencyKey } = body;
      const chosen = chosenOf(body);
      return await markUnits(context, { ...params, task, as, text, chosen, idempotencyKey });
    },
  }),
];
