import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endRole } from '../src/store/people/memberships.ts';
import { temporaryFolder } from './run-assay.ts';
import { bodyOf, errorCode, temporaryServer } from './server-harness.ts';
import type { Person } from './server-harness.ts';
import { addProject, openTestRound } from './server-project.ts';
import { scene } from './server-pets.ts';

describe('a run', () => {
  it('is closed with a body or without one', async () => {
    const { lea, run } = await scene();
    expect(errorCode(await lea.send('POST', `/api/runs/${run}/close`))).toBe('judgments-missing');
    bodyOf(await lea.post(`/api/runs/${run}/close`, { incomplete: true }));
    expect(bodyOf(await lea.send('POST', `/api/runs/${run}/close`))).toMatchObject({
      fresh: false,
    });
  });
});

describe('a draft', () => {
  it('may be incomplete, comes back with the unit, and gives way to a newer one only', async () => {
    const { anna, run, unit, place } = await scene();
    const draft = { answers: { cat: true }, asides: { notes: 'hm' }, revision: 3 };
    bodyOf(await anna.send('PUT', `${place}/draft`, draft));
    expect(
      errorCode(await anna.send('PUT', `${place}/draft`, { ...draft, answers: {}, revision: 2 })),
    ).toBe('draft-outdated');
    const { units } = bodyOf<{ units: { unit: string; draft: unknown }[] }>(
      await anna.get(`/api/runs/${run}/next`),
    );
    expect(units.find((one) => one.unit === unit)?.draft).toMatchObject(draft);
  });
});

describe('what somebody may do', () => {
  it('changes at once with their role', async () => {
    const { anna, lea, run } = await scene();
    expect((await anna.get(`/api/runs/${run}/next`)).statusCode).toBe(200);
    bodyOf(await lea.send('DELETE', '/api/projects/pets/people/anna?role=annotator'));
    expect((await anna.get(`/api/runs/${run}/next`)).statusCode).toBe(404);
    expect(bodyOf<{ items: unknown[] }>(await anna.get('/api/projects')).items).toEqual([]);
    expect(
      (await lea.post('/api/projects/pets/people', { login: 'anna', role: 'reviewer' })).statusCode,
    ).toBe(204);
    expect(errorCode(await anna.get(`/api/runs/${run}/next`))).toBe('role-needed');
    expect((await anna.get('/api/projects/pets/audit')).statusCode).toBe(200);
  });

  it('changes on another server over the same database as soon as that looks again', async () => {
    const database = join(temporaryFolder(), 'workspace.db');
    const first = await scene({ database });
    const second = await temporaryServer({ database, principalsCachedFor: 50 });
    const elsewhere = (person: Person) =>
      second.nobody.send('GET', '/api/session', undefined, { cookie: `assay=${person.secret}` });
    expect((await elsewhere(first.anna)).statusCode).toBe(200);
    expect((await first.anna.send('DELETE', '/api/session')).statusCode).toBe(204);
    await expect.poll(async () => (await elsewhere(first.anna)).statusCode).toBe(401);
  });
});

describe('a token', () => {
  it('acts for its owner in its project alone, as long as it holds', async () => {
    const { server, lea } = await scene();
    await addProject(server.workspace, 'birds');
    const { secret, id } = bodyOf<{ secret: string; id: string }>(
      await lea.post('/api/projects/pets/tokens', { name: 'script', scope: 'write', days: 1 }),
      201,
    );
    const ask = (url: string) =>
      server.nobody.send('GET', url, undefined, { authorization: `Bearer ${secret}` });
    expect(
      bodyOf<{ items: { project: string }[] }>(await ask('/api/projects')).items.map(
        (one) => one.project,
      ),
    ).toEqual(['pets']);
    expect((await ask('/api/projects/birds')).statusCode).toBe(404);
    expect((await lea.send('DELETE', `/api/projects/pets/tokens/${id}`)).statusCode).toBe(204);
    expect((await ask('/api/projects')).statusCode).toBe(401);
  });

  it('ends with its time, and is worth nothing when its owner has left', async () => {
    const { server, lea } = await scene();
    const program = await server.program(lea, 'pets', 'read');
    expect((await program.get('/api/projects/pets')).statusCode).toBe(200);
    await server.workspace.store.write((tx) =>
      endRole(tx, {
        project: 'pets',
        account: lea.account,
        role: 'lead',
        at: server.workspace.clock().toISOString(),
      }),
    );
    server.app.services.principals.forget(lea.account);
    expect((await program.get('/api/projects/pets')).statusCode).toBe(404);
    server.passTime(2 * 3_600_000);
    server.app.services.principals.forget(lea.account);
    expect((await program.get('/api/projects/pets')).statusCode).toBe(401);
  });

  it('of a workspace lead reaches no further than its project', async () => {
    const { server } = await scene();
    await addProject(server.workspace, 'birds');
    const wes = await server.person('wes', { '*': 'lead' });
    const program = await server.program(wes, 'pets', 'write');
    expect((await program.get('/api/projects/pets/people')).statusCode).toBe(200);
    expect((await program.get('/api/projects/birds')).statusCode).toBe(404);
    expect((await program.get('/api/projects/*/audit')).statusCode).toBe(404);
  });

  it('that may only read gets what its owner holds already, and claims nothing', async () => {
    const server = await temporaryServer();
    await addProject(server.workspace, 'pets');
    const lea = await server.person('lea', { pets: 'lead' });
    await server.person('ben', { pets: 'annotator' });
    const run = await openTestRound(server.workspace, 'pets', 'pilot', ['lea', 'ben'], 'open');
    const reader = await server.program(lea, 'pets', 'read');
    const held = async (): Promise<number> =>
      bodyOf<{ items: unknown[] }>(await reader.get(`/api/runs/${run}/units?which=open`)).items
        .length;
    expect(
      bodyOf<{ units: unknown[] }>(await reader.get(`/api/runs/${run}/next?count=10`)).units,
    ).toEqual([]);
    expect(await held()).toBe(0);
    const { units } = bodyOf<{ units: { unit: string }[] }>(
      await lea.get(`/api/runs/${run}/next?count=2`),
    );
    expect(
      bodyOf<{ units: { unit: string }[] }>(
        await reader.get(`/api/runs/${run}/next?count=10`),
      ).units.map((one) => one.unit),
    ).toEqual(units.map((one) => one.unit));
    expect(await held()).toBe(2);
  });

  it('is listed and ended by its owner whatever their role has become', async () => {
    const { server, lea, anna } = await scene();
    const { id } = bodyOf<{ id: string }>(
      await lea.post('/api/projects/pets/tokens', { name: 'script', scope: 'write' }),
      201,
    );
    const boss = await server.person('boss', { '*': 'lead' });
    bodyOf(await boss.post('/api/projects/pets/people', { login: 'lea', role: 'annotator' }), 204);
    bodyOf(await boss.send('DELETE', '/api/projects/pets/people/lea?role=lead'));
    expect(
      bodyOf<{ items: { id: string }[] }>(await lea.get('/api/projects/pets/tokens')).items.map(
        (one) => one.id,
      ),
    ).toEqual([id]);
    expect((await lea.post('/api/projects/pets/tokens', { name: 'another' })).statusCode).toBe(403);
    expect((await anna.send('DELETE', `/api/projects/pets/tokens/${id}`)).statusCode).toBe(404);
    expect((await lea.send('DELETE', `/api/projects/pets/tokens/${id}`)).statusCode).toBe(204);
  });

  it('that is none, or stands in for nothing, is not let in', async () => {
    const { server } = await scene();
    for (const authorization of [
      'Bearer',
      'Bearer x',
      'Bearer assay_x',
      'Basic YTpi',
      'bearer  assay_',
    ])
      expect(
        (await server.nobody.send('GET', '/api/projects', undefined, { authorization })).statusCode,
        authorization,
      ).toBe(401);
  });
});
