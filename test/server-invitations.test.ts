import { describe, expect, it } from 'vitest';
import { bodyOf, errorCode, temporaryServer } from './server-harness.ts';
import type { TestServer } from './server-harness.ts';
import { addProject } from './server-project.ts';

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
