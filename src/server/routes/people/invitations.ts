import { z } from 'zod';
import { defined } from '../../../domain/defined.ts';
import { invitations, invite, withdrawInvitation } from '../../../operations/people/invite.ts';
import { route } from '../../route.ts';
import type { Services } from '../../services.ts';
import { projectParams } from '../project-params.ts';
import { roleName } from './session.ts';

const invitation = z.object({
  id: z.string(),
  role: roleName,
  created_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  login: z.string().nullable().describe('The name on the panel that it is for'),
});
export type Invitation = z.infer<typeof invitation>;

const madeInvitation = invitation
  .pick({ id: true, role: true, expires_at: true, login: true })
  .extend({ link: z.string() });
export type MadeInvitation = z.infer<typeof madeInvitation>;

export const invitationRoutes = [
  route({
    method: 'GET',
    path: '/api/projects/:project/invitations',
    tag: 'People',
    summary: 'The invitations to a project, latest first',
    who: 'lead',
    params: projectParams,
    response: z.object({ items: z.array(invitation) }),
    handle: async ({ context, params }) => ({ items: await invitations(context, params.project) }),
  }),
  route({
    method: 'POST',
    path: '/api/projects/:project/invitations',
    tag: 'People',
    summary: 'Make a one-time link to join; it is shown only once',
    who: 'lead',
    sessionOnly: true,
    params: projectParams,
    body: z.strictObject({
      role: roleName,
      days: z.int().min(1).max(90).default(14),
      login: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('The name on the panel that it is for; nobody else can use it'),
    }),
    status: 201,
    response: madeInvitation,
    handle: async ({ context, services, params, body }) => {
      const made = await invite(context, { ...params, ...defined(body) });
      return { ...made, link: linkAddress(services, made.secret) };
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/projects/:project/invitations/:id',
    tag: 'People',
    summary: 'Withdraw an unused invitation',
    who: 'lead',
    sessionOnly: true,
    params: projectParams.extend({ id: z.string().max(100) }),
    handle: async ({ context, params }) => await withdrawInvitation(context, params),
  }),
];

/**
 * The address of a link under the public address of this server; headers of a request are ignored.
 */
export function linkAddress(
  { publicUrl, listening }: Pick<Services, 'publicUrl' | 'listening'>,
  secret: string,
): string {
  return `${publicUrl ?? listening.address}/link/${secret}`;
}
