import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import { webhookSignature } from '../src/operations/people/notices/deliver-webhook.ts';
import { mailReceiver } from './mail-receiver.ts';
import { bodyOf, errorCode, temporaryServer } from './server-harness.ts';
import type { Person, TestServer } from './server-harness.ts';
import { addProject, leadContext, openTestRound } from './server-project.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of webhooks on this machine that ends with the test. */
async function hookReceiver(status: () => number = () => 204) {
  const requests: Received[] = [];
  const server = createServer((request, reply) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests.push({ headers: request.headers, body });
      reply.writeHead(status(), { location: 'http://127.0.0.1:1/elsewhere' }).end('secret reply');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

async function scene() {
  const mail = await mailReceiver();
  const settings = { smtp: mail.url, from: 'Assay <assay@example.org>' };
  const server = await temporaryServer({ notices: { mail: settings, allowsPrivate: true } });
  await addProject(server.workspace, 'pets');
  const people = {
    anna: await server.person('anna', { pets: 'annotator' }),
    ben: await server.person('ben', { pets: 'annotator' }),
    lea: await server.person('lea', { pets: 'lead' }),
    ada: await server.person('ada', { pets: 'adjudicator' }),
  };
  return { server, mail, ...people, send: () => server.app.services.notices.run() };
}

const all = ['round', 'cases', 'gate', 'digest'];
const wants = async (person: Person, events: readonly string[] = all): Promise<void> => {
  const body = { email: `${person.login}@example.org`, events };
  expect((await person.send('PUT', '/api/me/notices', body)).statusCode).toBe(204);
};

/** Everybody judges everything in a run: one says cat, the other dog, so that nothing agrees. */
async function judgeApart(server: TestServer, run: string, people: readonly Person[]) {
  for (const [at, person] of people.entries()) {
    const { units } = bodyOf<{ units: { unit: string }[] }>(
      await person.get(`/api/runs/${run}/next?count=10`),
    );
    for (const { unit } of units)
      bodyOf(
        await person.post(`/api/runs/${run}/units/${unit}/judgments`, {
          answers: { cat: at === 0, dog: at !== 0 },
          asides: {},
          idempotency_key: `${run} ${person.login} ${unit}`,
        }),
        201,
      );
  }
  await closeRound(leadContext(server.workspace), { run });
}

describe('messages by mail', () => {
  it('tell those who take part that a round is open, once, in their language', async () => {
    const { server, mail, anna, ben, lea, send } = await scene();
    await wants(anna);
    await wants(ben);
    await wants(lea);
    bodyOf(await ben.send('PATCH', '/api/me', { language: 'de' }));
    const run = await openTestRound(server.workspace, 'pets', 'pilot', ['anna', 'ben']);
    await send();
    await send();
    expect(mail.mails.map(({ to }) => to).toSorted()).toEqual([
      'anna@example.org',
      'ben@example.org',
    ]);
    const [first, second] = mail.mails.toSorted((a, b) => (a.to < b.to ? -1 : 1));
    expect(first!.source).toContain('Subject: Cats and dogs: round pilot is open for you');
    expect(first!.source).toContain(`/work/${run}`);
    expect(first!.source).toMatch(/Content-Type: text\/plain/);
    expect(first!.source).not.toMatch(/text\/html/);
    expect(first!.source).toMatch(/Auto-Submitted: auto-generated/i);
    expect(second!.source).toContain('Die Runde pilot ist ge=C3=B6ffnet.');
  });

  it('say nothing to whoever has no address, or chose otherwise', async () => {
    const { server, mail, anna, send } = await scene();
    await wants(anna, ['digest']);
    await openTestRound(server.workspace, 'pets', 'pilot', ['anna', 'ben']);
    await send();
    expect(mail.mails).toEqual([]);
  });

  it('tell leads that a gate failed and who rules that cases wait, without answers or figures', async () => {
    const { server, mail, anna, ben, lea, ada, send } = await scene();
    const run = await openTestRound(server.workspace, 'pets', 'pilot', ['anna', 'ben']);
    await wants(lea);
    await wants(ada);
    await wants(anna);
    await judgeApart(server, run, [anna, ben]);
    await send();
    const subjects = mail.mails.map(({ to, source }) => [to, /^Subject: (.*)$/m.exec(source)?.[1]]);
    expect(subjects).toContainEqual([
      'lea@example.org',
      'Cats and dogs: round pilot did not pass its gate',
    ]);
    expect(subjects).toContainEqual([
      'ada@example.org',
      'Cats and dogs: 6 cases wait for a ruling',
    ]);
    expect(subjects.every(([to]) => to !== 'anna@example.org')).toBe(true);
    for (const { source } of mail.mails) expect(source).not.toMatch(/kappa|pets-0|"cat"|0\.\d\d/);
  });

  it('keep from a lead who judges in an open round what rests on answers, until it closes', async () => {
    const { server, mail, anna, ben, lea, send } = await scene();
    const pilot = await openTestRound(server.workspace, 'pets', 'pilot', ['anna', 'ben']);
    await wants(lea, ['gate', 'cases', 'digest']);
    await judgeApart(server, pilot, [anna, ben]);
    const waiver = { gate: 'cohen_kappa >= 0.70 overall', reason: 'We go on all the same.' };
    bodyOf(await lea.post(`/api/runs/${pilot}/waivers`, waiver), 201);
    const full = await openTestRound(server.workspace, 'pets', 'full', ['lea', 'ben']);
    await send();
    expect(mail.mails).toEqual([]);
    await closeRound(leadContext(server.workspace), { run: full, incomplete: true });
    await send();
    // What was closed before everything was judged has not passed.
    expect(mail.mails.map(({ source }) => /^Subject: (.*)$/m.exec(source)?.[1])).toEqual([
      'Cats and dogs: round full did not pass its gate',
      'Cats and dogs: 6 cases wait for a ruling',
    ]);
  });

  it('come once a week with what is left to do', async () => {
    const { server, mail, anna, send } = await scene();
    await openTestRound(server.workspace, 'pets', 'pilot', ['anna', 'ben']);
    await wants(anna, ['digest']);
    const now = server.workspace.clock();
    const toMonday = ((8 - now.getUTCDay()) % 7 || 7) * 86_400_000;
    const noon = (12 - now.getUTCHours()) * 3_600_000;
    server.passTime(toMonday + noon);
    await send();
    await send();
    expect(mail.mails).toHaveLength(1);
    expect(mail.mails[0]!.source).toContain('Your units in pilot: 0 of 6 judged.');
    server.passTime(7 * 86_400_000);
    await send();
    expect(mail.mails).toHaveLength(2);
  });

  it('are tried again later, under the same id, and given up in the end', async () => {
    const mail = await mailReceiver({ refuses: 2 });
    const settings = { smtp: mail.url, from: 'assay@example.org' };
    const server = await temporaryServer({ notices: { mail: settings, allowsPrivate: false } });
    await addProject(server.workspace, 'pets');
    const anna = await server.person('anna', { pets: 'annotator' });
    const lea = await server.person('lea', { pets: 'lead' });
    await wants(anna);
    await openTestRound(server.workspace, 'pets', 'pilot', ['anna', 'lea']);
    const { notices } = server.app.services;
    const log = async () =>
      bodyOf<{ items: { state: string; attempts: number; problem: string | null; to: string }[] }>(
        await lea.get('/api/projects/pets/notices'),
      ).items;
    await notices.run();
    expect(await log()).toMatchObject([{ state: 'waiting', attempts: 1, to: 'anna' }]);
    expect((await log())[0]!.problem).toContain('451');
    await notices.run();
    expect((await log())[0]!.attempts).toBe(1);
    server.passTime(61_000);
    await notices.run();
    server.passTime(301_000);
    await notices.run();
    expect(mail.mails).toHaveLength(1);
    expect(await log()).toMatchObject([{ state: 'sent', attempts: 3, problem: null }]);
  });

  it('can be tried out by whoever gave an address, but not without end', async () => {
    const { mail, anna, send } = await scene();
    expect(errorCode(await anna.post('/api/me/notices/test', {}))).toBe('missing-field');
    await wants(anna);
    bodyOf(await anna.post('/api/me/notices/test', {}), 202);
    await send();
    await expect.poll(() => mail.mails.length).toBe(1);
    expect(mail.mails[0]!.source).toContain('test message');
    const codes: number[] = [];
    for (let at = 0; at < 5; at += 1)
      codes.push((await anna.post('/api/me/notices/test', {})).statusCode);
    expect(codes).toContain(429);
  });

  it('go only to one plain address', async () => {
    const { anna } = await scene();
    for (const email of ['anna', 'a@b.org, c@d.org', 'a@b.org\nBcc: x@y.org', 'A <a@b.org>'])
      expect(
        errorCode(await anna.send('PUT', '/api/me/notices', { email, events: [] })),
        email,
      ).toBe('wrong-value');
  });
});

describe('webhooks', () => {
  it('are told of a round by a request that they can check', async () => {
    const { server, lea, send } = await scene();
    const hook = await hookReceiver();
    const { secret, id } = bodyOf<{ secret: string; id: string }>(
      await lea.post('/api/projects/pets/webhooks', { url: hook.url, events: all }),
      201,
    );
    const list = bodyOf<{ items: object[] }>(await lea.get('/api/projects/pets/webhooks'));
    expect(list.items).toMatchObject([{ id, url: hook.url }]);
    expect(JSON.stringify(list)).not.toContain(secret);
    const run = await openTestRound(server.workspace, 'pets', 'pilot', ['anna', 'ben']);
    await send();
    await send();
    expect(hook.requests).toHaveLength(1);
    const [{ headers, body }] = hook.requests as [Received];
    expect(headers['x-assay-signature']).toBe(
      `v1=${webhookSignature(secret, String(headers['x-assay-timestamp']), body)}`,
    );
    const said = JSON.parse(body) as Record<string, unknown>;
    expect(said).toMatchObject({ event: 'round', project: 'pets', round: 'pilot', attempt: 1 });
    expect(said['id']).toBe(headers['x-assay-id']);
    expect(body).not.toContain(run);
    expect((await lea.send('DELETE', `/api/projects/pets/webhooks/${id}`)).statusCode).toBe(204);
  });

  it('hear of failed gates and cases only when nobody judges any more', async () => {
    const { server, lea, anna, ben, send } = await scene();
    const hook = await hookReceiver();
    const pilot = await openTestRound(server.workspace, 'pets', 'pilot', ['anna', 'ben']);
    const events = ['gate', 'cases'];
    bodyOf(await lea.post('/api/projects/pets/webhooks', { url: hook.url, events }), 201);
    await send();
    await judgeApart(server, pilot, [anna, ben]);
    await send();
    expect(hook.requests.map(({ body }) => (JSON.parse(body) as { event: string }).event)).toEqual(
      expect.arrayContaining(['gate', 'cases']),
    );
    for (const { body } of hook.requests) expect(body).not.toMatch(/kappa|pets-0|\bcat\b/);
  });

  it('are not followed elsewhere, and what they reply is not kept', async () => {
    const { lea, send } = await scene();
    const hook = await hookReceiver(() => 302);
    const { id } = bodyOf<{ id: string }>(
      await lea.post('/api/projects/pets/webhooks', { url: hook.url, events: all }),
      201,
    );
    bodyOf(await lea.post(`/api/projects/pets/webhooks/${id}/test`, {}), 202);
    await send();
    const log = await lea.get('/api/projects/pets/notices');
    expect(log.body).toContain('HTTP status 302');
    expect(log.body).not.toContain('secret reply');
    expect(hook.requests).toHaveLength(1);
  });

  it('lead to the internet only, unless the operator allows more', async () => {
    const server = await temporaryServer();
    await addProject(server.workspace, 'pets');
    const lea = await server.person('lea', { pets: 'lead' });
    for (const url of [
      'http://example.org/hook',
      'https://127.0.0.1/hook',
      'https://[::1]/hook',
      'https://169.254.169.254/latest/meta-data',
      'https://10.0.0.1/',
      'https://2130706433/',
      'https://user:password@example.org/',
      'file:///etc/passwd',
      'nothing',
    ])
      expect(
        errorCode(await lea.post('/api/projects/pets/webhooks', { url, events: all })),
        url,
      ).toBe('wrong-value');
    // A name may lead anywhere: it is looked at when it is resolved.
    const { id } = bodyOf<{ id: string }>(
      await lea.post('/api/projects/pets/webhooks', { url: 'https://localhost:9/', events: all }),
      201,
    );
    bodyOf(await lea.post(`/api/projects/pets/webhooks/${id}/test`, {}), 202);
    await server.app.services.notices.run();
    const { items } = bodyOf<{ items: { problem: string | null }[] }>(
      await lea.get('/api/projects/pets/notices'),
    );
    expect(items[0]!.problem).toContain('private network');
  });
});
