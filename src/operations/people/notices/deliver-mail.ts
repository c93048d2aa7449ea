import { refuseField } from '../../../domain/field-fault.ts';

/** How mail leaves the server. */
export interface MailSettings {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly smtp: string;
  /** Whom messages are from. */
  readonly from: string;
}

/** A message to one person, plain text only. */
export interface Mail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** How long each step may take, in milliseconds. */
const patience = 10_000;

/** Makes what sends mail; refuses settings that cannot work. */
export function mailer({ smtp, from }: MailSettings): (mail: Mail) => Promise<void> {
  const url = URL.parse(smtp);
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    refuseField('--smtp', 'an address of another form', 'smtp://user:password@host:587');
  if (!isMailAddress(/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from))
    refuseField('--mail-from', from, 'Assay <assay@example.org>');
  const host = url.hostname;
  const settings = {
    url: smtp,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return async ({ id, to, subject, text }) => {
    // Loaded with the first message: it takes megabytes, and most servers send none.
    const { createTransport } = await import('nodemailer');
    await createTransport(settings).sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      // The same for every attempt, so that a mailbox can tell.
      messageId: `<${id}@${host}>`,
      headers: { 'auto-submitted': 'auto-generated' },
    });
  };
}

/** Whether a text is one address of mail, without names and line breaks. */
export function isMailAddress(text: string): boolean {
  return /^[^\s<>@,;:"()[\]\\]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?$/.test(text);
}
