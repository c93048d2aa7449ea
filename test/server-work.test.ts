import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bodyOf, errorCode, temporaryServer } from './server-harness.ts';
import type { TestServer } from './server-harness.ts';
import { guidelineText, protocolText } from './server-project.ts';
import { scene } from './server-pets.ts';

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

  it('is not made of a table that was taken for its protocol: that is refused before parsing', async () => {
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
