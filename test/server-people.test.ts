import { describe, expect, it } from 'vitest';
import { createProject } from '../src/operations/protocol/create-project.ts';
import { bodyOf, errorCode, temporaryServer } from './server-harness.ts';
import { addProject, guidelineText, leadContext, protocolText } from './server-project.ts';

interface Panel {
  readonly people: readonly { readonly name: string; readonly arrival: string }[];
  readonly outsiders: readonly { readonly login: string }[];
  readonly is_open: boolean;
}

const source = `${protocolText('pets')}panel:\n  people: { names: [anna, ben, Cora Q] }\n`;

async function scene() {
  const server = await temporaryServer();
  await createProject(leadContext(server.workspace), {
    source,
    guideline: guidelineText,
    files: {},
  });
  const lea = await server.person('lea', { pets: 'lead' });
  const panel = async (): Promise<Panel> => bodyOf(await lea.get('/api/projects/pets/panel'));
  return { server, lea, panel };
}

describe('the people of a panel', () => {
  it('are invited by name, and only they can use the link', async () => {
    const { server, lea, panel } = await scene();
    expect((await panel()).people).toMatchObject([
      { name: 'anna', arrival: 'not-invited', is_login: true },
      { name: 'ben', arrival: 'not-invited' },
      { name: 'Cora Q', arrival: 'not-invited', is_login: false },
    ]);
    const invite = (login: string) =>
      lea.post('/api/projects/pets/invitations', { role: 'annotator', login });
    expect(errorCode(await invite('Cora Q'))).toBe('wrong-value');
    const { link } = bodyOf<{ link: string }>(await invite('anna'), 201);
    expect((await panel()).people[0]).toMatchObject({ arrival: 'invited' });
    const path = `/api/links/${link.split('/link/')[1]}`;
    expect(bodyOf(await server.nobody.get(path))).toMatchObject({ login: 'anna' });
    const arrival = { name: 'A', password: 'a long password' };
    expect(errorCode(await server.nobody.post(path, { ...arrival, login: 'eve' }))).toBe(
      'wrong-value',
    );
    const eve = await server.person('eve');
    expect(errorCode(await eve.post(path, {}))).toBe('wrong-value');
    bodyOf(await server.nobody.post(path, { ...arrival, login: 'anna' }), 201);
    expect((await panel()).people[0]).toMatchObject({ arrival: 'joined' });
  });

  it('are told apart from members who are not on it', async () => {
    const { server, panel } = await scene();
    await server.person('anna', { pets: 'annotator' });
    await server.person('eve', { pets: 'annotator' });
    await server.person('rita', { pets: 'reviewer' });
    expect((await panel()).outsiders.map(({ login }) => login)).toEqual(['eve']);
  });

  it('are there if they lead the workspace', async () => {
    const { server, panel } = await scene();
    await server.person('ben', { '*': 'lead' });
    expect((await panel()).people[1]).toMatchObject({ name: 'ben', arrival: 'joined' });
  });

  it('are everybody where the panel names nobody', async () => {
    const server = await temporaryServer();
    await addProject(server.workspace, 'pets');
    const lea = await server.person('lea', { pets: 'lead' });
    await server.person('eve', { pets: 'annotator' });
    expect(bodyOf(await lea.get('/api/projects/pets/panel'))).toEqual({
      people: [],
      outsiders: [],
      is_open: true,
    });
  });

  it('whose link ran out unused are seen as such', async () => {
    const { server, lea, panel } = await scene();
    bodyOf(
      await lea.post('/api/projects/pets/invitations', {
        role: 'annotator',
        login: 'ben',
        days: 1,
      }),
      201,
    );
    server.passTime(2 * 86_400_000);
    expect((await panel()).people[1]).toMatchObject({ name: 'ben', arrival: 'expired' });
  });
});

describe('sessions', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  interface Session {
    readonly id: string;
    readonly device: string | null;
    readonly is_current: boolean;
  }

  it('are listed with their device, and ended one by one or all at once', async () => {
    const server = await temporaryServer();
    const anna = await server.person('anna');
    const signIn = () =>
      server.nobody.send(
        'POST',
        '/api/session',
        { login: 'anna', password: 'password of anna' },
        { 'user-agent': firefox },
      );
    bodyOf(await signIn(), 201);
    bodyOf(await signIn(), 201);
    const list = async () => bodyOf<{ items: Session[] }>(await anna.get('/api/me/sessions')).items;
    const items = await list();
    expect(items).toHaveLength(3);
    expect(items.filter((one) => one.is_current)).toHaveLength(1);
    const others = items.filter((one) => !one.is_current);
    expect(others.map(({ device }) => device)).toEqual(['Firefox · Linux', 'Firefox · Linux']);
    expect((await anna.send('DELETE', `/api/me/sessions/${others[0]!.id}`)).statusCode).toBe(204);
    expect(await list()).toHaveLength(2);
    expect(bodyOf(await anna.send('DELETE', '/api/me/sessions'))).toEqual({ ended: 1 });
    expect(await list()).toHaveLength(1);
  });

  it('of others are ended by leads of the workspace, at once', async () => {
    const server = await temporaryServer();
    const anna = await server.person('anna', {});
    const lead = await server.person('lea', { '*': 'lead' });
    bodyOf(await anna.get('/api/me/sessions'));
    expect(
      bodyOf<{ items: Session[] }>(await lead.get('/api/accounts/anna/sessions')).items,
    ).toHaveLength(1);
    expect(bodyOf(await lead.send('DELETE', '/api/accounts/anna/sessions'))).toEqual({ ended: 1 });
    expect((await anna.get('/api/me/sessions')).statusCode).toBe(401);
  });
});
