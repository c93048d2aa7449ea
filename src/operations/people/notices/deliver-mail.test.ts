import { expect, it } from 'vitest';
import { faultsIn } from '../../../../test/refusals.ts';
import { mailer } from './deliver-mail.ts';

const from = 'Assay <assay@example.org>';
const refusedFields = (settings: Parameters<typeof mailer>[0]) =>
  faultsIn(() => mailer(settings)).map(({ code, field }) => [code, field]);

it.each(['mail.example.org', 'https://mail.example.org', 'smtp://', 'smtpx://mail.example.org'])(
  'mail is not sent by %s',
  (smtp) => {
    expect(refusedFields({ smtp, from })).toEqual([['wrong-value', '--smtp']]);
  },
);

it('mail needs an address to come from', () => {
  const smtp = 'smtp://mail.example.org:587';
  expect(refusedFields({ smtp, from: 'Assay' })).toEqual([['wrong-value', '--mail-from']]);
  expect(refusedFields({ smtp, from: 'Assay <nowhere>' })).toEqual([
    ['wrong-value', '--mail-from'],
  ]);
});

it.each(['smtp', 'smtps'])('mail is sent by %s, from an address with a name or without', (kind) => {
  for (const sender of [from, 'assay@example.org'])
    expect(refusedFields({ smtp: `${kind}://user:word@mail.example.org`, from: sender })).toEqual(
      [],
    );
});
