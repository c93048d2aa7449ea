import { describe, expect, it } from 'vitest';
import { hashSecret } from '../src/operations/secret.ts';
import { listAudit } from '../src/store/workspace/audit.ts';
import { bodyOf, errorCode, passwordOf, temporaryServer } from './server-harness.ts';
import type { Client, TestServer } from './server-harness.ts';
import { addProject, openTestRound } from './server-project.ts';
import { secretOf, invited, fresh } from './link-people.ts';

describe('whoever is removed or disabled', () => {
  const scene = async (): Promise<{ server: TestServer; lead: Client; mia: Client }> => {
    const server = await temporaryServer({ principalsCachedFor: 0 });
    const lead = await server.person('lead', { '*': 'lead' });
    const mia = await server.person('mia', { pets: 'lead' });
    await addProject(server.workspace, 'pets');
    return { server, lead, mia };
  };

  it('leaves no invitation that works, not even after they return', async () => {
    const { server, lead, mia } = await scene();
    const path = await invited(mia, 'lead');
    expect((await server.nobody.get(path)).statusCode).toBe(200);
    bodyOf(await lead.send('PATCH', '/api/accounts/mia', { disabled: true }));
    expect(errorCode(await server.nobody.get(path))).toBe('link-expired');
    bodyOf(await lead.send('PATCH', '/api/accounts/mia', { disabled: false }));
    expect(errorCode(await server.nobody.post(path, fresh('eve')))).toBe('link-expired');
    const { items } = bodyOf<{ items: { revoked_at: string | null }[] }>(
      await lead.get('/api/projects/pets/invitations'),
    );
    expect(items[0]!.revoked_at).not.toBeNull();
  });

  it('loses the invitations of a project with the role of its lead, others stay', async () => {
    const { server, lead, mia } = await scene();
    await addProject(server.workspace, 'birds');
    bodyOf(await lead.post('/api/projects/birds/people', { login: 'mia', role: 'lead' }), 204);
    bodyOf(await lead.post('/api/projects/pets/people', { login: 'mia', role: 'annotator' }), 204);
    const [gone, kept] = [await invited(mia, 'reviewer'), await invited(mia, 'annotator', 'birds')];
    bodyOf(await lead.send('DELETE', '/api/projects/pets/people/mia?role=lead'));
    expect(errorCode(await server.nobody.post(gone, fresh('eve')))).toBe('link-expired');
    expect((await server.nobody.post(kept, fresh('cora'))).statusCode).toBe(201);
  });

  it('loses password links, those they made and those to their account', async () => {
    const { server, lead } = await scene();
    const second = await server.person('second', { '*': 'lead' });
    const link = async (by: Client, login: string): Promise<string> => {
      const made = bodyOf<{ link: string }>(await by.post(`/api/accounts/${login}/link`), 201);
      return `/api/links/${secretOf(made.link)}`;
    };
    const [made, held] = [await link(second, 'mia'), await link(lead, 'second')];
    bodyOf(await lead.send('PATCH', '/api/accounts/second', { disabled: true }));
    bodyOf(await lead.send('PATCH', '/api/accounts/second', { disabled: false }));
    for (const path of [made, held])
      expect(errorCode(await server.nobody.post(path, { password: 'four words of mine' }))).toBe(
        'link-expired',
      );
  });

  it('loses the tokens of a project, which do not work again when they return', async () => {
    const { server, lead, mia } = await scene();
    const made = await mia.post('/api/projects/pets/tokens', { name: 'x', scope: 'read', days: 5 });
    const { secret: token } = bodyOf<{ secret: string }>(made, 201);
    const read = () =>
      server.nobody.send('GET', '/api/projects/pets', undefined, {
        authorization: `Bearer ${token}`,
      });
    expect((await read()).statusCode).toBe(200);
    bodyOf(await lead.send('DELETE', '/api/projects/pets/people/mia'));
    bodyOf(await lead.post('/api/projects/pets/people', { login: 'mia', role: 'lead' }), 204);
    expect((await read()).statusCode).toBe(401);
  });
});

describe('a link', () => {
  it('cannot be made from what the database holds', async () => {
    const server = await temporaryServer();
    const lead = await server.person('lead', { '*': 'lead' });
    await server.person('anna');
    const { link } = bodyOf<{ link: string }>(await lead.post('/api/accounts/anna/link'), 201);
    const secret = secretOf(link);
    const stored = await server.workspace.store.read(async (db) =>
      JSON.stringify([
        await db.selectFrom('workspace').selectAll().execute(),
        await db.selectFrom('password_link').selectAll().execute(),
        await db.selectFrom('audit').selectAll().execute(),
      ]),
    );
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain('link-key');
    expect(stored).toContain(hashSecret(secret));
    // Neither the hash nor parts of the secret open it.
    for (const forged of [hashSecret(secret), `password.${hashSecret(secret)}`, 'password.', '%00'])
      expect(
        (await server.nobody.post(`/api/links/${forged}`, { password: 'four words of mine' }))
          .statusCode,
      ).toBe(410);
    const used = await server.nobody.post(`/api/links/${secret}`, {
      password: 'four words of mine',
    });
    expect(used.statusCode).toBe(201);
    expect(
      errorCode(
        await server.nobody.post(`/api/links/${secret}`, { password: 'five words of mine' }),
      ),
    ).toBe('link-expired');
  });

  it('ends when a newer one is made for the same account', async () => {
    const server = await temporaryServer();
    const lead = await server.person('lead', { '*': 'lead' });
    await server.person('anna');
    const [first, second] = [
      bodyOf<{ link: string }>(await lead.post('/api/accounts/anna/link'), 201),
      bodyOf<{ link: string }>(await lead.post('/api/accounts/anna/link'), 201),
    ];
    expect((await server.nobody.get(`/api/links/${secretOf(first.link)}`)).statusCode).toBe(410);
    expect((await server.nobody.get(`/api/links/${secretOf(second.link)}`)).statusCode).toBe(200);
  });

  it('never leads where a request says that the server is', async () => {
    for (const options of [{}, { publicUrl: 'https://assay.example.org' }]) {
      // Also where it answers to that name.
      const server = await temporaryServer({ ...options, hosts: ['evil.example'] });
      const lead = await server.person('lead', { '*': 'lead' });
      for (const headers of [
        { host: 'evil.example' },
        { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'ftp' },
        { forwarded: 'host=evil.example' },
      ]) {
        const body = { role: 'lead' };
        const made = [
          await lead.send('POST', '/api/projects/*/invitations', body, headers),
          await lead.send('POST', '/api/accounts/lead/link', {}, headers),
        ];
        for (const reply of made) {
          const { link } = bodyOf<{ link: string }>(reply, 201);
          expect(new URL(link).origin).toBe(options.publicUrl ?? 'http://localhost');
        }
      }
    }
  });
});

describe('whoever takes part in an open round', () => {
  const scene = async () => {
    const server = await temporaryServer({ principalsCachedFor: 0 });
    const lea = await server.person('lea', { pets: 'lead' });
    await server.person('ben', { pets: 'annotator' });
    await addProject(server.workspace, 'pets');
    const run = await openTestRound(server.workspace, 'pets', 'pilot', ['lea', 'ben']);
    return { server, lea, run };
  };
  const page = async (server: TestServer): Promise<string> => {
    const reply = await server.nobody.get('/sign-in');
    return String(reply.headers['set-cookie']).split(';')[0]!;
  };

  it('lets nobody read through a link without an account of their own', async () => {
    const { server, lea } = await scene();
    const path = await invited(lea, 'reviewer');
    expect(bodyOf(await server.nobody.get(path))).toMatchObject({ account_needed: true });
    expect(errorCode(await server.nobody.post(path, {}))).toBe('account-needed');
    expect(errorCode(await server.nobody.post(path, { login: 'eve' }))).toBe('account-needed');
    expect((await server.nobody.post(path, fresh('rex'))).statusCode).toBe(201);
  });

  it.each(['reviewer', 'adjudicator', 'lead'])(
    'cannot open a link for a %s in the same browser, signed in or out',
    async (role) => {
      const { server, lea } = await scene();
      const path = await invited(lea, role);
      expect(errorCode(await lea.post(path, fresh('puppet')))).toBe('same-browser');
      const cookie = await page(server);
      const signedIn = await server.nobody.send(
        'POST',
        '/api/session',
        { login: 'lea', password: passwordOf('lea') },
        { cookie },
      );
      expect(signedIn.statusCode).toBe(201);
      const from = (headers: Record<string, string>) =>
        server.nobody.send('POST', path, fresh('puppet'), headers);
      expect(errorCode(await from({ cookie }))).toBe('same-browser');
      // Somebody else, elsewhere.
      expect((await from({ cookie: await page(server) })).statusCode).toBe(201);
      // Nor is that account of use in the browser of whoever let it in.
      const again = { login: 'puppet', password: fresh('').password };
      expect(errorCode(await server.nobody.send('POST', '/api/session', again, { cookie }))).toBe(
        'same-browser',
      );
      // Nor beside the session of whoever let it in, where no page was loaded.
      expect(errorCode(await lea.post('/api/session', again))).toBe('same-browser');
      expect((await server.nobody.post('/api/session', again)).statusCode).toBe(201);
    },
  );

  it('may join with their own account, which stays blind', async () => {
    const { lea } = await scene();
    const path = await invited(lea, 'reviewer');
    expect((await lea.post(path, {})).statusCode).toBe(201);
    expect(errorCode(await lea.get('/api/projects/pets/queue?task=animals'))).toBe('takes-part');
  });

  it('blinds whoever reads through a link that they made before', async () => {
    const server = await temporaryServer({ principalsCachedFor: 0 });
    const lea = await server.person('lea', { pets: 'lead' });
    await server.person('ben', { pets: 'annotator' });
    await addProject(server.workspace, 'pets');
    const entered = await server.nobody.post(await invited(lea, 'reviewer'), {});
    const cookie = String(entered.headers['set-cookie']).split(';')[0]!;
    const units = () =>
      server.nobody.send(
        'GET',
        '/api/projects/pets/export?kind=judgments&task=animals',
        undefined,
        { cookie },
      );
    const before = (await units()).statusCode;
    await openTestRound(server.workspace, 'pets', 'pilot', ['lea', 'ben']);
    expect(before).not.toBe(403);
    expect(errorCode(await units())).toBe('takes-part');
  });

  it('has it noted with the round and in the log whom they let see the answers', async () => {
    const { server, lea, run } = await scene();
    const path = await invited(lea, 'reviewer');
    await invited(lea, 'annotator');
    bodyOf(await server.nobody.post(path, fresh('rex')), 201);
    await server.person('dora');
    bodyOf(await lea.post('/api/projects/pets/people', { login: 'dora', role: 'lead' }), 204);
    const boss = await server.person('boss', { '*': 'lead' });
    bodyOf(await boss.post('/api/accounts/rex/link'), 201);
    const { rounds } = bodyOf<{ rounds: { runs: { access: unknown[] }[] }[] }>(
      await boss.get('/api/projects/pets/rounds'),
    );
    const noted = [
      { kind: 'invite', role: 'reviewer', by: 'lea', takes_part: true, person: null },
      { kind: 'enter', role: 'reviewer', by: 'lea', takes_part: true, person: 'rex' },
      { kind: 'grant', role: 'lead', by: 'lea', takes_part: true, person: 'dora' },
      { kind: 'password-link', role: 'reviewer', by: 'boss', takes_part: false, person: 'rex' },
    ];
    expect(rounds[0]!.runs[0]!.access).toMatchObject(noted);
    const log = await server.workspace.store.read((db) =>
      listAudit(db, { object: `run/${run}`, actions: ['access-note'], limit: 10 }),
    );
    expect(log.map((row) => `${row.actor} ${JSON.parse(row.detail).kind}`).toReversed()).toEqual([
      'lea invite',
      'rex enter',
      'lea grant',
      'boss password-link',
    ]);
    const ben = await server.person('cleo', { pets: 'annotator' });
    const own = bodyOf<typeof rounds extends infer R ? { rounds: R } : never>(
      await ben.get('/api/projects/pets/rounds'),
    );
    expect(own.rounds[0]!.runs[0]!.access).toEqual([]);
  });
});
