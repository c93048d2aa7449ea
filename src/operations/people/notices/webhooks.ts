import { refuse } from '../../../domain/fault.ts';
import { codedText } from '../../../domain/text-values.ts';
import type { NoticeEvent } from '../../../domain/people/notice.ts';
import { insertNotice, listNotices } from '../../../store/people/notices.ts';
import type { Notice } from '../../../store/people/notices.ts';
import {
  endWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
} from '../../../store/people/webhooks.ts';
import type { Webhook } from '../../../store/people/webhooks.ts';
import { lockPeople } from '../../../store/people/people-lock.ts';
import { audit } from '../../audit.ts';
import { authorise } from '../../authorise.ts';
import { newSecret } from '../../secret.ts';
import { timeOf } from '../../work-context.ts';
import type { WorkContext } from '../../work-context.ts';
import type { WriteTransaction } from '../../workspace.ts';
import { requireProject } from '../people.ts';
import { requireStillLead } from '../still-lead.ts';
import { addressProblem } from './deliver-webhook.ts';

/** A webhook without its secret. */
export interface WebhookView extends Omit<Webhook, 'secret' | 'events' | 'endedAt'> {
  readonly events: readonly NoticeEvent[];
}

/** A message as leads see it: to whom and what became of it, not what it says. */
export interface DeliveredNotice extends Omit<Notice, 'content' | 'key' | 'account' | 'webhook'> {
  readonly to: string;
  readonly state: 'waiting' | 'sent' | 'given-up';
}

/** Most webhooks of one project. */
const mostWebhooks = 10;

/** The webhooks of a project, or of the workspace. Leads. */
export async function webhooks(
  context: WorkContext,
  project: string,
): Promise<readonly WebhookView[]> {
  authorise(context.actor, project, 'lead');
  const found = await context.store.read(async (db) => {
    await requireProject(db, project);
    return await listWebhooks(db, project);
  });
  return found.map(viewOf);
}

/** Adds a webhook; the secret that signs its messages is returned only here. Leads. */
export async function addWebhook(
  context: WorkContext,
  given: {
    readonly project: string;
    readonly url: string;
    readonly events: readonly NoticeEvent[];
    readonly allowsPrivate: boolean;
  },
): Promise<WebhookView & { readonly secret: string }> {
  const { project, events } = given;
  authorise(context.actor, project, 'lead');
  const url = URL.parse(given.url);
  if (url === null || addressProblem(url, given.allowsPrivate) !== null)
    refuse('wrong-value', { field: 'url', got: given.url, expected: codedText('webhook-address') });
  const at = timeOf(context);
  const webhook = {
    id: context.newId(),
    project,
    url: url.href,
    secret: newSecret(),
    events: JSON.stringify(events),
    createdAt: at,
    createdBy: context.actor.login,
  };
  const write = async (tx: WriteTransaction): Promise<void> => {
    await lockPeople(tx);
    await requireProject(tx, project);
    await requireStillLead(tx, context.actor, project);
    if ((await listWebhooks(tx, project)).length >= mostWebhooks)
      refuse('wrong-value', {
        field: 'url',
        got: given.url,
        expected: codedText('at-most', { limit: mostWebhooks }),
      });
    await insertWebhook(tx, webhook);
    const detail = { host: url.host, events: [...events] };
    audit(tx, context.actor, at, 'webhook-add', {
      project,
      object: `webhook/${webhook.id}`,
      detail,
    });
  };
  await context.store.write(write, { alone: true });
  return { ...viewOf({ ...webhook, endedAt: null }), secret: webhook.secret };
}

/** Which webhook of which project. */
interface WebhookPlace {
  readonly project: string;
  readonly id: string;
}

/** Ends a webhook. Leads. */
export async function removeWebhook(context: WorkContext, given: WebhookPlace): Promise<void> {
  const { project, id } = given;
  await onWebhook(context, given, async (tx, at) => {
    if (!(await endWebhook(tx, { id, project, at }))) return false;
    audit(tx, context.actor, at, 'webhook-end', { project, object: `webhook/${id}` });
    return true;
  });
}

/** Puts a test message to a webhook into the outbox. Leads. */
export async function testWebhook(context: WorkContext, given: WebhookPlace): Promise<void> {
  const { project, id } = given;
  const notice = context.newId();
  await onWebhook(context, given, async (tx, at) => {
    if ((await findWebhook(tx, id))?.project !== project) return false;
    await insertNotice(tx, {
      id: notice,
      key: `test/${notice}`,
      event: 'test',
      project,
      account: null,
      webhook: id,
      content: JSON.stringify({ event: 'test', title: 'Assay', path: `/projects/${project}` }),
      createdAt: at,
      nextAt: at,
    });
    return true;
  });
}

/** Does something with a webhook of a project; `act` says whether it was there. */
async function onWebhook(
  context: WorkContext,
  { project }: WebhookPlace,
  act: (tx: WriteTransaction, at: string) => Promise<boolean>,
): Promise<void> {
  authorise(context.actor, project, 'lead');
  const at = timeOf(context);
  await context.store.write(async (tx) => {
    if (!(await act(tx, at))) refuse('not-found', { what: codedText('webhook') });
  });
}

/** The latest messages of a project: to whom, when, and what became of them. Leads. */
export async function noticeLog(
  context: WorkContext,
  project: string,
): Promise<readonly DeliveredNotice[]> {
  authorise(context.actor, project, 'lead');
  const found = await context.store.read((db) => listNotices(db, { project, limit: 100 }));
  return found.map(({ key: _, account: __, webhook: ___, login, url, ...notice }) => ({
    ...notice,
    to: login ?? (url === null ? '–' : new URL(url).host),
    state: deliveryState(notice),
  }));
}

function deliveryState({ sentAt, nextAt }: Pick<Notice, 'sentAt' | 'nextAt'>) {
  if (sentAt !== null) return 'sent';
  return nextAt === null ? 'given-up' : 'waiting';
}

function viewOf({ secret: _, endedAt: __, events, ...webhook }: Webhook): WebhookView {
  return { ...webhook, events: JSON.parse(events) as readonly NoticeEvent[] };
}
