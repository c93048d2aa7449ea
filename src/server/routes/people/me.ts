import { z } from 'zod';
import { refuse } from '../../../domain/fault.ts';
import { changeMe } from '../../../operations/people/update-own-account.ts';
import { checkPassword } from '../../../operations/people/password.ts';
import { route } from '../../route.ts';
import { refuseIfThrottled } from '../../throttle.ts';

const changeBody = z.strictObject({
  name: z.string().trim().normalize('NFC').min(1).max(200).optional(),
  language: z.enum(['en', 'de']).optional(),
  keymap: z
    .string()
    .min(1)
    .max(4000)
    .optional()
    .meta({ description: 'The name of a preset, or keys of one’s own' }),
  password: z.string().max(1000).optional(),
  current_password: z
    .string()
    .max(1000)
    .optional()
    .meta({ description: 'Needed with a new password' }),
});

export const meRoutes = [
  route({
    method: 'PATCH',
    path: '/api/me',
    tag: 'Sign in',
    summary:
      'Change one’s own name, language, key map or password; a new password ends all other sessions',
    who: 'anybody who is signed in',
    sessionOnly: true,
    body: changeBody,
    response: z.object({ sessions_ended: z.number() }),
    handle: async ({ context, services, principal, body, reply }) => {
      const { credential, account, login } = principal.identity;
      if (credential.via !== 'session') refuse('not-signed-in');
      const { login: throttle } = services.throttles;
      // A new password that would not do is no guess at the present one.
      if (body.password !== undefined) checkPassword(body.password);
      // Whoever found an unlocked screen must not guess the password there either.
      if (body.password !== undefined) {
        refuseIfThrottled([throttle.wait(login)], reply);
        throttle.attempt(login);
      }
      const { current_password: currentPassword, ...rest } = body;
      const given = Object.fromEntries(
        Object.entries({ ...rest, currentPassword }).filter(([, value]) => value !== undefined),
      );
      const changed = await changeMe(context, services.passwords, credential, given);
      if (body.password !== undefined) throttle.succeeded(login);
      services.principals.forget(account);
      return changed;
    },
  }),
];
