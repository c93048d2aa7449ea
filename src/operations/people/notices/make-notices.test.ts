import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mailReceiver } from '../../../../test/mail-receiver.ts';
import { refusedFor } from '../../../../test/refusals.ts';
import { testDatabases } from '../../../../test/stores.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
  wrongOf,
} from '../../../../test/work-world.ts';
import { noticeEvents } from '../../../domain/people/notice.ts';
import { closeRound } from '../../rounds/close-round.ts';
import { openRound } from '../../rounds/open-round.ts';
import type { WorkContext } from '../../work-context.ts';
import { auditLog } from '../../workspace/audit-log.ts';
import { setDisabled } from '../accounts.ts';
import { deliverWebhook, webhookSignature } from './deliver-webhook.ts';
import { makeNotices } from './make-notices.ts';
import { NoticeSender } from './notice-sender.ts';
import { changeOwnNotices, ownNotices, testOwnNotices } from './own-notices.ts';
import { addWebhook, noticeLog, removeWebhook, testWebhook, webhooks } from './webhooks.ts';

const databases = testDatabases('sqlite');
const day = 24 * 60;
const begun = '2026-03-02T08:00:00.000Z';
const url = 'https://example.org/hook';

/** A Monday at eight: anna and ben judge, lena leads, ada rules, and a webhook listens. */
async function listening() {
  const world = await makeWorld(await databases.open());
  const gate = 'gate: ["percent_agreement >= 0.99 overall"]';
  const rounds = `  full: { units: 3, annotators: 2, ${gate} }`;
  await makeProject(world, protocolContent({ rounds }), 3);
  const { lead } = world;
  const [anna, ben] = [await world.person('anna'), await world.person('ben')];
  const ada = await world.person('ada', 'adjudicator');
  for (const who of [lead, anna, ben, ada])
    await changeOwnNotices(who, {
      email: `${who.actor.login}@example.org`,
      events: noticeEvents.filter((event) => who !== ben || event !== 'round'),
    });
  const hook = await addWebhook(lead, { project, url, events: noticeEvents, allowsPrivate: false });
  const seen = new Set<string>();
  /** What was put into the outbox since the last look: to whom, and what it says. */
  const added = async (hasMail = true) => {
    const count = await makeNotices(lead, hasMail);
    const rows = await world.store.read((db) => db.selectFrom('notice').selectAll().execute());
    const fresh = rows.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    expect(fresh).toHaveLength(count);
    return Object.fromEntries(
      fresh
        .map(({ account, webhook, content, event }) => {
          const to = webhook === hook.id ? 'hook' : account!.replace('account-', '');
          const { title, event: _, ...said } = JSON.parse(content) as Record<string, unknown>;
          expect(title).toBe('Labels');
          return [`${event} ${to}`, said] as const;
        })
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
  };
  return { world, lead, anna, ben, ada, hook, added };
}

describe('messages', () => {
  it('tell of rounds, gates, cases and weeks, each once, to those who may know', async () => {
    const { world, lead, anna, ben, added } = await listening();
    expect(await added()).toEqual({});
    const { run } = await openRound(lead, {
      project,
      round: 'full',
      seed: 1,
      annotators: ['anna', 'ben'],
    });
    const round = { round: 'full', attempt: 1 };
    const path = `/projects/${project}`;
    const own = [{ round: 'full', done: 0, wanted: 3 }];
    const whole = { rounds: [{ round: 'full', done: 0, wanted: 6 }], cases: 0, failed: [] };
    // ben wanted to hear of no rounds; a webhook hears no more while anybody judges.
    expect(await added()).toEqual({
      'digest ada': { path, week: '2026-W09', own: [], whole },
      'digest anna': { path: '/', week: '2026-W09', own, whole: null },
      'digest ben': { path: '/', week: '2026-W09', own, whole: null },
      'digest lena': { path, week: '2026-W09', own: [], whole },
      'round anna': { path: `/work/${run.id}`, ...round },
      'round hook': { path, ...round },
    });
    expect(await added()).toEqual({});
    // On Tuesday the round is closed: everybody disagreed on every unit.
    world.pass(day);
    await judgeAll(anna, run.id, truthOf);
    await judgeAll(ben, run.id, wrongOf);
    await closeRound(lead, { run: run.id });
    const cases = { path: `${path}/adjudicate`, count: 3 };
    expect(await added()).toEqual({
      'cases ada': cases,
      'cases hook': cases,
      'cases lena': cases,
      'gate hook': { path, ...round },
      'gate lena': { path, ...round },
    });
    expect(await added()).toEqual({});
    // Next Monday, an hour too early and then in time.
    world.pass(6 * day - 3 * 60);
    expect(await added()).toEqual({});
    world.pass(60);
    const week = { path, week: '2026-W10', own: [] };
    const failed = { rounds: [], cases: 3, failed: ['full'] };
    expect(await added()).toEqual({
      'digest ada': { ...week, whole: failed },
      'digest hook': { ...week, whole: failed },
      'digest lena': { ...week, whole: failed },
    });
  });

  it('go by mail only where that is switched on, and tell of no old news', async () => {
    const { world, lead, added } = await listening();
    await openRound(lead, { project, round: 'full', seed: 1, annotators: ['anna', 'ben'] });
    expect(Object.keys(await added(false))).toEqual(['round hook']);
    world.pass(4 * day);
    expect(await added()).toEqual({});
  });

  it('are what somebody chose, at an address of mail, and noted', async () => {
    const { anna, lead, added } = await listening();
    expect(await ownNotices(anna)).toEqual({ email: 'anna@example.org', events: noticeEvents });
    const wrong = changeOwnNotices(anna, { email: 'no address', events: [] });
    await expect(wrong).rejects.toMatchObject(
      refusedFor('wrong-value', { values: { field: 'email', got: 'no address' } }),
    );
    await changeOwnNotices(anna, { email: ' anna@example.com ', events: ['gate'] });
    expect(await ownNotices(anna)).toEqual({ email: 'anna@example.com', events: ['gate'] });
    const { entries } = await auditLog(lead, { project: '*', limit: 1 });
    expect(entries).toMatchObject([
      {
        actor: 'anna',
        action: 'account-change',
        project: null,
        object: 'account/anna',
        detail: { fields: ['email', 'notices'] },
      },
    ]);
    await changeOwnNotices(anna, { email: null, events: [] });
    await expect(testOwnNotices(anna)).rejects.toMatchObject(
      refusedFor('missing-field', { values: { field: 'email' } }),
    );
    const nobody = { ...anna, actor: { ...anna.actor, account: 'nosuch' } };
    await expect(ownNotices(nobody)).rejects.toMatchObject(refusedFor('not-signed-in'));
    expect(await added()).toEqual({});
  });
});

describe('a webhook', () => {
  it('is added, listed without its secret, tried and removed by leads', async () => {
    const { lead, anna, hook } = await listening();
    const { secret, ...view } = hook;
    expect(view).toEqual({
      id: expect.any(String),
      project,
      url,
      events: noticeEvents,
      createdAt: begun,
      createdBy: 'lena',
    });
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(await webhooks(lead, project)).toEqual([view]);
    const latest = async () => (await auditLog(lead, { project, limit: 1 })).entries;
    const object = `webhook/${hook.id}`;
    expect(await latest()).toMatchObject([
      { action: 'webhook-add', object, detail: { host: 'example.org', events: noticeEvents } },
    ]);
    const given = { project, url, events: noticeEvents, allowsPrivate: false };
    for (const wrong of [
      'nothing',
      'http://example.org/',
      'https://10.0.0.1/',
      'https://a:b@c.de/',
    ])
      await expect(addWebhook(lead, { ...given, url: wrong })).rejects.toMatchObject(
        refusedFor('wrong-value', { values: { field: 'url', got: wrong } }),
      );
    const role = refusedFor('role-needed');
    const place = { project, id: hook.id };
    for (const act of [
      () => addWebhook(anna, given),
      () => webhooks(anna, project),
      () => removeWebhook(anna, place),
      () => testWebhook(anna, place),
      () => noticeLog(anna, project),
    ])
      await expect(act()).rejects.toMatchObject(role);
    const missing = refusedFor('not-found', { values: { what: { code: 'webhook' } } });
    for (const other of [
      { project, id: 'nosuch' },
      { project: '*', id: hook.id },
    ]) {
      await expect(testWebhook(lead, other)).rejects.toMatchObject(missing);
      await expect(removeWebhook(lead, other)).rejects.toMatchObject(missing);
    }
    await testWebhook(lead, place);
    expect(await noticeLog(lead, project)).toMatchObject([
      { event: 'test', to: 'example.org', state: 'waiting', attempts: 0, createdAt: begun },
    ]);
    await removeWebhook(lead, place);
    expect(await latest()).toMatchObject([{ action: 'webhook-end', object }]);
    expect(await webhooks(lead, project)).toEqual([]);
    await expect(removeWebhook(lead, place)).rejects.toMatchObject(missing);
    for (let count = 0; count < 10; count += 1) await addWebhook(lead, given);
    await expect(addWebhook(lead, given)).rejects.toMatchObject(
      refusedFor('wrong-value', {
        values: { expected: { code: 'at-most', values: { limit: 10 } } },
      }),
    );
  });

  /** A receiver on this machine that answers with the next of these. */
  async function receiver(...statuses: readonly number[]) {
    const got: { readonly headers: Readonly<Record<string, unknown>>; readonly body: string }[] =
      [];
    const server = createServer((request, reply) => {
      let body = '';
      request.on('data', (piece) => (body += String(piece)));
      request.on('end', () => {
        got.push({ headers: request.headers, body });
        reply.writeHead(statuses[got.length - 1] ?? 200).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return { got, at: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
  }

  it('gets a signed message; any answer but a good one is a failure', async () => {
    const { got, at } = await receiver(200, 299, 300, 500);
    const delivery = { id: 'n1', event: 'test', url: at, secret: 's', body: { a: 'ä' } };
    const deliver = () => deliverWebhook({ ...delivery, at: new Date(begun), allowsPrivate: true });
    await deliver();
    await deliver();
    const timestamp = String(Date.parse(begun) / 1000);
    expect(got[0]).toMatchObject({
      body: '{"a":"ä"}',
      headers: {
        'x-assay-event': 'test',
        'x-assay-id': 'n1',
        'x-assay-timestamp': timestamp,
        'x-assay-signature': `v1=${webhookSignature('s', timestamp, '{"a":"ä"}')}`,
      },
    });
    await expect(deliver()).rejects.toThrow('HTTP status 300');
    await expect(deliver()).rejects.toThrow('HTTP status 500');
    const closed = deliverWebhook({ ...delivery, at: new Date(begun), allowsPrivate: false });
    await expect(closed).rejects.toThrow('address without TLS');
  });

  const sending = (lead: WorkContext, smtp: string | null = null) =>
    new NoticeSender(
      lead,
      { mail: smtp === null ? null : { smtp, from: 'assay@example.org' }, allowsPrivate: true },
      () => 'https://assay.example',
      (failure) => {
        throw failure;
      },
    );

  it('that fails is tried again later, and given up after the sixth time', async () => {
    const { world, lead } = await listening();
    const { got, at } = await receiver(500, 500, 500, 500, 500, 500);
    const given = { project, url: at, events: [], allowsPrivate: true };
    const { id } = await addWebhook(lead, given);
    await testWebhook(lead, { project, id });
    const sender = sending(lead);
    expect([sender.hasMail, sender.allowsPrivate]).toEqual([false, true]);
    const state = async () => (await noticeLog(lead, project))[0];
    // The waits are 1, 5 and 30 minutes, 2 and 12 hours.
    for (const [attempt, minutes] of [1, 5, 30, 120, 720].entries()) {
      await sender.run();
      expect(await state()).toMatchObject({
        state: 'waiting',
        attempts: attempt + 1,
        problem: 'HTTP status 500',
      });
      world.pass(minutes - 0.5);
      await sender.run();
      expect(got).toHaveLength(attempt + 1);
      world.pass(0.5);
    }
    await sender.run();
    expect(await state()).toMatchObject({ state: 'given-up', attempts: 6, nextAt: null });
    expect(JSON.parse(got[0]!.body)).toEqual({
      id: expect.any(String),
      project,
      created_at: begun,
      event: 'test',
      title: 'Assay',
      url: `https://assay.example/projects/${project}`,
    });
    // Notices are forgotten a month after they were made.
    world.pass(31 * day);
    await sender.run();
    expect(await noticeLog(lead, project)).toEqual([]);
  });

  it('that was removed gets nothing, and mail goes to those who can sign in', async () => {
    const { lead, anna, ben, hook } = await listening();
    await testWebhook(lead, { project, id: hook.id });
    await removeWebhook(lead, { project, id: hook.id });
    for (const who of [anna, ben]) await testOwnNotices(who);
    await setDisabled(lead, { login: 'ben', disabled: true });
    const { mails, url: smtp } = await mailReceiver();
    const sender = sending(lead, smtp);
    expect(sender.hasMail).toBe(true);
    await sender.run();
    await sender.stop();
    expect(mails.map(({ to }) => to)).toEqual(['anna@example.org']);
    expect(mails[0]!.source).toContain('https://assay.example/profile');
    expect(mails[0]!.source.toLowerCase()).toContain('auto-submitted: auto-generated');
    expect(await noticeLog(lead, project)).toMatchObject([
      { state: 'given-up', problem: 'the webhook was removed' },
    ]);
    const rows = await lead.store.read((db) =>
      db
        .selectFrom('notice')
        .select(['account', 'problem'])
        .where('account', 'is not', null)
        .execute(),
    );
    expect(rows.toSorted((a, b) => (a.account! < b.account! ? -1 : 1))).toEqual([
      { account: 'account-anna', problem: null },
      { account: 'account-ben', problem: 'no address any more' },
    ]);
  });
});
