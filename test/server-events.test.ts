import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import { bodyOf, temporaryServer } from './server-harness.ts';
import type { Person, TestServer } from './server-harness.ts';
import { addProject, leadContext, openTestRound } from './server-project.ts';

interface Stream {
  readonly status: number;
  readonly events: string[];
  readonly over: Promise<void>;
  until(text: string): Promise<void>;
}

async function follow(server: TestServer, person: Person, project: string): Promise<Stream> {
  const address = server.app.fastify.server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    const call = get(
      {
        host: '127.0.0.1',
        port,
        path: `/api/projects/${project}/events`,
        headers: { cookie: `assay=${person.secret}` },
      },
      resolve,
    );
    call.on('error', reject);
    onTestFinished(() => void call.destroy());
  });
  const events: string[] = [];
  reply.setEncoding('utf8');
  reply.on('data', (text: string) =>
    events.push(...text.split('\n\n').filter((one) => one !== '')),
  );
  const over = new Promise<void>((resolve) => reply.on('close', resolve));
  return {
    status: reply.statusCode ?? 0,
    events,
    over,
    until: (text) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (events.some((event) => event.includes(text))) resolve();
        };
        look();
        reply.on('data', look);
      }),
  };
}

const progressEvent = (detail: {
  readonly run: string;
  readonly judged: number;
  readonly wanted: number;
}): string => `event: progress\ndata: ${JSON.stringify(detail)}`;

async function scene() {
  const server = await temporaryServer();
  await server.app.fastify.listen({ host: '127.0.0.1', port: 0 });
  await addProject(server.workspace, 'pets');
  await addProject(server.workspace, 'birds');
  const [anna, ben, lea] = [
    await server.person('anna', { pets: 'annotator', birds: 'annotator' }),
    await server.person('ben', { pets: 'annotator', birds: 'annotator' }),
    await server.person('lea', { pets: 'lead' }),
  ];
  return { server, anna, ben, lea };
}

/** Something that happens once and can be awaited. */
function happening(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/**
 * Somebody who is being let in, as slowly as a database far away would; `left` is when the server
 * knows that they are gone.
 */
async function slowArrival({ app, workspace }: TestServer) {
  const [asked, mayEnter, left, entered] = [happening(), happening(), happening(), happening()];
  const door = Fastify();
  onTestFinished(() => door.close());
  door.get('/', async (_, reply) => {
    reply.raw.once('close', left.resolve);
    const hears = async () => {
      asked.resolve();
      await mayEnter.promise;
      return 'everybody' as const;
    };
    await app.services.events.follow(
      { project: 'pets', account: workspace.newId(), login: 'lea', hears },
      reply,
    );
    entered.resolve();
  });
  await door.listen({ host: '127.0.0.1', port: 0 });
  let heard = '';
  const call = get(
    { host: '127.0.0.1', port: (door.server.address() as AddressInfo).port },
    (reply) =>
      reply
        .on('data', (text: Buffer) => (heard += text.toString('utf8')))
        .on('error', () => undefined),
  );
  call.on('error', () => undefined);
  onTestFinished(() => void call.destroy());
  await asked.promise;
  return {
    heard: () => heard,
    enter: async () => {
      mayEnter.resolve();
      await entered.promise;
    },
    leave: async () => {
      call.destroy();
      await left.promise;
    },
  };
}

describe('the events of a project', () => {
  it('tell the lead how far everybody is, and annotators how far they are themselves', async () => {
    const { server, anna, ben, lea } = await scene();
    const [own, overseen, other] = [
      await follow(server, anna, 'pets'),
      await follow(server, lea, 'pets'),
      await follow(server, ben, 'pets'),
    ];
    expect([own.status, overseen.status]).toEqual([200, 200]);
    const run = await openTestRound(server.workspace, 'pets', 'pilot', ['anna', 'ben']);
    await Promise.all([own.until('opened'), overseen.until('opened')]);
    const { units } = bodyOf<{ units: { unit: string }[] }>(
      await anna.get(`/api/runs/${run}/next`),
    );
    const save = (key: string, supersedes: string | null) =>
      anna.post(`/api/runs/${run}/units/${units[0]!.unit}/judgments`, {
        answers: { cat: true, dog: false },
        asides: { notes: 'SECRET' },
        idempotency_key: key,
        supersedes,
      });
    const { id } = bodyOf<{ id: string }>(await save('k', null), 201);
    const first = progressEvent({ run, judged: 1, wanted: 12 });
    await overseen.until(first);
    await own.until(progressEvent({ run, judged: 1, wanted: 6 }));
    // A revision is no further progress; the next unit is.
    bodyOf(await save('k2', id), 201);
    bodyOf(
      await anna.post(`/api/runs/${run}/units/${units[1]!.unit}/judgments`, {
        answers: { cat: true, dog: false },
        idempotency_key: 'k3',
      }),
      201,
    );
    await overseen.until(progressEvent({ run, judged: 2, wanted: 12 }));
    await closeRound(leadContext(server.workspace), { run, incomplete: true });
    await Promise.all([own.until('closed'), overseen.until('closed')]);
    expect(other.events.filter((event) => event.includes('progress'))).toEqual([]);
    for (const stream of [own, overseen, other])
      expect(stream.events.join('\n')).not.toMatch(/SECRET|cat|anna/);
    expect(own.events.find((event) => event.includes('opened'))).toBe(
      `event: round\ndata: ${JSON.stringify({ run, round: 'pilot', attempt: 1, state: 'opened' })}`,
    );
  });

  it('tell nothing of other projects', async () => {
    const { server, anna, lea } = await scene();
    const stream = await follow(server, lea, 'pets');
    const run = await openTestRound(server.workspace, 'birds', 'pilot', ['anna', 'ben']);
    const { units } = bodyOf<{ units: { unit: string }[] }>(
      await anna.get(`/api/runs/${run}/next`),
    );
    bodyOf(
      await anna.post(`/api/runs/${run}/units/${units[0]!.unit}/judgments`, {
        answers: { cat: true, dog: false },
        idempotency_key: 'k',
      }),
      201,
    );
    await openTestRound(server.workspace, 'pets', 'pilot', ['anna', 'ben']);
    await stream.until('opened');
    expect(stream.events.map((event) => event.split('\n')[0])).toEqual([
      'event: hello',
      'event: round',
    ]);
  });

  it('tell a lead who has become an annotator only what annotators hear, and who has left nothing', async () => {
    const { server, anna, ben, lea } = await scene();
    const boss = await server.person('boss', { '*': 'lead' });
    const run = await openTestRound(server.workspace, 'pets', 'pilot', ['anna', 'ben']);
    const [former, gone, overseen] = [
      await follow(server, lea, 'pets'),
      await follow(server, ben, 'pets'),
      await follow(server, boss, 'pets'),
    ];
    await Promise.all([former.until('hello'), gone.until('hello'), overseen.until('hello')]);
    bodyOf(await boss.post('/api/projects/pets/people', { login: 'lea', role: 'annotator' }), 204);
    bodyOf(await boss.send('DELETE', '/api/projects/pets/people/lea?role=lead'));
    bodyOf(await boss.send('DELETE', '/api/projects/pets/people/ben'));
    const { units } = bodyOf<{ units: { unit: string }[] }>(
      await anna.get(`/api/runs/${run}/next`),
    );
    bodyOf(
      await anna.post(`/api/runs/${run}/units/${units[0]!.unit}/judgments`, {
        answers: { cat: true, dog: false },
        idempotency_key: 'k',
      }),
      201,
    );
    await overseen.until('progress');
    await closeRound(leadContext(server.workspace), { run, incomplete: true });
    await former.until('closed');
    await gone.over;
    expect(former.events.map((event) => event.split('\n')[0])).toEqual([
      'event: hello',
      'event: round',
    ]);
    expect(gone.events.map((event) => event.split('\n')[0])).toEqual(['event: hello']);
  });

  it('are of one project, never of the whole workspace', async () => {
    const { server } = await scene();
    const boss = await server.person('boss', { '*': 'lead' });
    expect((await follow(server, boss, '*')).status).toBe(404);
  });

  it('end when the server stops', async () => {
    const { server, lea } = await scene();
    const stream = await follow(server, lea, 'pets');
    await stream.until('hello');
    await server.app.close();
    await stream.over;
    expect(server.app.services.events.listeners()).toBe(0);
  });

  it('are not kept ready for somebody who left while they were let in', async () => {
    const { server } = await scene();
    const hasty = await slowArrival(server);
    await hasty.leave();
    await hasty.enter();
    expect(server.app.services.events.listeners()).toBe(0);
  });

  it('reach somebody who comes while the only other one leaves, as a page does that is loaded again', async () => {
    const { server } = await scene();
    const before = await slowArrival(server);
    await before.enter();
    const after = await slowArrival(server);
    await before.leave();
    await after.enter();
    await openTestRound(server.workspace, 'pets', 'pilot', ['anna', 'ben']);
    await expect.poll(after.heard).toContain('opened');
  });

  it('are followed by a bounded number of pages of one person', async () => {
    const { server, lea } = await scene();
    const streams = [];
    for (let page = 0; page < 9; page += 1) streams.push(await follow(server, lea, 'pets'));
    expect(streams.map((stream) => stream.status)).toEqual([
      200, 200, 200, 200, 200, 200, 200, 200, 429,
    ]);
  });
});
