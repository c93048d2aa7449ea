import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseExpression } from '../src/domain/expression.ts';
import { CsvReader } from '../src/formats/csv.ts';
import { parseYaml } from '../src/formats/yaml-source.ts';
import { runAssay, temporaryFolder } from './run-assay.ts';
import { bodyOf, errorCode, temporaryServer } from './server-harness.ts';
import { addProject, openTestRound } from './server-project.ts';

describe('a table with very many columns', () => {
  it('is refused with the limit', () => {
    const faults: string[] = [];
    const rows: unknown[] = [];
    const reader = new CsvReader({
      header: () => rows.push('header'),
      row: () => rows.push('row'),
      fault: (one) => faults.push(one.message),
    });
    const header = Array.from({ length: 60_000 }, (_, at) => `c${at}`).join(',');
    reader.push(`${header}\n${header}\n`, 1);
    reader.end();
    expect(faults).toEqual([expect.stringMatching(/60,?000 columns.*4,?096/)]);
    expect(rows).toEqual([]);
  });

  it('holds nobody up while it is uploaded', async () => {
    const server = await temporaryServer();
    const lead = await server.person('lead', { '*': 'lead' });
    await addProject(server.workspace, 'pets');
    for (const columns of [60_000, 4_000]) {
      const header = Array.from({ length: columns }, (_, at) => `c${at}`).join(',');
      for (const kind of ['units', 'judgments']) {
        const reply = await lead.send(
          'POST',
          `/api/projects/pets/import?kind=${kind}&task=animals&name=wide.csv`,
          `${header}\n${header}\n`,
          { 'content-type': 'text/csv' },
        );
        expect(reply.statusCode).toBe(400);
        if (columns > 4096) expect(reply.body).toContain('too-many-columns');
      }
    }
  });
});

describe('a row with millions of characters', () => {
  it('is refused with the limit, as a unit and as a judgment', async () => {
    const server = await temporaryServer();
    const lead = await server.person('lead', { '*': 'lead' });
    await addProject(server.workspace, 'pets');
    const long = 'a'.repeat(2_000_001);
    const files = [
      ['units', 'u.csv', `id,text\nx1,"${long}"\nx2,short\n`],
      ['units', 'u.jsonl', `{"id":"x0","text":"a"}\n{"id":"x1","text":"${long}"}\n`],
      [
        'judgments',
        'j.jsonl',
        `{"id":"a1","annotator_id":"anna"}\n{"id":"a1","notes":"${long}"}\n`,
      ],
      ['judgments', 'j.csv', `id,annotator_id,notes\na1,anna,"${long}"\n`],
    ] as const;
    for (const [kind, name, text] of files) {
      const query = `kind=${kind}&task=animals&name=${name}`;
      const reply = await lead.send('POST', `/api/projects/pets/import?${query}`, text, {
        'content-type': 'text/plain',
      });
      expect([name, reply.statusCode]).toEqual([name, 400]);
      expect(reply.body).toContain('row-too-large');
    }
  });
});

describe('nesting without end', () => {
  it.each([
    ['brackets', '['.repeat(500_000)],
    ['braces', '{a: '.repeat(200_000)],
    ['brackets on lines of their own', '[\n'.repeat(200_000)],
    ['lists', '- '.repeat(300_000)],
    ['keys', '? '.repeat(300_000)],
  ])('of %s is a fault, not read', (_, text) => {
    const read = parseYaml(text);
    expect(read).toMatchObject({ ok: false, faults: [{ code: 'bad-yaml' }] });
  });

  it('is not suspected in prose', () => {
    const text = `a: |\n${'  see [1 and {2\n'.repeat(90)}b: "${'['.repeat(90)}"\nc: [[1], [2]]\n`;
    expect(parseYaml(text)).toMatchObject({ ok: true });
  });

  it('in an expression is refused by its length', () => {
    for (const text of ['('.repeat(1_000_000), Array(300_000).fill('a').join(' and ')])
      expect(parseExpression(text)).toMatchObject({ ok: false, reason: /10000 characters/ });
    expect(parseExpression(Array(1000).fill('a').join(' and '))).toMatchObject({ ok: true });
  });
});

describe('what is no text', () => {
  const wrong = ['a\u0000b', 'a\ud800b', '\udc00'];

  it('is refused wherever people write', async () => {
    const server = await temporaryServer();
    const lead = await server.person('lead', { '*': 'lead' });
    const anna = await server.person('anna', { pets: 'annotator' });
    await server.person('ben', { pets: 'annotator' });
    await addProject(server.workspace, 'pets');
    const run = await openTestRound(server.workspace, 'pets', 'pilot', ['anna', 'ben']);
    const { unit } = await server.workspace.store.read((db) =>
      db
        .selectFrom('slot')
        .select('unit')
        .where('annotator', '=', 'anna')
        .orderBy('position')
        .executeTakeFirstOrThrow(),
    );
    const at = `/api/runs/${run}/units/${unit}`;
    const answers = { cat: true, dog: false };
    for (const text of wrong) {
      const asides = { notes: text };
      const replies = [
        await anna.send('PATCH', '/api/me', { name: text }),
        await anna.send('PUT', `${at}/draft`, { answers, asides, revision: 1 }),
        await anna.post(`${at}/judgments`, { answers, asides, idempotency_key: 'k' }),
        await anna.post(`${at}/facts`, { kind: 'question', detail: { text } }),
        await lead.post('/api/projects/pets/tokens', { name: text, scope: 'read', days: 1 }),
        await lead.post(`/api/runs/${run}/waivers`, { gate: 'x', reason: text }),
        await server.nobody.post('/api/session', { login: text, password: 'x' }),
      ];
      for (const reply of replies) expect(errorCode(reply)).toBe('not-text');
    }
    expect((await anna.send('PATCH', '/api/me', { name: 'Anna \ud83d\ude00' })).statusCode).toBe(
      200,
    );
  });

  it('is refused in the notes of a file', async () => {
    const server = await temporaryServer();
    const lead = await server.person('lead', { '*': 'lead' });
    await addProject(server.workspace, 'pets');
    const row = (notes: string): string =>
      `${JSON.stringify({ unit: 'pets-01', annotator: 'x', answers: { cat: true, dog: false }, notes })}\n`;
    const send = (body: string) =>
      lead.send(
        'POST',
        '/api/projects/pets/import?kind=judgments&task=animals&name=j.jsonl&guideline=any',
        body,
        { 'content-type': 'application/jsonl' },
      );
    for (const text of wrong) {
      const reply = await send(row(text));
      expect([reply.statusCode, reply.body]).toEqual([400, expect.stringContaining('notes is')]);
    }
    bodyOf(await send(row('fine \ud83d\ude00')));
  });
});

describe('judgments from a file', () => {
  const scene = async () => {
    const server = await temporaryServer();
    const lead = await server.person('lead', { '*': 'lead' });
    await server.person('a0', { pets: 'annotator' });
    await addProject(server.workspace, 'pets');
    const send = (rows: readonly (readonly [string, string, string?])[], mode = 'reject') =>
      lead.send(
        'POST',
        `/api/projects/pets/import?kind=judgments&task=animals&name=j.jsonl&guideline=any&mode=${mode}`,
        rows
          .map(([unit, annotator, at]) =>
            JSON.stringify({ unit, annotator, answers: { cat: true, dog: false }, at }),
          )
          .join('\n'),
        { 'content-type': 'application/jsonl' },
      );
    return { server, send };
  };

  it('that were given in the future are refused, those from before the project are marked', async () => {
    const { send } = await scene();
    const late = await send([['pets-01', 'x', '2999-01-01T00:00:00Z']]);
    expect([late.statusCode, late.body]).toEqual([400, expect.stringContaining('at is')]);
    const aside = bodyOf(await send([['pets-01', 'x', '2999-01-01T00:00:00Z']], 'flag'));
    expect(aside).toMatchObject({ inserted: 0, aside: 1 });
    const early = bodyOf<{ warnings: unknown }>(
      await send([['pets-02', 'x', '1970-01-01T00:00:00Z']]),
    );
    expect(JSON.stringify(early.warnings)).toContain('before-project');
    const hour = 3_600_000;
    for (const [unit, distance, code] of [
      ['pets-03', -24 * hour, 'before-project'],
      ['pets-04', hour, 'ahead-of-clock'],
    ] as const) {
      const at = new Date(Date.now() + distance).toISOString();
      const { warnings } = bodyOf<{ warnings: unknown }>(await send([[unit, 'x', at]]));
      expect(JSON.stringify(warnings)).toContain(code);
    }
  });

  it('count as one annotator whose name differs in capitals only', async () => {
    const { server, send } = await scene();
    bodyOf(
      await send([
        ['pets-01', 'A0'],
        ['pets-02', 'Model#1'],
        ['pets-03', 'MODEL#1'],
      ]),
    );
    bodyOf(await send([['pets-04', 'model#1']]));
    const stored = await server.workspace.store.read((db) =>
      db.selectFrom('judgment').select('annotator').distinct().execute(),
    );
    expect(stored.map((row) => row.annotator).toSorted()).toEqual(['Model#1', 'a0']);
    const twice = await send([
      ['pets-05', 'B'],
      ['pets-05', 'b'],
    ]);
    expect(errorCode(twice)).toBe('duplicate-judgment');
  });
});

describe('assay validate', () => {
  it('is quick with what only looks like a protocol', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'protocol.yaml'), '['.repeat(300_000));
    const run = await runAssay(['validate', '--protocol', 'protocol.yaml'], folder);
    expect([run.code, run.err + run.out]).toEqual([1, expect.stringContaining('deep')]);
  });
});
