import { z } from 'zod';
import { defined } from '../../../domain/defined.ts';
import { refuse } from '../../../domain/fault.ts';
import { updateOwnAccount } from '../../../operations/people/update-own-account.ts';
import { checkPassword } from '../../../operations/people/password.ts';
import { route } from '../../route.ts';
import { refuseIfThrottled } from '../../throttle.ts';

const changeBody = z.strictObject({
  name: z.string().trim().normalize('NFC').min(1).max(200).optional(),
  language: z.enum(['en', 'de']).optional(),
  keymap: z.string().min(1).max(4000).optional().describe('The name of a preset, or your own keys'),
  password: z.string().max(1000).optional(),
  current_password: z.string().max(1000).optional().describe('Required with a new password'),
});

export const ownAccountRoutes = [
  route({
    method: 'PATCH',
    path: '/api/me',
    tag: 'Sign in',
    summary: 'Change your name, language, key map or password; a new password ends other sessions',
    who: 'everybody who is signed in',
    sessionOnly: true,
    body: changeBody,
    response: z.object({ sessions_ended: z.number() }),
    handle: async ({ context, services, principal, body, reply }) => {
      const { credential, account } = principal.identity;
      if (credential.via !== 'session') refuse('not-signed-in');
      const { login: throttle } = services.throttles;
      // A new password that would not do is not a guess at the present one.
      if (body.password !== undefined) checkPassword(body.password, principal.identity);
      // Somebody at an unlocked screen must not be able to guess the password.
      if (body.password !== undefined) {
        refuseIfThrottled([throttle.wait(account)], reply);
        throttle.attempt(account);
      }
      const { current_password: currentPassword, ...rest } = body;
      const given = defined({ ...rest, currentPassword });
      const changed = await updateOwnAccount(context, services.passwords, credential, given);
      if (body.password !== undefined) throttle.succeeded(account);
      services.principals.forget(account);
      return changed;
    },
  }),
];
