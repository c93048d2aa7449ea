import { describe, expect, it } from 'vitest';
import { bodyOf, errorCode, passwordOf, temporaryServer } from './server-harness.ts';
import type { TestServer } from './server-harness.ts';
import { invited, fresh } from './link-people.ts';

describe('guessing', () => {
  const attempt = (server: TestServer, remoteAddress: string, password: string, login = 'anna') =>
    server.app.fastify.inject({
      method: 'POST',
      url: '/api/session',
      remoteAddress,
      payload: { login, password },
    });

  it('somewhere does not keep the right password out elsewhere', async () => {
    const server = await temporaryServer();
    await server.person('anna');
    for (let time = 0; time < 6; time += 1) await attempt(server, '192.0.2.1', 'wrong password');
    expect((await attempt(server, '192.0.2.1', passwordOf('anna'))).statusCode).toBe(429);
    expect((await attempt(server, '192.0.2.2', passwordOf('anna'))).statusCode).toBe(201);
    // A success elsewhere does not clear what was counted here.
    expect((await attempt(server, '192.0.2.1', passwordOf('anna'))).statusCode).toBe(429);
  });

  it('is counted by name however the name is written, and by the network of IPv6', async () => {
    const server = await temporaryServer();
    await server.person('anna');
    const spellings = ['anna', 'ANNA', ' Anna ', 'ａｎｎａ', 'aNNa'];
    for (const [at, login] of spellings.entries())
      await attempt(server, `2001:db8:0:1::${at}`, 'wrong password', login);
    expect((await attempt(server, '2001:db8:0:1:9::9', passwordOf('anna'))).statusCode).toBe(429);
    expect((await attempt(server, '2001:db8:0:2::1', passwordOf('anna'))).statusCode).toBe(201);
  });

  it('behind a proxy that is not trusted is said once in the log', async () => {
    const server = await temporaryServer();
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    for (let time = 0; time < 2; time += 1)
      await server.nobody.send('GET', '/healthz', undefined, headers);
    expect(server.logged().split('--trust-proxy').length).toBe(2);
    const trusting = await temporaryServer({ trustProxy: ['loopback'] });
    await trusting.nobody.send('GET', '/healthz', undefined, headers);
    expect(trusting.logged()).not.toContain('--trust-proxy');
  });

  it('behind a trusted proxy is counted by what the proxy says, and nobody else is believed', async () => {
    const server = await temporaryServer({ trustProxy: ['10.0.0.2'] });
    await server.person('anna');
    const through = (proxy: string, client: string, password: string) =>
      server.app.fastify.inject({
        method: 'POST',
        url: '/api/session',
        remoteAddress: proxy,
        headers: { 'x-forwarded-for': client },
        payload: { login: 'anna', password },
      });
    for (let time = 0; time < 6; time += 1)
      await through('10.0.0.2', '203.0.113.9', 'wrong password');
    expect((await through('10.0.0.2', '203.0.113.9', passwordOf('anna'))).statusCode).toBe(429);
    expect((await through('10.0.0.2', '203.0.113.8', passwordOf('anna'))).statusCode).toBe(201);
    for (let time = 0; time < 6; time += 1)
      await through('10.0.0.3', `203.0.113.${time}`, 'wrong password');
    expect((await through('10.0.0.3', '203.0.113.99', passwordOf('anna'))).statusCode).toBe(429);
  });
});

describe('a name', () => {
  it('is one however it is written', async () => {
    const server = await temporaryServer();
    const lead = await server.person('lead', { '*': 'lead' });
    const path = await invited(lead, 'lead', '*');
    expect(bodyOf(await server.nobody.post(path, fresh('Ａ0')), 201)).toMatchObject({
      account: { login: 'a0' },
    });
    const second = await invited(lead, 'lead', '*');
    for (const login of ['a0', 'A0', ' a0 ', 'ａ０'])
      expect(errorCode(await server.nobody.post(second, fresh(login)))).toBe('login-taken');
    expect(errorCode(await server.nobody.post(second, fresh('assay')))).toBe('wrong-value');
    const { password } = fresh('');
    expect((await server.nobody.post('/api/session', { login: 'A0', password })).statusCode).toBe(
      201,
    );
  });

  it('and a password that is guessed first are refused', async () => {
    const server = await temporaryServer();
    const lead = await server.person('lead', { '*': 'lead' });
    const path = await invited(lead, 'lead', '*');
    const reply = await server.nobody.post(path, { login: 'cora', password: 'password12' });
    expect([reply.statusCode, errorCode(reply)]).toEqual([400, 'weak-password']);
    expect(
      errorCode(await server.nobody.post(path, { login: 'cora.lind', password: 'cora.lind99' })),
    ).toBe('weak-password');
    expect(
      errorCode(
        await lead.send('PATCH', '/api/me', {
          password: 'Welcome2026!',
          current_password: passwordOf('lead'),
        }),
      ),
    ).toBe('weak-password');
  });
});
