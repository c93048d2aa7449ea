import { z } from 'zod';
import { createToken, endToken, tokens } from '../../../operations/people/tokens.ts';
import { route } from '../../route.ts';
import { projectParams } from '../project-params.ts';

const scope = z.enum(['read', 'write']);
const token = z.object({
  id: z.string(),
  name: z.string(),
  scope,
  created_at: z.string(),
  expires_at: z.string(),
  revoked_at: z.string().nullable(),
});
export type Token = z.infer<typeof token>;

const madeToken = token
  .pick({ id: true, name: true, scope: true, expires_at: true })
  .extend({ secret: z.string() });
export type MadeToken = z.infer<typeof madeToken>;

export const tokenRoutes = [
  route({
    method: 'GET',
    path: '/api/projects/:project/tokens',
    tag: 'People',
    summary: 'Your tokens in a project',
    who: 'member',
    sessionOnly: true,
    params: projectParams,
    response: z.object({ items: z.array(token) }),
    handle: async ({ context, params }) => ({ items: await tokens(context, params.project) }),
  }),
  route({
    method: 'POST',
    path: '/api/projects/:project/tokens',
    tag: 'People',
    summary: 'Make a token for a program in this project; it is shown only once',
    who: 'lead',
    sessionOnly: true,
    params: projectParams,
    body: z.strictObject({
      name: z.string().trim().min(1).max(100),
      scope: scope.default('read'),
      days: z.int().min(1).max(365).default(90),
    }),
    status: 201,
    response: madeToken,
    handle: async ({ context, params, body }) => await createToken(context, { ...params, ...body }),
  }),
  route({
    method: 'DELETE',
    path: '/api/projects/:project/tokens/:id',
    tag: 'People',
    summary: 'Revoke one of your tokens',
    who: 'member',
    sessionOnly: true,
    params: projectParams.extend({ id: z.string().max(100) }),
    handle: async ({ context, services, params }) => {
      await endToken(context, params);
      services.principals.forget(context.actor.account);
    },
  }),
];
