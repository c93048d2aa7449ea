import { z } from 'zod';
import { noticeEvents } from '../../../domain/people/notice.ts';
import { refuse } from '../../../domain/fault.ts';
import {
  changeOwnNotices,
  ownNotices,
  testOwnNotices,
} from '../../../operations/people/notices/own-notices.ts';
import {
  addWebhook,
  noticeLog,
  removeWebhook,
  testWebhook,
  webhooks,
} from '../../../operations/people/notices/webhooks.ts';
import { route } from '../../route.ts';
import { refuseIfThrottled } from '../../throttle.ts';
import { projectParams } from '../project-params.ts';

const events = z.array(z.enum(noticeEvents)).max(noticeEvents.length);

const ownReply = z.object({
  email: z.string().nullable(),
  events,
  can_mail: z.boolean().describe('Whether this server sends mail'),
});
export type OwnNoticesReply = z.infer<typeof ownReply>;

const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events,
  created_at: z.string(),
  created_by: z.string(),
});
export type WebhookReply = z.infer<typeof webhook>;

const madeWebhook = webhook.extend({ secret: z.string() });
export type MadeWebhook = z.infer<typeof madeWebhook>;

const delivered = z.object({
  id: z.string(),
  event: z.string(),
  to: z.string().describe('The login, or the host of the webhook'),
  created_at: z.string(),
  attempts: z.number(),
  next_at: z.string().nullable(),
  sent_at: z.string().nullable(),
  problem: z.string().nullable(),
  state: z.enum(['waiting', 'sent', 'given-up']),
});
export type DeliveredReply = z.infer<typeof delivered>;

const own = { tag: 'Sign in', who: 'everybody who is signed in', sessionOnly: true } as const;
const lead = { tag: 'People', who: 'lead', params: projectParams } as const;
const hookParams = projectParams.extend({ id: z.string().max(100) });

export const noticeRoutes = [
  route({
    ...own,
    method: 'GET',
    path: '/api/me/notices',
    summary: 'What you are told about by mail',
    response: ownReply,
    handle: async ({ context, services }) => ({
      ...(await ownNotices(context)),
      canMail: services.notices.hasMail,
    }),
  }),
  route({
    ...own,
    method: 'PUT',
    path: '/api/me/notices',
    summary: 'Choose what you are told about; an address of null ends all messages',
    body: z.strictObject({ email: z.string().max(320).nullable(), events }),
    handle: async ({ context, body }) => await changeOwnNotices(context, body),
  }),
  route({
    ...own,
    method: 'POST',
    path: '/api/me/notices/test',
    summary: 'Send yourself a test message',
    status: 202,
    response: z.object({ queued: z.boolean() }),
    handle: async ({ context, services, reply }) => {
      if (!services.notices.hasMail) refuse('mail-off');
      const { account } = context.actor;
      refuseIfThrottled([services.throttles.test.wait(account)], reply);
      services.throttles.test.attempt(account);
      await testOwnNotices(context);
      void services.notices.run();
      return { queued: true };
    },
  }),
  route({
    ...lead,
    method: 'GET',
    path: '/api/projects/:project/webhooks',
    summary: 'The webhooks of a project; * is the whole workspace',
    response: z.object({ items: z.array(webhook), allows_private: z.boolean() }),
    handle: async ({ context, services, params }) => ({
      items: await webhooks(context, params.project),
      allowsPrivate: services.notices.allowsPrivate,
    }),
  }),
  route({
    ...lead,
    method: 'POST',
    path: '/api/projects/:project/webhooks',
    summary: 'Add a webhook; the secret that signs its messages is shown only once',
    sessionOnly: true,
    body: z.strictObject({ url: z.string().min(1).max(2000), events: events.min(1) }),
    status: 201,
    response: madeWebhook,
    handle: async ({ context, services, params, body }) =>
      await addWebhook(context, {
        ...params,
        ...body,
        allowsPrivate: services.notices.allowsPrivate,
      }),
  }),
  route({
    ...lead,
    method: 'DELETE',
    path: '/api/projects/:project/webhooks/:id',
    summary: 'Remove a webhook',
    sessionOnly: true,
    params: hookParams,
    handle: async ({ context, params }) => await removeWebhook(context, params),
  }),
  route({
    ...lead,
    method: 'POST',
    path: '/api/projects/:project/webhooks/:id/test',
    summary: 'Send a test message to a webhook',
    sessionOnly: true,
    params: hookParams,
    status: 202,
    response: z.object({ queued: z.boolean() }),
    handle: async ({ context, services, params, reply }) => {
      const { account } = context.actor;
      refuseIfThrottled([services.throttles.test.wait(account)], reply);
      await testWebhook(context, params);
      services.throttles.test.attempt(account);
      void services.notices.run();
      return { queued: true };
    },
  }),
  route({
    ...lead,
    method: 'GET',
    path: '/api/projects/:project/notices',
    summary: 'The latest messages: to whom, when, and what happened to them',
    response: z.object({ items: z.array(delivered) }),
    handle: async ({ context, params }) => ({ items: await noticeLog(context, params.project) }),
  }),
];
