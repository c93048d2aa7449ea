import { z } from 'zod';
import { refuse } from '../../../domain/fault.ts';
import { acceptLink, linkPurpose } from '../../../operations/people/accept-link.ts';
import { checkCsrf, csrfHeader } from '../../csrf.ts';
import { openRoute } from '../../route.ts';
import { browserOf } from '../../browser-cookie.ts';
import { deviceOf } from '../../device-of.ts';
import { credentialOf } from '../../session.ts';
import { presentPrincipal, roleName, sessionReply, welcome } from './session.ts';

const linkParams = z.object({ token: z.string().max(500) });

const linkReply = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('invitation'),
    project: z.string().describe('* is the whole workspace'),
    title: z.string().nullable().describe('Title of the project; null for the whole workspace'),
    role: roleName,
    by: z.string(),
    expires_at: z.string(),
    account_needed: z
      .boolean()
      .describe('False for a reviewer who may read without a name and a password'),
    login: z.string().nullable().describe('The name that the account must have'),
  }),
  z.object({ kind: z.literal('password'), login: z.string(), expires_at: z.string() }),
]);
export type LinkReply = z.infer<typeof linkReply>;

const arrivalBody = z.strictObject({
  login: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Login of the new account; omit it to join with your current account'),
  name: z.string().trim().normalize('NFC').min(1).max(200).optional(),
  password: z.string().max(1000).optional(),
  language: z.enum(['en', 'de']).optional(),
});

export const linkRoutes = [
  openRoute({
    method: 'GET',
    path: '/api/links/:token',
    tag: 'Sign in',
    summary: 'What a link is for',
    who: 'everybody with the link',
    params: linkParams,
    response: linkReply,
    handle: async ({ services, params }) => await linkPurpose(services.workspace, params.token),
  }),
  openRoute({
    method: 'POST',
    path: '/api/links/:token',
    tag: 'Sign in',
    summary: 'Use a one-time link: make an account, join a project, or set a password',
    who: 'everybody with the link',
    params: linkParams,
    body: arrivalBody,
    status: 201,
    response: sessionReply,
    handle: async (call) => {
      const { services, params, body, principal, request } = call;
      const joins =
        principal !== null &&
        body.login === undefined &&
        principal.identity.credential.via === 'session';
      if (joins) checkCsrf(request.method, principal, request.headers[csrfHeader]);
      const begun = await acceptLink(services.workspace, services.passwords, params.token, {
        ...body,
        joins,
        account: principal?.identity.account,
        browser: browserOf(request.headers, services.secure),
        device: deviceOf(request.headers['user-agent']),
      });
      if (begun !== null) {
        // With a new password the other sessions have ended.
        services.principals.forget(begun.account);
        return await welcome(call, begun.secret);
      }
      // The roles have changed, so they are looked up again.
      if (principal !== null) services.principals.forget(principal.identity.account);
      const credential = credentialOf(request.headers, services.cookie);
      const now = credential === null ? null : await services.principals.find(credential);
      return presentPrincipal(now ?? refuse('not-signed-in'));
    },
  }),
];
