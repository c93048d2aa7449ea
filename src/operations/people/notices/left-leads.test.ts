import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { mailReceiver } from '../../../../test/mail-receiver.ts';
import { refusedFor } from '../../../../test/refusals.ts';
import { describeStores } from '../../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../../test/work-world.ts';
import { noticeEvents } from '../../../domain/people/notice.ts';
import type { NoticeContent } from '../../../domain/people/notice.ts';
import { endRole } from '../../../store/people/memberships.ts';
import { insertNotice } from '../../../store/people/notices.ts';
import { openRound } from '../../rounds/open-round.ts';
import type { WorkContext } from '../../work-context.ts';
import { auditLog } from '../../workspace/audit-log.ts';
import { setDisabled } from '../accounts.ts';
import { addMember, removeMember } from '../people.ts';
import { NoticeSender } from './notice-sender.ts';
import { changeOwnNotices } from './own-notices.ts';
import { addWebhook, noticeLog, testWebhook, webhooks } from './webhooks.ts';

describeStores('a lead who is one no longer', (databases) => {
  async function world() {
    const made = await makeWorld(await databases.open());
    const { lead, person } = made;
    await makeProject(made, protocolContent({ rounds: '  full: { units: 3, annotators: 1 }' }), 3);
    const [mia, anna] = [await person('mia', 'lead'), await person('anna')];
    const got: string[] = [];
    const server = createServer((request, reply) => {
      got.push(String(request.headers['x-assay-event']));
      request.resume().on('end', () => reply.end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const given = { project, url, events: noticeEvents, allowsPrivate: true };
    const { mails, url: smtp } = await mailReceiver();
    const sender = new NoticeSender(
      lead,
      { mail: { smtp, from: 'assay@example.org' }, allowsPrivate: true },
      () => 'https://assay.example',
      (failure) => {
        throw failure;
      },
    );
    const queue = async (who: WorkContext, content: NoticeContent) => {
      const at = lead.clock().toISOString();
      const id = lead.newId();
      const { account } = who.actor;
      const notice = { id, key: id, event: content.event, project, account, webhook: null };
      await lead.store.write((tx) =>
        insertNotice(tx, {
          ...notice,
          content: JSON.stringify(content),
          createdAt: at,
          nextAt: at,
        }),
      );
    };
    return { ...made, mia, anna, got, given, mails, sender, queue };
  }
  type World = Awaited<ReturnType<typeof world>>;

  const ways: readonly (readonly [string, (world: World) => Promise<unknown>])[] = [
    ['removed', ({ lead }) => removeMember(lead, { project, login: 'mia' })],
    ['deactivated', ({ lead }) => setDisabled(lead, { login: 'mia', disabled: true })],
    [
      'demoted',
      async ({ lead }) => {
        await addMember(lead, { project, login: 'mia', role: 'reviewer' });
        await removeMember(lead, { project, login: 'mia', role: 'lead' });
      },
    ],
  ];
  it.each(ways)('because they were %s has no webhooks, not even on return', async (_, leave) => {
    const all = await world();
    const { lead, mia, anna, got, given, sender } = all;
    const theirs = await addWebhook(mia, given);
    const kept = await addWebhook(lead, given);
    await testWebhook(lead, { project, id: theirs.id });
    await leave(all);
    expect((await webhooks(lead, project)).map(({ id }) => id)).toEqual([kept.id]);
    const log = await auditLog(lead, { project, actions: ['webhook-end'], limit: 10 });
    expect(log.entries).toMatchObject([
      { actor: 'lena', object: `webhook/${theirs.id}`, detail: { by: 'mia' } },
    ]);
    await sender.run();
    expect(got).toEqual([]);
    // What was on its way is given up at once, not after five more attempts.
    expect(await noticeLog(lead, project)).toMatchObject([
      { event: 'test', state: 'given-up', attempts: 1, problem: 'the webhook was removed' },
    ]);
    await setDisabled(lead, { login: 'mia', disabled: false });
    await addMember(lead, { project, login: 'mia', role: 'lead' });
    await openRound(lead, { project, round: 'full', seed: 1, annotators: [anna.actor.login] });
    await sender.run();
    expect(got).toEqual(['round']);
    // A request that was under way while they left changes nothing either.
    await removeMember(lead, { project, login: 'mia' });
    await expect(addWebhook(mia, given)).rejects.toMatchObject(refusedFor('not-signed-in'));
  });

  it('of the workspace keeps the webhooks of projects that they still lead', async () => {
    const { lead, person, given } = await world();
    const noa = await person('noa', 'lead', '*');
    await addMember(lead, { project, login: 'noa', role: 'lead' });
    const here = await addWebhook(noa, given);
    await addWebhook(noa, { ...given, project: '*' });
    await removeMember(lead, { project: '*', login: 'noa' });
    expect(await webhooks(lead, '*')).toEqual([]);
    expect((await webhooks(lead, project)).map(({ id }) => id)).toEqual([here.id]);
  });

  it('before this was the rule leaves a webhook that gets nothing', async () => {
    const { lead, mia, got, given, sender } = await world();
    const { id } = await addWebhook(mia, given);
    await testWebhook(lead, { project, id });
    const role = { project, account: mia.actor.account, role: 'lead', at: given.url } as const;
    await lead.store.write((tx) => endRole(tx, role));
    await sender.run();
    expect([got, (await noticeLog(lead, project))[0]]).toMatchObject([[], { state: 'given-up' }]);
  });

  const title = { title: 'Labels', path: '/' };
  const round = { ...title, event: 'round', round: 'full', attempt: 1 } as const;
  const gate = { ...title, event: 'gate', round: 'full', attempt: 1 } as const;
  const digest = { ...title, event: 'digest', week: '2026-W10', own: [], whole: null } as const;
  const whole = { ...digest, whole: { rounds: [], cases: 1, failed: [] } } as const;
  const cases = { ...title, event: 'cases', count: 1 } as const;

  it('gets no mail of the project, of what waits to be sent neither', async () => {
    const { lead, mia, mails, sender, queue } = await world();
    await changeOwnNotices(mia, { email: 'mia@example.org', events: noticeEvents });
    for (const content of [round, gate, digest, whole, cases]) await queue(mia, content);
    await addMember(lead, { project, login: 'mia', role: 'annotator' });
    await removeMember(lead, { project, login: 'mia', role: 'lead' });
    await sender.run();
    // What every member may hear of.
    expect(mails.map(({ to }) => to)).toEqual(['mia@example.org', 'mia@example.org']);
    await removeMember(lead, { project, login: 'mia' });
    await queue(mia, digest);
    await sender.run();
    expect(mails).toHaveLength(2);
    const log = await noticeLog(lead, project);
    expect(log.map(({ state }) => state).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'given-up'),
      'sent',
      'sent',
    ]);
  });

  it('and whoever takes part in a round gets nothing that rests on answers', async () => {
    const { lead, mia, mails, sender, queue } = await world();
    const events = noticeEvents.filter((event) => event !== 'round');
    await changeOwnNotices(mia, { email: 'mia@example.org', events });
    await openRound(lead, { project, round: 'full', seed: 1, annotators: ['mia'] });
    for (const content of [round, gate, whole, cases]) await queue(mia, content);
    await sender.run();
    // It is Monday, so they are told of their own units.
    expect(mails).toHaveLength(1);
    await queue(mia, digest);
    await sender.run();
    expect(mails).toHaveLength(2);
  });
});
