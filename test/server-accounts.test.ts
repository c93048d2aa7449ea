import BetterSqlite3 from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { firstLeadLink } from '../src/operations/people/first-lead.ts';
import { checkPassword, PasswordHasher, passwordCost } from '../src/operations/people/password.ts';
import { listAudit } from '../src/store/workspace/audit.ts';
import { bodyOf, errorCode, passwordOf, temporaryServer } from './server-harness.ts';
import type { TestServer } from './server-harness.ts';
import { addProject } from './server-project.ts';

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

describe('invitations', () => {
  const made = async (server: TestServer, role: string) => {
    const lead = await server.person(`lead-${role}`, { '*': 'lead' });
    const reply = bodyOf<{ id: string; link: string }>(
      await lead.post('/api/projects/*/invitations', { role }),
      201,
    );
    return { lead, id: reply.id, path: `/api/links/${reply.link.split('/link/')[1]}` };
  };

  it('let somebody new in once', async () => {
    const server = await temporaryServer();
    const { lead, path, id } = await made(server, 'lead');
    expect(
      bodyOf(
        await server.nobody.post(path, {
          login: 'cora',
          name: 'Cora',
          password: 'a long password',
        }),
        201,
      ),
    ).toMatchObject({ memberships: [{ project: '*', role: 'lead' }] });
    expect(
      (await server.nobody.post(path, { login: 'dora', name: 'Dora', password: 'a long password' }))
        .statusCode,
    ).toBe(410);
    const { items } = bodyOf<{ items: { id: string; used_at: string | null }[] }>(
      await lead.get('/api/projects/*/invitations'),
    );
    expect(items.find((one) => one.id === id)?.used_at).not.toBeNull();
  });

  it('say what the project is called', async () => {
    const server = await temporaryServer();
    const { lead } = await made(server, 'lead');
    await addProject(server.workspace, 'pets');
    const { link } = bodyOf<{ link: string }>(
      await lead.post('/api/projects/pets/invitations', { role: 'annotator' }),
      201,
    );
    expect(bodyOf(await server.nobody.get(`/api/links/${link.split('/link/')[1]}`))).toMatchObject({
      project: 'pets',
      title: 'Cats and dogs',
      role: 'annotator',
    });
  });

  it('are not used up by what is refused', async () => {
    const server = await temporaryServer();
    const { path } = await made(server, 'lead');
    await server.person('taken');
    expect(
      errorCode(await server.nobody.post(path, { login: 'taken', password: 'a long password' })),
    ).toBe('login-taken');
    expect(errorCode(await server.nobody.post(path, { login: 'cora', password: 'short' }))).toBe(
      'wrong-value',
    );
    expect(
      errorCode(
        await server.nobody.post(path, { login: 'no spaces', password: 'a long password' }),
      ),
    ).toBe('wrong-value');
    expect(errorCode(await server.nobody.post(path, { password: 'a long password' }))).toBe(
      'missing-field',
    );
    expect(
      (await server.nobody.post(path, { login: 'cora', password: 'a long password' })).statusCode,
    ).toBe(201);
  });

  it('let one of many who come at once in', async () => {
    const server = await temporaryServer();
    const { path } = await made(server, 'lead');
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        server.nobody.post(path, { login: `racer-${at}`, password: 'a long password' }),
      ),
    );
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([
      201,
      ...Array.from({ length: 7 }, () => 410),
    ]);
  });

  it('end when they are withdrawn or too old', async () => {
    const server = await temporaryServer();
    const first = await made(server, 'lead');
    expect(
      (await first.lead.send('DELETE', `/api/projects/*/invitations/${first.id}`)).statusCode,
    ).toBe(204);
    expect((await server.nobody.get(first.path)).statusCode).toBe(410);
    expect(
      (await first.lead.send('DELETE', `/api/projects/*/invitations/${first.id}`)).statusCode,
    ).toBe(404);
    const second = bodyOf<{ link: string }>(
      await first.lead.post('/api/projects/*/invitations', { role: 'lead', days: 1 }),
      201,
    );
    server.passTime(25 * 3_600_000);
    expect(
      (await server.nobody.get(`/api/links/${second.link.split('/link/')[1]}`)).statusCode,
    ).toBe(410);
  });

  it('let somebody with an account join, with the token of the session', async () => {
    const server = await temporaryServer();
    const { path } = await made(server, 'lead');
    const ben = await server.person('ben');
    expect(errorCode(await ben.send('POST', path, {}, { 'x-csrf-token': 'wrong' }))).toBe('csrf');
    expect(bodyOf(await ben.post(path, {}), 201)).toMatchObject({
      account: { login: 'ben' },
      memberships: [{ project: '*', role: 'lead' }],
    });
  });
});

describe('an account', () => {
  it('changes its password with the old one, which ends its other sessions', async () => {
    const server = await temporaryServer();
    const anna = await server.person('anna');
    const other = bodyOf<{ csrf_token: string }>(
      await server.nobody.post('/api/session', { login: 'anna', password: passwordOf('anna') }),
      201,
    );
    expect(other.csrf_token).toHaveLength(43);
    expect(errorCode(await anna.send('PATCH', '/api/me', { password: 'another password' }))).toBe(
      'bad-credentials',
    );
    expect(
      bodyOf(
        await anna.send('PATCH', '/api/me', {
          password: 'another password',
          current_password: passwordOf('anna'),
        }),
      ),
    ).toEqual({ sessions_ended: 1 });
    expect((await anna.get('/api/session')).statusCode).toBe(200);
    expect(
      (await server.nobody.post('/api/session', { login: 'anna', password: passwordOf('anna') }))
        .statusCode,
    ).toBe(401);
    expect(
      (await server.nobody.post('/api/session', { login: 'anna', password: 'another password' }))
        .statusCode,
    ).toBe(201);
  });

  it('does not let whoever sits at an unlocked screen guess the password', async () => {
    const server = await temporaryServer();
    const anna = await server.person('anna');
    const statuses: number[] = [];
    for (let time = 0; time < 6; time += 1)
      statuses.push(
        (
          await anna.send('PATCH', '/api/me', {
            password: 'another password',
            current_password: `guess ${time}`,
          })
        ).statusCode,
      );
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await anna.send('PATCH', '/api/me', { name: 'Anna' })).statusCode).toBe(200);
  });

  it('is not held up for new passwords that would not do', async () => {
    const server = await temporaryServer();
    const anna = await server.person('anna');
    const change = (password: string) =>
      anna.send('PATCH', '/api/me', { password, current_password: passwordOf('anna') });
    for (let time = 0; time < 8; time += 1)
      expect(errorCode(await change('short'))).toBe('wrong-value');
    bodyOf(await change('a new password'));
  });

  it('is shut out at once, with all sessions and tokens, and let in again without them', async () => {
    const server = await temporaryServer();
    await addProject(server.workspace, 'pets');
    const [lead, anna] = [
      await server.person('lead', { '*': 'lead' }),
      await server.person('anna', { pets: 'lead' }),
    ];
    const program = await server.program(anna, 'pets', 'read');
    expect([
      (await anna.get('/api/session')).statusCode,
      (await program.get('/api/projects/pets')).statusCode,
    ]).toEqual([200, 200]);
    bodyOf(await lead.send('PATCH', '/api/accounts/anna', { disabled: true }));
    expect([
      (await anna.get('/api/session')).statusCode,
      (await program.get('/api/projects/pets')).statusCode,
    ]).toEqual([401, 401]);
    bodyOf(await lead.send('PATCH', '/api/accounts/anna', { disabled: false }));
    expect([
      (await anna.get('/api/session')).statusCode,
      (await program.get('/api/projects/pets')).statusCode,
    ]).toEqual([401, 401]);
    expect(
      (await server.nobody.post('/api/session', { login: 'anna', password: passwordOf('anna') }))
        .statusCode,
    ).toBe(201);
    expect(errorCode(await lead.send('PATCH', '/api/accounts/lead', { disabled: true }))).toBe(
      'own-account',
    );
  });

  it('gets a new password by a link of the lead, which holds once', async () => {
    const server = await temporaryServer();
    const [lead, anna] = [
      await server.person('lead', { '*': 'lead' }),
      await server.person('anna'),
    ];
    const { link } = bodyOf<{ link: string }>(await lead.post('/api/accounts/anna/link'), 201);
    const path = `/api/links/${link.split('/link/')[1]}`;
    expect(bodyOf(await server.nobody.get(path))).toMatchObject({
      kind: 'password',
      login: 'anna',
    });
    expect((await server.nobody.get(`${path}x`)).statusCode).toBe(410);
    expect(
      bodyOf(await server.nobody.post(path, { password: 'another password' }), 201),
    ).toMatchObject({ account: { login: 'anna' } });
    expect((await server.nobody.post(path, { password: 'a third password' })).statusCode).toBe(410);
    server.app.services.principals.forget(anna.account);
    expect((await anna.get('/api/session')).statusCode).toBe(401);
    expect(
      (await server.nobody.post('/api/session', { login: 'anna', password: 'another password' }))
        .statusCode,
    ).toBe(201);
  });

  it('that gets a new password by a link loses its other sessions at once', async () => {
    const server = await temporaryServer();
    const [boss, anna] = [
      await server.person('boss', { '*': 'lead' }),
      await server.person('anna'),
    ];
    bodyOf(await anna.get('/api/session'));
    const { link } = bodyOf<{ link: string }>(await boss.post('/api/accounts/anna/link'), 201);
    bodyOf(
      await server.nobody.post(`/api/links/${link.split('/link/')[1]}`, {
        password: 'another password',
      }),
      201,
    );
    expect(errorCode(await anna.send('PATCH', '/api/me', { name: 'Anna' }))).toBe('not-signed-in');
  });

  it('keeps the last lead of the workspace', async () => {
    const server = await temporaryServer();
    const lead = await server.person('lead', { '*': 'lead' });
    expect(errorCode(await lead.send('DELETE', '/api/projects/*/people/lead'))).toBe('last-lead');
    await server.person('second', { '*': 'lead' });
    expect(bodyOf(await lead.send('DELETE', '/api/projects/*/people/lead'))).toEqual({
      ended: ['lead'],
    });
    expect((await lead.get('/api/projects/*/people')).statusCode).toBe(404);
  });

  it('leaves a trace of everything that happened to it', async () => {
    const server = await temporaryServer();
    const secret = await firstLeadLink(server.workspace);
    await server.nobody.post(`/api/links/${secret}`, { login: 'lea', password: 'a long password' });
    const rows = await server.workspace.store.read((db) => listAudit(db, { limit: 10 }));
    expect(rows.map((row) => `${row.actor} ${row.action}`)).toEqual([
      'lea session-begin',
      'lea invitation-accept',
      'assay invitation-create',
    ]);
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe('passwords', () => {
  it('cost 128 MiB each, with their own salt, and are compared whole', async () => {
    expect(128 * 2 ** passwordCost.logN * passwordCost.r).toBe(128 * 1024 * 1024);
    const hasher = new PasswordHasher();
    const [first, second] = [
      await hasher.hash('a long password'),
      await hasher.hash('a long password'),
    ];
    expect(first).not.toBe(second);
    expect(first).toMatch(/^scrypt\$17\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    expect(await hasher.verify('a long password', first)).toBe(true);
    expect(await hasher.verify('a long passwort', first)).toBe(false);
  });

  it('are the same however the characters are composed', async () => {
    const hasher = new PasswordHasher({ logN: 4, r: 8, p: 1 });
    expect(await hasher.verify('pa\u0308sswoerter', await hasher.hash('p\u00e4sswoerter'))).toBe(
      true,
    );
  });

  it('are hashed one at a time, and too many at once are refused', async () => {
    const hasher = new PasswordHasher({ logN: 10, r: 8, p: 1 });
    const results = await Promise.allSettled(
      Array.from({ length: 70 }, () => hasher.hash('a long password')),
    );
    expect(results.filter((one) => one.status === 'rejected')).toHaveLength(6);
  });

  it('are more than spaces', () => {
    for (const password of [' '.repeat(10), '\t \u00a0'.repeat(10)])
      expect(() => checkPassword(password)).toThrow('password is only spaces');
    expect(() => checkPassword('four words with spaces')).not.toThrow();
  });

  it('that are too long are not hashed at all', async () => {
    const hasher = new PasswordHasher({ logN: 4, r: 8, p: 1 });
    await expect(hasher.hash('x'.repeat(257))).rejects.toThrow('expected 10 to 256 characters');
    expect(await hasher.verify('x'.repeat(257), await hasher.hash('a long password'))).toBe(false);
  });
});
