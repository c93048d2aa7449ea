import { z } from 'zod';
import { refuse } from '../../../domain/fault.ts';
import type { SessionCredential } from '../../../operations/people/identity.ts';
import {
  endOtherSessions,
  endOwnSession,
  ownSessions,
} from '../../../operations/people/sessions.ts';
import { route } from '../../route.ts';
import type { Principal } from '../../session.ts';

/** A session without anything by which it could be taken over. */
export const sessionView = z.object({
  id: z.string(),
  device: z.string().nullable().describe('What the browser says about itself'),
  created_at: z.string(),
  last_used_at: z.string().describe('To a quarter of an hour'),
  expires_at: z.string(),
  is_current: z.boolean(),
});
export type SessionView = z.infer<typeof sessionView>;

const own = { tag: 'Sign in', who: 'everybody who is signed in', sessionOnly: true } as const;

export const ownSessionRoutes = [
  route({
    ...own,
    method: 'GET',
    path: '/api/me/sessions',
    summary: 'Where you are signed in',
    response: z.object({ items: z.array(sessionView) }),
    handle: async ({ context, principal }) => ({
      items: await ownSessions(context, sessionOf(principal)),
    }),
  }),
  route({
    ...own,
    method: 'DELETE',
    path: '/api/me/sessions',
    summary: 'End all your sessions but this one',
    response: z.object({ ended: z.number() }),
    handle: async ({ context, services, principal }) => {
      const ended = await endOtherSessions(context, sessionOf(principal));
      services.principals.forget(principal.identity.account);
      return { ended };
    },
  }),
  route({
    ...own,
    method: 'DELETE',
    path: '/api/me/sessions/:id',
    summary: 'End one of your sessions',
    params: z.object({ id: z.string().max(100) }),
    handle: async ({ context, services, principal, params }) => {
      await endOwnSession(context, params.id);
      services.principals.forget(principal.identity.account);
    },
  }),
];

function sessionOf({ identity: { credential } }: Principal): SessionCredential {
  return credential.via === 'session' ? credential : refuse('not-signed-in');
}
