import { describe, expect, it } from 'vitest';
import { bodyOf, errorCode, temporaryServer } from './server-harness.ts';
import type { Client } from './server-harness.ts';
import { addProject, openTestRound } from './server-project.ts';
import { jsonLines, parseLines } from './run-assay.ts';

const rows = (count: number, text = 'New.') =>
  Array.from({ length: count }, (_, at) => ({
    id: `new-${at}`,
    document: 'doc',
    text,
    answer: '-',
    page: at,
  }));

async function scene() {
  const server = await temporaryServer();
  await addProject(server.workspace, 'pets', 10);
  const [lea, rex] = [
    await server.person('lea', { pets: 'lead' }),
    await server.person('rex', { pets: 'reviewer' }),
  ];
  const send = (client: Client, query: string, content: string, type = 'application/x-ndjson') =>
    client.send('POST', `/api/projects/pets/import?${query}`, content, { 'content-type': type });
  const units = async () =>
    (await server.workspace.store.read((db) => db.selectFrom('unit').select('id').execute()))
      .length;
  return { server, lea, rex, send, units };
}

describe('a proposal for an import', () => {
  const propose = (client: Client, query: string, content: string) =>
    client.send('POST', `/api/projects/pets/import/proposal?${query}`, content, {
      'content-type': 'application/x-ndjson',
    });

  it('tells a lead what the file looks like and what would come of it, and keeps nothing', async () => {
    const { lea, rex, units } = await scene();
    expect(bodyOf(await propose(lea, 'name=more.jsonl', jsonLines(rows(4))))).toMatchObject({
      kind: 'units',
      format: 'units-jsonl',
      why: { code: 'has-rows-of' },
      mapping: {},
      refused: null,
      result: { dry_run: true, inserted: 4, preview: [{ unit: 'new-0' }, {}, {}] },
    });
    expect(bodyOf(await propose(lea, '', '{"id":"x","answers":{}}'))).toMatchObject({
      result: null,
      refused: { code: expect.any(String), message: expect.any(String) },
    });
    expect(errorCode(await propose(rex, '', jsonLines(rows(1))))).toBe('role-needed');
    expect(await units()).toBe(10);
  });
});

describe('an import', () => {
  it('adds units once, whatever the file is said to be, and logs it', async () => {
    const { lea, rex, send, units } = await scene();
    expect(bodyOf(await send(lea, 'kind=units&name=more.jsonl', jsonLines(rows(3))))).toMatchObject(
      { kind: 'units', format: 'units-jsonl', inserted: 3, unchanged: 0 },
    );
    expect(
      bodyOf(await send(lea, 'kind=units', jsonLines(rows(3)), 'application/json')),
    ).toMatchObject({ inserted: 0, unchanged: 3, log: null });
    expect(await units()).toBe(13);
    const { items } = bodyOf<{ items: { id: string }[] }>(
      await rex.get('/api/projects/pets/imports'),
    );
    expect(items).toMatchObject([{ name: 'more.jsonl', by: 'lea', counts: { inserted: 3 } }]);
    expect(bodyOf(await rex.get(`/api/projects/pets/imports/${items[0]!.id}`))).toMatchObject({
      changes: [],
    });
  });

  it('with a fault adds nothing, and tells every fault with its line', async () => {
    const { lea, send, units } = await scene();
    const reply = await send(lea, 'kind=units', `${jsonLines(rows(2))}{"id":"x"}\nnot json\n`);
    expect(reply.statusCode).toBe(400);
    expect(
      reply
        .json<{ error: { faults: { line: number }[] } }>()
        .error.faults.map((fault) => fault.line)
        .toSorted(),
    ).toEqual([3, 3, 4]);
    expect(await units()).toBe(10);
  });

  it('of a changed text under a known id is a conflict', async () => {
    const { lea, send, units } = await scene();
    bodyOf(await send(lea, 'kind=units', jsonLines(rows(2))));
    const reply = await send(lea, 'kind=units', jsonLines(rows(3, 'Changed.')));
    expect(reply.statusCode).toBe(409);
    expect(await units()).toBe(12);
  });

  it('that is only tried tells what would come of it, faults included, and keeps nothing', async () => {
    const { lea, rex, send, units } = await scene();
    bodyOf(await send(lea, 'kind=units', jsonLines(rows(1))));
    const tried = bodyOf(await send(lea, 'kind=units&dry_run=true', jsonLines(rows(3))));
    expect(tried).toMatchObject({ dry_run: true, inserted: 2, unchanged: 1, log: null });
    expect(await units()).toBe(11);
    expect(
      bodyOf<{ items: unknown[] }>(await rex.get('/api/projects/pets/imports')).items,
    ).toHaveLength(1);
    expect((await send(lea, 'kind=units&dry_run=true', '{"id":"x"}')).statusCode).toBe(400);
    expect(bodyOf(await send(lea, 'kind=units', jsonLines(rows(3))))).toMatchObject({
      dry_run: false,
      inserted: 2,
      unchanged: 1,
    });
    expect(await units()).toBe(13);
  });

  it('of a gold pack takes its three files as one', async () => {
    const { lea, send } = await scene();
    expect(errorCode(await send(lea, 'kind=judgments&format=gold-pack', 'chunk_id,text'))).toBe(
      'bad-json',
    );
    const halved = await send(
      lea,
      'kind=judgments&format=gold-pack',
      JSON.stringify({ chunks: 'chunk_id', matrix: 'chunk_id' }),
    );
    expect(halved.json<{ error: { message: string } }>().error.message).toContain('labels');
    const unnamed = await send(
      lea,
      'kind=judgments&format=gold-pack&name=pack',
      JSON.stringify({
        chunks: 'chunk_id,doc_id,text\na,d,t\n',
        matrix: '1\n',
        labels: '{"labels":["cat"]}',
      }),
    );
    expect(
      unnamed.json<{ error: { faults?: { field?: string }[]; message: string } }>().error.message,
    ).toContain('annotator');
  });

  it('of nothing, or of something that is not asked for, is refused', async () => {
    const { lea, send } = await scene();
    expect((await send(lea, 'kind=units', '')).statusCode).toBe(400);
    expect(errorCode(await send(lea, 'kind=people', jsonLines(rows(1))))).toBe('wrong-value');
    expect(errorCode(await send(lea, 'kind=units&colour=red', jsonLines(rows(1))))).toBe(
      'unknown-field',
    );
    expect(errorCode(await send(lea, 'kind=units&mapping={', jsonLines(rows(1))))).toBe('bad-json');
  });
});

describe('an export', () => {
  it('streams the rows as a file with its manifest', async () => {
    const { rex } = await scene();
    const reply = await rex.get('/api/projects/pets/export?kind=units');
    expect(reply.statusCode).toBe(200);
    expect(parseLines<{ id: string }>(reply.body).map((row) => row.id)).toHaveLength(10);
    expect(reply.headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(reply.headers['content-disposition']).toBe(
      "attachment; filename*=UTF-8''pets.animals.units.jsonl",
    );
    expect(JSON.parse(String(reply.headers['x-assay-manifest']))).toMatchObject({
      project: 'pets',
      kind: 'units',
      rows: 10,
      by: 'rex',
    });
  });

  it('escapes what a spreadsheet would run, but not for programs', async () => {
    const { lea, send } = await scene();
    bodyOf(
      await send(
        lea,
        'kind=units',
        jsonLines([{ id: 'formula', document: 'doc', text: '=1+1', answer: '-', page: 1 }]),
      ),
    );
    const address = '/api/projects/pets/export?kind=units&format=csv';
    const escaped = (await lea.get(address)).body;
    expect(escaped).toContain(",'=1+1,");
    expect((await lea.get(`${address}&raw=true`)).body).toContain(',=1+1,');
    expect(bodyOf(await send(lea, 'kind=units', escaped))).toMatchObject({ inserted: 0 });
    // Taken as it is written, it says something else.
    expect((await send(lea, 'kind=units&raw=true', escaped)).statusCode).toBe(409);
  });

  it('holds what was saved, and what was exported can be imported', async () => {
    const { server, lea, send } = await scene();
    const [anna] = [
      await server.person('anna', { pets: 'annotator' }),
      await server.person('ben', { pets: 'annotator' }),
    ];
    const run = await openTestRound(server.workspace, 'pets', 'pilot', ['anna', 'ben']);
    const { units } = bodyOf<{ units: { unit: string }[] }>(
      await anna.get(`/api/runs/${run}/next`),
    );
    bodyOf(
      await anna.post(`/api/runs/${run}/units/${units[0]!.unit}/judgments`, {
        answers: { cat: true, dog: false },
        asides: { notes: 'näve – ok' },
        idempotency_key: 'k',
      }),
      201,
    );
    const { body } = await lea.get('/api/projects/pets/export?kind=judgments');
    expect(parseLines(body)).toHaveLength(1);
    expect(body).toContain('näve – ok');
    expect(bodyOf(await send(lea, 'kind=judgments', body))).toMatchObject({
      kind: 'judgments',
      inserted: expect.any(Number) as number,
    });
  });

  it('that cannot be made is an error before anything is sent', async () => {
    const { lea } = await scene();
    expect(errorCode(await lea.get('/api/projects/pets/export?kind=units&format=papyrus'))).toBe(
      'wrong-value',
    );
    expect(
      errorCode(await lea.get('/api/projects/pets/export?kind=judgments&format=doccano')),
    ).toBe('missing-field');
  });
});
