import { z } from 'zod';
import { accounts, setDisabled } from '../../../operations/people/accounts.ts';
import { makePasswordLink } from '../../../operations/people/password-link.ts';
import { endSessionsOf, sessionsOf } from '../../../operations/people/sessions.ts';
import { route } from '../../route.ts';
import { linkAddress } from './invitations.ts';
import { sessionView } from './own-sessions.ts';

const account = z.object({
  login: z.string(),
  name: z.string(),
  created_at: z.string(),
  disabled_at: z.string().nullable(),
});
const passwordLink = z.object({ link: z.string(), expires_at: z.string() });
const loginParams = z.object({ login: z.string().max(200) });

export const accountRoutes = [
  route({
    method: 'GET',
    path: '/api/accounts',
    tag: 'People',
    summary: 'Every account of the workspace',
    who: 'lead of the workspace',
    sessionOnly: true,
    response: z.object({ items: z.array(account) }),
    handle: async ({ context }) => ({ items: await accounts(context) }),
  }),
  route({
    method: 'PATCH',
    path: '/api/accounts/:login',
    tag: 'People',
    summary: 'Disable an account with its sessions and tokens, or enable it again',
    who: 'lead of the workspace',
    sessionOnly: true,
    params: loginParams,
    body: z.strictObject({ disabled: z.boolean() }),
    response: account,
    handle: async ({ context, services, params, body }) => {
      const changed = await setDisabled(context, { ...params, ...body });
      services.principals.forget(changed.id);
      return changed;
    },
  }),
  route({
    method: 'POST',
    path: '/api/accounts/:login/link',
    tag: 'People',
    summary: 'Make a link to set a new password; it is shown only once',
    who: 'lead of the workspace',
    sessionOnly: true,
    params: loginParams,
    status: 201,
    response: passwordLink,
    handle: async ({ context, services, params }) => {
      const made = await makePasswordLink(context, params.login);
      return { link: linkAddress(services, made.secret), expiresAt: made.expiresAt };
    },
  }),
  route({
    method: 'GET',
    path: '/api/accounts/:login/sessions',
    tag: 'People',
    summary: 'Where somebody is signed in',
    who: 'lead of the workspace',
    sessionOnly: true,
    params: loginParams,
    response: z.object({ items: z.array(sessionView) }),
    handle: async ({ context, params }) => ({ items: await sessionsOf(context, params.login) }),
  }),
  route({
    method: 'DELETE',
    path: '/api/accounts/:login/sessions',
    tag: 'People',
    summary: 'End all sessions of somebody',
    who: 'lead of the workspace',
    sessionOnly: true,
    params: loginParams,
    response: z.object({ ended: z.number() }),
    handle: async ({ context, services, params }) => {
      const done = await endSessionsOf(context, params.login);
      services.principals.forget(done.account);
      return { ended: done.ended };
    },
  }),
];
