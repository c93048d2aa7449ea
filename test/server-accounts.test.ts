import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { firstLeadLink } from '../src/operations/people/first-lead.ts';
import { bodyOf, errorCode, passwordOf, temporaryServer } from './server-harness.ts';

describe('the first start', () => {
  it('gives a link by which the lead enters once', async () => {
    const server = await temporaryServer();
    const secret = await firstLeadLink(server.workspace);
    expect(bodyOf(await server.nobody.get(`/api/links/${secret}`))).toMatchObject({
      kind: 'invitation',
      project: '*',
      role: 'lead',
    });
    const entered = await server.nobody.post(`/api/links/${secret}`, {
      login: 'Lea',
      name: 'Lea Lind',
      password: 'a long password',
    });
    expect(bodyOf(entered, 201)).toMatchObject({
      account: { login: 'lea', name: 'Lea Lind' },
      memberships: [{ project: '*', role: 'lead' }],
      via: 'session',
    });
    expect(entered.headers['set-cookie']).toMatch(
      /^assay=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
    );
    expect(
      errorCode(
        await server.nobody.post(`/api/links/${secret}`, {
          login: 'eve',
          password: 'a long password',
        }),
      ),
    ).toBe('link-expired');
    expect(await firstLeadLink(server.workspace)).toBeNull();
  });

  it('prints another link when the first was not used, and the first no longer holds', async () => {
    const server = await temporaryServer();
    const first = await firstLeadLink(server.workspace);
    const second = await firstLeadLink(server.workspace);
    expect((await server.nobody.get(`/api/links/${first}`)).statusCode).toBe(410);
    expect((await server.nobody.get(`/api/links/${second}`)).statusCode).toBe(200);
    server.passTime(25 * 3_600_000);
    expect((await server.nobody.get(`/api/links/${second}`)).statusCode).toBe(410);
  });
});

describe('signing in', () => {
  it('begins a session with the right password, in a cookie that scripts cannot read', async () => {
    const server = await temporaryServer();
    await server.person('anna');
    const reply = await server.nobody.post('/api/session', {
      login: ' ANNA ',
      password: passwordOf('anna'),
    });
    const { csrf_token: csrf } = bodyOf<{ csrf_token: string }>(reply, 201);
    const cookie = String(reply.headers['set-cookie']).split(';')[0]!;
    expect(
      bodyOf(await server.nobody.send('GET', '/api/session', undefined, { cookie })),
    ).toMatchObject({ account: { login: 'anna' }, csrf_token: csrf });
    expect(
      (
        await server.nobody.send('DELETE', '/api/session', undefined, {
          cookie,
          'x-csrf-token': csrf,
        })
      ).statusCode,
    ).toBe(204);
    expect(errorCode(await server.nobody.send('GET', '/api/session', undefined, { cookie }))).toBe(
      'not-signed-in',
    );
  });

  it('tells a wrong password, an unknown name and a disabled account alike', async () => {
    const server = await temporaryServer();
    await server.person('anna');
    await server.person('gone');
    const lead = await server.person('lead', { '*': 'lead' });
    bodyOf(await lead.send('PATCH', '/api/accounts/gone', { disabled: true }));
    const replies = await Promise.all(
      [
        ['anna', 'wrong password'],
        ['nobody-here', 'wrong password'],
        ['gone', passwordOf('gone')],
      ].map(([login, password]) => server.nobody.post('/api/session', { login, password })),
    );
    expect(new Set(replies.map((reply) => `${reply.statusCode} ${reply.body}`)).size).toBe(1);
    expect(errorCode(replies[0]!)).toBe('bad-credentials');
  });

  it('slows down whoever guesses, and lets the right password in after the wait', async () => {
    const server = await temporaryServer();
    await server.person('anna');
    const attempt = (login: string, password: string) =>
      server.nobody.post('/api/session', { login, password });
    for (let time = 0; time < 5; time += 1)
      expect((await attempt('anna', 'wrong password')).statusCode).toBe(401);
    const slowed = await attempt('anna', passwordOf('anna'));
    expect(errorCode(slowed)).toBe('too-many-attempts');
    expect(Number(slowed.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    server.passTime(1500);
    expect((await attempt('anna', 'wrong password')).statusCode).toBe(401);
    server.passTime(1500);
    expect(errorCode(await attempt('anna', passwordOf('anna')))).toBe('too-many-attempts');
    server.passTime(1000);
    expect((await attempt('anna', passwordOf('anna'))).statusCode).toBe(201);
  });

  it('slows an unknown name down as it does a known one', async () => {
    const server = await temporaryServer();
    const statuses: number[] = [];
    for (let time = 0; time < 6; time += 1)
      statuses.push(
        (
          await server.nobody.post('/api/session', {
            login: 'nobody-here',
            password: 'wrong password',
          })
        ).statusCode,
      );
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('slows down an address that tries many names', async () => {
    const server = await temporaryServer();
    for (let time = 0; time < 20; time += 1)
      expect(
        (
          await server.nobody.post('/api/session', {
            login: `name-${time}`,
            password: 'wrong password',
          })
        ).statusCode,
      ).toBe(401);
    expect(
      errorCode(
        await server.nobody.post('/api/session', { login: 'name-21', password: 'wrong password' }),
      ),
    ).toBe('too-many-attempts');
  });

  it('lets people in whose time cannot be written down just now, and writes it down later', async () => {
    const server = await temporaryServer();
    const anna = await server.person('anna');
    const endsAt = async (): Promise<string> =>
      (
        await server.workspace.store.read((db) =>
          db.selectFrom('session').select('expires_at').executeTakeFirstOrThrow(),
        )
      ).expires_at;
    const before = await endsAt();
    server.passTime(2 * 24 * 3_600_000);
    const other = new BetterSqlite3(server.workspace.store.address);
    other.exec('begin immediate');
    // A write that was asked for before waits for the lock; the reply does not.
    const write = server.workspace.store.write(async () => 'written').catch(() => 'given up');
    const reply = anna.get('/api/session').then(({ statusCode }) => statusCode);
    expect(await Promise.race([write, reply])).toBe(200);
    other.exec('commit');
    expect(await write).toBe('written');
    other.close();
    await expect.poll(async () => (await endsAt()) > before).toBe(true);
  });

  it('ends after a week without use, goes on when it is used, and ends after a month in any case', async () => {
    const server = await temporaryServer();
    const [used, unused] = [await server.person('used'), await server.person('unused')];
    const day = 24 * 3_600_000;
    for (let days = 0; days < 28; days += 4) {
      server.passTime(4 * day);
      server.app.services.principals.forget(used.account);
      expect((await used.get('/api/session')).statusCode, `after ${days + 4} days`).toBe(200);
      // Nobody waits until it is written that they came; this write comes after it.
      await server.workspace.store.write(async () => undefined);
    }
    expect((await unused.get('/api/session')).statusCode).toBe(401);
    server.passTime(3 * day);
    server.app.services.principals.forget(used.account);
    expect((await used.get('/api/session')).statusCode).toBe(401);
  });

  it('keeps neither passwords nor secrets, in the database or in the log', async () => {
    const server = await temporaryServer();
    const anna = await server.person('anna');
    await server.nobody.post('/api/session', { login: 'anna', password: passwordOf('anna') });
    await anna.get('/api/session');
    const { session, account } = await server.workspace.store.read(async (db) => ({
      session: await db.selectFrom('session').selectAll().execute(),
      account: await db.selectFrom('account').selectAll().execute(),
    }));
    const kept = JSON.stringify([session, account]) + server.logged();
    for (const secret of [anna.secret, anna.csrf, passwordOf('anna')])
      expect(kept).not.toContain(secret);
    expect(server.logged()).toContain('"route":"/api/session"');
  });
});

describe('a request that changes something', () => {
  it('is refused without the token that belongs to the session', async () => {
    const server = await temporaryServer();
    const [anna, ben] = [await server.person('anna'), await server.person('ben')];
    for (const header of [
      { 'x-csrf-token': '' },
      { 'x-csrf-token': ben.csrf },
      { 'x-csrf-token': `${anna.csrf}x` },
    ]) {
      expect(errorCode(await anna.send('PATCH', '/api/me', { name: 'Eve' }, header))).toBe('csrf');
    }
    expect((await anna.send('PATCH', '/api/me', { name: 'Anna A' })).statusCode).toBe(200);
  });

  it('is refused as a form, which another site could send', async () => {
    const server = await temporaryServer();
    const reply = await server.nobody.send('POST', '/api/session', 'login=anna&password=x', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(errorCode(reply)).toBe('wrong-content-type');
    expect(
      errorCode(
        await server.nobody.send('POST', '/api/session', '{"login":"a","password":"b"}', {
          'content-type': 'text/plain',
        }),
      ),
    ).toBe('wrong-content-type');
  });
});
