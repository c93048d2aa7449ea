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

describe('a browser in which somebody signed in before', () => {
  const office = '192.0.2.1';

  /** A browser of the office, by the cookie that the pages set. */
  const browser = async (server: TestServer, own?: string) => {
    const page = await server.app.fastify.inject({ url: '/', remoteAddress: office });
    const cookie = own ?? String(page.headers['set-cookie']).split(';')[0]!;
    return async (login: string, password: string, remoteAddress = office): Promise<number> => {
      const payload = { login, password };
      const asked = { method: 'POST', url: '/api/session', headers: { cookie } } as const;
      return (await server.app.fastify.inject({ ...asked, remoteAddress, payload })).statusCode;
    };
  };

  /** An office where somebody guesses until everybody there has to wait. */
  const besieged = async () => {
    const server = await temporaryServer();
    for (const login of ['anna', 'ben']) await server.person(login);
    const annas = await browser(server);
    expect(await annas('anna', passwordOf('anna'))).toBe(201);
    const strange = await browser(server);
    await guess(server, strange, ['anna', 'ben', 'anna', 'ben', 'anna', 'anna', 'anna', 'anna']);
    return { server, annas, strange };
  };

  /** Guesses at names until a guess more has to wait for some minutes. */
  const guess = async (
    server: TestServer,
    strange: (login: string, password: string) => Promise<number>,
    logins: readonly string[],
  ): Promise<void> => {
    for (let time = 0; time < 20; time += 1) await strange(`name ${time}`, 'wrong password');
    for (const [at, login] of logins.entries()) {
      server.passTime(1000 * 2 ** at);
      expect(await strange(login, 'wrong password')).toBe(401);
    }
  };

  it('is not locked out by whoever guesses at the same address', async () => {
    const { server, annas, strange } = await besieged();
    expect(await strange('anna', passwordOf('anna'))).toBe(429);
    expect(await annas('anna', passwordOf('anna'))).toBe(201);
    // That does not help whoever guesses.
    expect(await strange('anna', passwordOf('anna'))).toBe(429);
    // It is hers also when she is signed out for weeks, or comes from elsewhere.
    server.passTime(20 * 24 * 3_600_000);
    await guess(server, strange, ['anna']);
    expect(await annas('anna', passwordOf('anna'))).toBe(201);
    expect(await annas('anna', passwordOf('anna'), '203.0.113.9')).toBe(201);
  });

  it('does not wait for those who guess at many addresses at once', async () => {
    const server = await temporaryServer();
    await server.person('anna');
    const annas = await browser(server);
    expect(await annas('anna', passwordOf('anna'))).toBe(201);
    const strange = await browser(server);
    const ended: string[] = [];
    let fill = (): void => undefined;
    const full = new Promise<void>((resolve) => (fill = resolve));
    const guesses = Array.from({ length: 200 }, async (_, at) => {
      const status = await strange(`name ${at}`, 'wrong password', `2001:db8:0:${at}::1`);
      ended.push(`stranger ${status}`);
      if (status === 429) fill();
    });
    await full;
    expect(await annas('anna', passwordOf('anna'))).toBe(201);
    ended.push('anna');
    await Promise.all(guesses);
    // More than sixty of them were waiting when she came, and many still are.
    expect(ended.indexOf('anna')).toBeLessThan(ended.length - 1);
  });

  it('helps nobody else: no other name, no made-up browser', async () => {
    const { server, annas } = await besieged();
    expect(await annas('ben', passwordOf('ben'))).toBe(429);
    for (const cookie of ['', 'assay-browser=', `assay-browser=${'x'.repeat(43)}`])
      expect(await (await browser(server, cookie))('anna', passwordOf('anna'))).toBe(429);
  });

  it('has as few guesses of its own, which are not counted against the others there', async () => {
    const server = await temporaryServer();
    for (const login of ['anna', 'ben']) await server.person(login);
    const [annas, second, other] = [
      await browser(server),
      await browser(server),
      await browser(server),
    ];
    for (const one of [annas, second]) expect(await one('anna', passwordOf('anna'))).toBe(201);
    for (let time = 0; time < 5; time += 1) expect(await annas('anna', `wrong ${time}`)).toBe(401);
    for (let wait = 1; wait < 64; wait *= 2) {
      server.passTime(1000 * wait);
      expect(await annas('anna', `wrong after ${wait}`)).toBe(401);
    }
    for (const address of [office, '203.0.113.9'])
      expect(await annas('anna', passwordOf('anna'), address)).toBe(429);
    expect(await second('anna', passwordOf('anna'))).toBe(201);
    expect(await other('ben', passwordOf('ben'))).toBe(201);
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
