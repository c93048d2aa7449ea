import { describe, expect, it } from 'vitest';
import { bodyOf, errorCode, temporaryServer } from './server-harness.ts';
import { addProject, openTestRound } from './server-project.ts';

interface Entry {
  readonly seq: number;
  readonly actor: string;
  readonly action: string;
  readonly object: string;
  readonly at: string;
}

async function scene() {
  const server = await temporaryServer();
  await addProject(server.workspace, 'pets', 10);
  const [lea, anna] = [
    await server.person('lea', { pets: 'lead' }),
    await server.person('anna', { pets: 'annotator' }),
    await server.person('ben', { pets: 'annotator' }),
  ];
  const run = await openTestRound(server.workspace, 'pets', 'pilot', ['anna', 'ben']);
  const { units } = bodyOf<{ units: { unit: string }[] }>(
    await anna.get(`/api/runs/${run}/next?count=3`),
  );
  for (const { unit } of units)
    bodyOf(
      await anna.post(`/api/runs/${run}/units/${unit}/judgments`, {
        answers: { cat: true, dog: false },
        idempotency_key: unit,
      }),
      201,
    );
  bodyOf(await lea.post('/api/projects/pets/invitations', { role: 'annotator' }), 201);
  const log = async (query = '') =>
    bodyOf<{ items: Entry[]; next_cursor: string | null }>(
      await lea.get(`/api/projects/pets/audit${query}`),
    );
  return { server, lea, log, run };
}

describe('the audit log', () => {
  it('can be asked for by who, what, on what and when, page by page', async () => {
    const { log, run } = await scene();
    const all = (await log('?limit=100')).items;
    const asked = async (query: string, isMeant: (entry: Entry) => boolean): Promise<void> => {
      const expected = all.filter(isMeant).map((entry) => entry.seq);
      expect([query, expected.length > 0 && expected.length < all.length]).toEqual([query, true]);
      expect(
        (await log(`?limit=100&${query}`)).items.map((entry) => entry.seq),
        query,
      ).toEqual(expected);
    };
    await asked('actor=anna', (entry) => entry.actor === 'anna');
    await asked(
      'actions=judge,round-open',
      (entry) => entry.action === 'judge' || entry.action === 'round-open',
    );
    await asked('without=judge', (entry) => entry.action !== 'judge');
    await asked('object=judgment/', (entry) => entry.object.startsWith('judgment/'));
    await asked(`object=run/${run}`, (entry) => entry.object === `run/${run}`);
    const middle = all[2]!.at;
    expect(
      (await log(`?limit=100&from=${encodeURIComponent(middle)}`)).items.every(
        (entry) => entry.at >= middle,
      ),
    ).toBe(true);
    expect(
      (await log(`?limit=100&to=${encodeURIComponent(middle)}`)).items.every(
        (entry) => entry.at < middle,
      ),
    ).toBe(true);
    const first = await log('?limit=2&actor=anna');
    expect(
      (await log(`?limit=2&actor=anna&cursor=${first.next_cursor}`)).items.map(
        (entry) => entry.seq,
      ),
    ).toEqual(
      all
        .filter((entry) => entry.actor === 'anna')
        .slice(2, 4)
        .map((entry) => entry.seq),
    );
  });

  it('does not begin anew with a cursor that no page has given', async () => {
    const { lea } = await scene();
    for (const cursor of ['zzz', '', '-1', '1e3'])
      expect(errorCode(await lea.get(`/api/projects/pets/audit?cursor=${cursor}`))).toBe(
        'wrong-value',
      );
  });

  it('names those who did something and what they did, and refuses what is no time', async () => {
    const { lea } = await scene();
    const names = bodyOf<{ actors: string[]; actions: string[] }>(
      await lea.get('/api/projects/pets/audit/names'),
    );
    expect(names.actors).toContain('anna');
    expect(names.actions).toEqual(
      expect.arrayContaining(['judge', 'invitation-create', 'round-open']),
    );
    expect(errorCode(await lea.get('/api/projects/pets/audit?from=yesterday'))).toBe('wrong-value');
    // Nothing is a pattern: a sign that stands for any text stands for itself.
    expect(
      bodyOf<{ items: unknown[] }>(await lea.get('/api/projects/pets/audit?object=%25')).items,
    ).toEqual([]);
  });
});
