import { z } from 'zod';
import { refuse } from '../../../domain/fault.ts';
import { signIn, loginText } from '../../../operations/people/sign-in.ts';
import { hasSignedInWith } from '../../../operations/people/same-browser.ts';
import { signOut } from '../../../operations/people/sign-out.ts';
import { openRoute, route } from '../../route.ts';
import type { Call } from '../../route.ts';
import { sessionCookie } from '../../session.ts';
import type { Principal } from '../../session.ts';
import { browserOf } from '../../browser-cookie.ts';
import { deviceOf } from '../../device-of.ts';
import { addressKey, refuseIfThrottled } from '../../throttle.ts';

export const roleName = z.enum(['lead', 'adjudicator', 'annotator', 'reviewer']);
export type RoleName = z.infer<typeof roleName>;

/** Who is signed in. */
export const sessionReply = z.object({
  account: z.object({
    id: z.string(),
    login: z.string(),
    name: z.string(),
    language: z.string(),
    keymap: z.string(),
  }),
  memberships: z.array(
    z.object({ project: z.string().describe('* is the whole workspace'), role: roleName }),
  ),
  via: z.enum(['session', 'token']),
  csrf_token: z.string().nullable().describe('Send it in x-csrf-token; null with a token'),
  expires_at: z.string(),
});
export type SessionReply = z.infer<typeof sessionReply>;

const signInBody = z.strictObject({
  login: z.string().min(1).max(200),
  password: z.string().min(1).max(1000),
});

export const sessionRoutes = [
  openRoute({
    method: 'POST',
    path: '/api/session',
    tag: 'Sign in',
    summary: 'Sign in with name and password',
    who: 'everybody',
    body: signInBody,
    status: 201,
    response: sessionReply,
    handle: async (call) => {
      const { services, body, principal, request } = call;
      const browser = browserOf(request.headers, services.secure);
      const attempt = await countAttempt(call, browser);
      const device = deviceOf(request.headers['user-agent']);
      const { isKnown } = attempt;
      const visitor = { ...body, browser, device, isKnown, account: principal?.identity.account };
      const begun = await signIn(services.workspace, services.passwords, visitor);
      attempt.succeeded();
      return await welcome(call, begun.secret);
    },
  }),
  route({
    method: 'GET',
    path: '/api/session',
    tag: 'Sign in',
    summary: 'Who is signed in, with which roles',
    who: 'everybody who is signed in',
    response: sessionReply,
    handle: async ({ principal }) => presentPrincipal(principal),
  }),
  route({
    method: 'DELETE',
    path: '/api/session',
    tag: 'Sign in',
    summary: 'Sign out',
    who: 'everybody who is signed in',
    sessionOnly: true,
    handle: async ({ context, principal, services, reply }) => {
      const { credential, account } = principal.identity;
      if (credential.via === 'session') await signOut(context, credential);
      services.principals.forget(account);
      reply.header('set-cookie', sessionCookie(services.cookie, '', services.secure));
    },
  }),
];

/**
 * Counts an attempt to sign in, or refuses it if it has to wait: by name and address, so that
 * guesses from elsewhere do not lock out the right password, and by address alone. A browser in
 * which this name was signed in before is counted by itself, so that whoever guesses at the same
 * address does not lock it out.
 */
async function countAttempt(
  { services, body, request, reply }: Call<unknown, unknown, z.infer<typeof signInBody>>,
  browser: string | undefined,
): Promise<{ readonly isKnown: boolean; succeeded(): void }> {
  const { login: byLogin, address: byAddress } = services.throttles;
  const [login, address] = [loginText(body.login), addressKey(request.ip)];
  if (browser !== undefined && (await hasSignedInWith(services.workspace, login, browser))) {
    const own = `${login} in ${browser}`;
    refuseIfThrottled([byLogin.wait(own)], reply);
    byLogin.attempt(own);
    return { isKnown: true, succeeded: () => byLogin.succeeded(own) };
  }
  const here = `${login} at ${address}`;
  refuseIfThrottled([byLogin.wait(here), byAddress.wait(address)], reply);
  byLogin.attempt(here);
  byAddress.attempt(address);
  return {
    isKnown: false,
    succeeded: () => {
      byLogin.succeeded(here);
      byAddress.takeBack(address);
    },
  };
}

/** Sets the cookie of a session that has begun, and says who is signed in. */
export async function welcome(
  { services, reply }: Pick<Call<unknown, unknown, unknown>, 'services' | 'reply'>,
  secret: string,
) {
  const principal = await services.principals.find({ via: 'session', secret });
  if (principal === null) refuse('not-signed-in');
  reply.header('set-cookie', sessionCookie(services.cookie, secret, services.secure));
  return presentPrincipal(principal);
}

/** A principal as the session routes show one. */
export function presentPrincipal({ identity, csrf }: Principal) {
  const { account: id, login, name, language, keymap, memberships, credential } = identity;
  return {
    account: { id, login, name, language, keymap },
    memberships,
    via: credential.via,
    csrfToken: csrf,
    expiresAt: credential.expiresAt,
  };
}
