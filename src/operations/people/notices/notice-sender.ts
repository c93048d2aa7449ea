import { noticeText } from '../../../domain/people/notice.ts';
import type { NoticeContent } from '../../../domain/people/notice.ts';
import { findAccount } from '../../../store/people/accounts.ts';
import {
  claimNotice,
  dueNotices,
  forgetNotices,
  settleNotice,
} from '../../../store/people/notices.ts';
import type { Notice } from '../../../store/people/notices.ts';
import { findWebhook } from '../../../store/people/webhooks.ts';
import { failureReason } from '../../failure-reason.ts';
import type { Workspace } from '../../workspace.ts';
import { isStillLead } from '../still-lead.ts';
import { mailer } from './deliver-mail.ts';
import type { Mail, MailSettings } from './deliver-mail.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { makeNotices } from './make-notices.ts';
import { mayStillGet, recipientOf } from './recipients.ts';

/** How messages leave the server. */
export interface NoticeSettings {
  /** Null: no mail is sent, and nobody is asked for an address. */
  readonly mail: MailSettings | null;
  /** Whether webhooks may lead to this machine and to private networks. */
  readonly allowsPrivate: boolean;
}

const minute = 60_000;
/** How long to wait after each failed attempt; after the last, a message is given up. */
const waits = [minute, 5 * minute, 30 * minute, 2 * 60 * minute, 12 * 60 * minute];
/** After so long another server may try a message that this one has taken. */
const leaseFor = 2 * minute;
const mostAtOnce = 4;
const mostPerRound = 40;
const keptFor = 30 * 24 * 60 * minute;

/**
 * Finds and sends messages, independently of saves. A message is taken before it is sent: if the
 * server ends in between, it is sent again under the same id, never forgotten.
 */
export class NoticeSender {
  readonly #workspace: Workspace;
  readonly #allowsPrivate: boolean;
  readonly #send: ((mail: Mail) => Promise<void>) | null;
  readonly #address: () => string;
  readonly #failed: (failure: unknown) => void;
  #running: Promise<void> | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;

  constructor(
    workspace: Workspace,
    { mail, allowsPrivate }: NoticeSettings,
    address: () => string,
    failed: (failure: unknown) => void,
  ) {
    this.#workspace = workspace;
    this.#allowsPrivate = allowsPrivate;
    this.#send = mail === null ? null : mailer(mail);
    this.#address = address;
    this.#failed = failed;
  }

  /** Whether mail can be sent. */
  get hasMail(): boolean {
    return this.#send !== null;
  }

  get allowsPrivate(): boolean {
    return this.#allowsPrivate;
  }

  /** Looks for messages now and then, from now on. */
  start(every = 30_000): void {
    this.#timer = setInterval(() => void this.run(), every);
    this.#timer.unref();
  }

  /** Stops looking, and waits for what is being sent. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#running;
  }

  /** One round: finds and sends. Calls that come meanwhile share it. */
  run(): Promise<void> {
    this.#running ??= this.#round()
      .catch(this.#failed)
      .finally(() => (this.#running = null));
    return this.#running;
  }

  async #round(): Promise<void> {
    const { store, clock } = this.#workspace;
    await makeNotices(this.#workspace, this.hasMail);
    const due = await store.read((db) =>
      dueNotices(db, { now: clock().toISOString(), limit: mostPerRound }),
    );
    for (let at = 0; at < due.length; at += mostAtOnce)
      await Promise.all(due.slice(at, at + mostAtOnce).map((notice) => this.#attempt(notice)));
    const before = new Date(clock().getTime() - keptFor).toISOString();
    await store.write((tx) => forgetNotices(tx, before), { repeatable: true });
  }

  async #attempt(notice: Notice): Promise<void> {
    const { store, clock } = this.#workspace;
    const { id } = notice;
    const until = new Date(clock().getTime() + leaseFor).toISOString();
    const claim = { id, seen: notice.nextAt!, until };
    if (!(await store.write((tx) => claimNotice(tx, claim)))) return;
    const end = { id, nextAt: null, sentAt: null, problem: null };
    try {
      await this.#deliver(notice);
      const sentAt = clock().toISOString();
      await store.write((tx) => settleNotice(tx, { ...end, sentAt }));
    } catch (failure) {
      const wait = failure instanceof Undeliverable ? undefined : waits[notice.attempts];
      const nextAt = wait === undefined ? null : new Date(clock().getTime() + wait).toISOString();
      const problem = failureReason(failure).slice(0, 300);
      await store.write((tx) => settleNotice(tx, { ...end, nextAt, problem }));
    }
  }

  async #deliver({ id, event, project, account, webhook, ...notice }: Notice): Promise<void> {
    const { store, clock } = this.#workspace;
    const content = JSON.parse(notice.content) as NoticeContent;
    const address = `${this.#address()}${content.path}`;
    if (webhook !== null) {
      const hook = await store.read(async (db) => {
        const found = await findWebhook(db, webhook);
        const isLead = found !== null && (await isStillLead(db, found.createdBy, found.project));
        return isLead ? found : null;
      });
      if (hook === null) throw new Undeliverable('the webhook was removed');
      const { path: _, ...said } = content;
      await deliverWebhook({
        id,
        event,
        url: hook.url,
        secret: hook.secret,
        at: clock(),
        allowsPrivate: this.#allowsPrivate,
        body: { id, project, created_at: notice.createdAt, ...said, url: address },
      });
      return;
    }
    const found = await store.read((db) => findAccount(db, account ?? ''));
    const person = found === null ? null : await recipientOf(this.#workspace, found);
    if (person === null) throw new Undeliverable('no address any more');
    if (project !== null && !(await mayStillGet(person, project, content)))
      throw new Undeliverable('no longer for them');
    if (this.#send === null) throw new Error('mail is switched off');
    const { email, language } = person.account;
    const { subject, lines } = noticeText(content, language);
    const signature = language === 'de' ? germanEnd : englishEnd;
    const text = [...lines, '', address, '', '-- ', `${signature} ${this.#address()}/profile`];
    await this.#send({ id, to: email, subject, text: `${text.join('\n')}\n` });
  }
}

/** There is nobody any more whom the message is for. */
class Undeliverable extends Error {}

const englishEnd = 'You get this from Assay. Choose what you hear of:';
const germanEnd = 'Diese Nachricht kommt von Assay. Was Sie erfahren, wählen Sie hier:';
