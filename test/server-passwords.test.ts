import { describe, expect, it } from 'vitest';
import { firstLeadLink } from '../src/operations/people/first-lead.ts';
import { checkPassword, PasswordHasher, passwordCost } from '../src/operations/people/password.ts';
import { listAudit } from '../src/store/workspace/audit.ts';
import { bodyOf, errorCode, passwordOf, temporaryServer } from './server-harness.ts';
import { addProject } from './server-project.ts';

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
    // One is hashed, and 64 wait.
    expect(results.filter((one) => one.status === 'rejected')).toHaveLength(5);
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
