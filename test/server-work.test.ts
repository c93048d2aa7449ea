import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { endRole } from '../src/store/people/memberships.ts';
import { temporaryFolder } from './run-assay.ts';
import { bodyOf, errorCode, temporaryServer } from './server-harness.ts';
import type { Person, TestServer } from './server-harness.ts';
import { addProject, guidelineText, openTestRound, protocolText } from './server-project.ts';

async function scene(options: { readonly database?: string } = {}) {
  const server = await temporaryServer(options);
  await addProject(server.workspace, 'pets');
  const [anna, ben, lea] = [
    await server.person('anna', { pets: 'annotator' }),
    await server.person('ben', { pets: 'annotator' }),
    await server.person('lea', { pets: 'lead' }),
  ];
  const run = await openTestRound(server.workspace, 'pets', 'pilot', ['anna', 'ben']);
  const { units } = bodyOf<{ units: { unit: string }[] }>(await anna.get(`/api/runs/${run}/next`));
  return {
    server,
    anna,
    ben,
    lea,
    run,
    unit: units[0]!.unit,
    place: `/api/runs/${run}/units/${units[0]!.unit}`,
  };
}

const judged = (server: TestServer) =>
  server.workspace.store.read((db) => db.selectFrom('judgment').selectAll().execute());

describe('a save', () => {
  it('that is sent again with the same key is one judgment, however often and at once', async () => {
    const { server, anna, place } = await scene();
    const body = { answers: { cat: true, dog: false }, seconds: 4, idempotency_key: 'one' };
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => anna.post(`${place}/judgments`, body)),
    );
    const saved = replies.map((reply) =>
      bodyOf<{ id: string; fresh: boolean; remaining: number }>(reply, 201),
    );
    expect(new Set(saved.map((one) => one.id)).size).toBe(1);
    expect(saved.filter((one) => one.fresh)).toHaveLength(1);
    expect(await judged(server)).toHaveLength(1);
    expect(bodyOf(await anna.get(place))).toMatchObject({
      judgment: { id: saved[0]!.id, answers: body.answers },
    });
  });

  it('with a used key and other content is refused', async () => {
    const { server, anna, place } = await scene();
    bodyOf(
      await anna.post(`${place}/judgments`, {
        answers: { cat: true, dog: false },
        idempotency_key: 'one',
      }),
      201,
    );
    expect(
      errorCode(
        await anna.post(`${place}/judgments`, {
          answers: { cat: false, dog: true },
          idempotency_key: 'one',
        }),
      ),
    ).toBe('key-reused');
    expect(await judged(server)).toHaveLength(1);
  });

  it('must name what it revises, and the revision supersedes', async () => {
    const { server, anna, place } = await scene();
    const { id } = bodyOf<{ id: string }>(
      await anna.post(`${place}/judgments`, {
        answers: { cat: true, dog: false },
        idempotency_key: 'one',
      }),
      201,
    );
    expect(
      errorCode(
        await anna.post(`${place}/judgments`, {
          answers: { cat: false, dog: true },
          idempotency_key: 'two',
        }),
      ),
    ).toBe('judged-before');
    expect(
      bodyOf(
        await anna.post(`${place}/judgments`, {
          answers: { cat: false, dog: true },
          idempotency_key: 'two',
          supersedes: id,
        }),
        201,
      ),
    ).toMatchObject({ supersedes: id });
    expect(await judged(server)).toHaveLength(2);
  });

  it('with faults is refused with all of them, and nothing is kept', async () => {
    const { server, anna, place } = await scene();
    const reply = await anna.post(`${place}/judgments`, {
      answers: { cat: 'maybe', bird: true },
      asides: { confidence: 'sure' },
      idempotency_key: 'one',
    });
    expect(reply.statusCode).toBe(400);
    const { faults } = reply.json<{ error: { faults: { code: string; field: string }[] } }>().error;
    expect(faults.map((fault) => `${fault.code} ${fault.field}`).toSorted()).toEqual([
      'missing-field dog',
      'unknown-field bird',
      'wrong-value cat',
      'wrong-value confidence',
    ]);
    expect(
      (
        await anna.post(`${place}/judgments`, {
          answers: { cat: true, dog: true },
          idempotency_key: 'one',
        })
      ).statusCode,
    ).toBe(422);
    expect(await judged(server)).toEqual([]);
  });

  it('is counted', async () => {
    const { server, anna, place } = await scene();
    const body = { answers: { cat: true, dog: false }, idempotency_key: 'one' };
    for (let time = 0; time < 3; time += 1)
      bodyOf(await anna.post(`${place}/judgments`, body), 201);
    expect((await server.nobody.get('/metrics')).body).toContain(
      '\nassay_judgments_saved_total 1\n',
    );
  });

  it('that is no UTF-8, or is said to be something else, is refused and not altered', async () => {
    const { server, anna, place } = await scene();
    const json = JSON.stringify({
      answers: { cat: true, dog: false },
      asides: { notes: 'café' },
      idempotency_key: 'one',
    });
    const send = (bytes: Buffer, headers: Readonly<Record<string, string>> = {}) =>
      anna.send('POST', `${place}/judgments`, bytes, {
        'content-type': 'application/json',
        ...headers,
      });
    const told = (reply: Awaited<ReturnType<typeof send>>): string =>
      `${reply.statusCode} ${errorCode(reply)}`;
    expect(told(await send(Buffer.from(json, 'latin1')))).toBe('400 not-text');
    expect(
      told(
        await send(Buffer.from(json, 'utf16le'), {
          'content-type': 'application/json; charset=utf-16',
        }),
      ),
    ).toBe('415 wrong-content-type');
    expect(
      told(
        await send(Buffer.from(json, 'latin1'), {
          'content-type': 'application/json; charset="iso-8859-1"',
        }),
      ),
    ).toBe('415 wrong-content-type');
    expect(told(await send(gzipSync(json), { 'content-encoding': 'gzip' }))).toBe(
      '415 wrong-content-type',
    );
    expect(await judged(server)).toEqual([]);
    bodyOf(
      await send(Buffer.from(json), {
        'content-type': 'application/json; charset=UTF-8',
        'content-encoding': 'identity',
      }),
      201,
    );
    expect(
      bodyOf<{ judgment: { asides: unknown } }>(await anna.get(place)).judgment.asides,
    ).toEqual({ notes: 'café' });
  });

  it('leaves no answers and no notes in the log', async () => {
    const { server, anna, place } = await scene();
    bodyOf(
      await anna.post(`${place}/judgments`, {
        answers: { cat: true, dog: false },
        asides: { notes: 'a very private note' },
        idempotency_key: 'one',
      }),
      201,
    );
    await anna.post(`${place}/judgments`, {
      answers: { cat: 'another private note' },
      idempotency_key: 'two',
    });
    expect(server.logged()).toContain('/judgments');
    expect(server.logged()).not.toContain('private note');
  });
});

describe('a project', () => {
  it('has a name for which there is room in addresses', async () => {
    const server = await temporaryServer();
    const boss = await server.person('boss', { '*': 'lead' });
    const make = (name: string) =>
      boss.post('/api/projects', { protocol: protocolText(name), guideline: guidelineText });
    const refused = await make('p'.repeat(201));
    expect([
      refused.statusCode,
      refused.json<{ error: { message: string } }>().error.message,
    ]).toEqual([400, expect.stringMatching(/^name is "p+…, expected at most 200 characters$/)]);
    bodyOf(await make('p'.repeat(200)), 201);
    bodyOf(await boss.get(`/api/projects/${'p'.repeat(200)}`));
  });

  it('with a condition that is nested too deep is refused', async () => {
    const server = await temporaryServer();
    const boss = await server.person('boss', { '*': 'lead' });
    const protocol = protocolText('pets').replace(
      'cat => not dog',
      `cat => ${'('.repeat(20_000)}dog${')'.repeat(20_000)}`,
    );
    expect(
      errorCode(await boss.post('/api/projects', { protocol, guideline: guidelineText })),
    ).toBe('bad-expression');
  });

  it('is not made of a table that was taken for its protocol: that is refused before it is read as YAML, which would hold everybody up', async () => {
    const server = await temporaryServer();
    const boss = await server.person('boss', { '*': 'lead' });
    const table = `id,text\n${'u,"Some text: it fails"\n'.repeat(50_000)}`;
    expect(
      bodyOf<{ error: { message: string } }>(
        await boss.post('/api/projects', { protocol: table, guideline: guidelineText }),
        400,
      ).error.message,
    ).toMatch(/^protocol is "id,text.*expected at most 300000 characters$/);
  });
});

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
