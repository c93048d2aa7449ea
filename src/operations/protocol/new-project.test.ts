import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { refusedFor } from '../../../test/refusals.ts';
import { testDatabases } from '../../../test/stores.ts';
import { folderOf } from '../../../test/temporary-files.ts';
import { makeWorld, protocolContent } from '../../../test/work-world.ts';
import { listImports } from '../../store/exchange/imports.ts';
import { countUnits } from '../../store/units/units.ts';
import { auditLog } from '../workspace/audit-log.ts';
import { exampleStories } from './example-stories.ts';
import { checkContent, createFromFile, listTemplates, showColumns } from './new-project.ts';
import { listProjects } from './show-project.ts';

const databases = testDatabases('sqlite');
afterEach(() => vi.unstubAllEnvs());
const content = protocolContent({ rounds: '  full: { units: 2, annotators: 1 }' });
const world = async () => await makeWorld(await databases.open());

/** A file of units, as somebody sends it. */
const units = (name: string, text: string) => ({
  path: join(folderOf({ [name]: text }), name),
  name,
});

describe('the protocol of a new project', () => {
  it('is checked, with what it would ask or all that is wrong', async () => {
    const { lead } = await world();
    const checked = await checkContent(lead, content);
    expect(checked).toMatchObject({ faults: [], project: 'labels', guideline: { version: '1.0' } });
    expect(checked.tasks).toMatchObject([{ id: 'topics', hash: expect.any(String) }]);
    const faulty = { ...content, source: `${content.source}unknown: 1\n`, files: {} };
    const { faults, ...rest } = await checkContent(lead, faulty);
    expect(faults.length).toBeGreaterThan(0);
    expect(rest).toEqual({ project: null, tasks: [], guideline: null });
  });

  it('may begin with a task of an example', async () => {
    const { lead } = await world();
    const templates = listTemplates(lead);
    expect([...new Set(templates.map(({ example }) => example))]).toEqual(
      exampleStories.map(({ name }) => name),
    );
    expect(templates.find(({ task }) => task === 'topics')).toMatchObject({
      example: 'regulatory-topics',
      title: 'Topics of banking regulation',
      source: { questions: expect.any(Object) },
      guideline: expect.stringContaining('#'),
    });
    expect(templates.filter(({ source }) => 'unit' in source)).toEqual([]);
  });

  it('is for leads of the workspace', async () => {
    const { person } = await world();
    const mia = await person('mia', 'lead');
    const file = units('units.csv', 'id,text\nu1,alpha\n');
    const refused = refusedFor('workspace-lead-needed');
    await expect(showColumns(mia, file)).rejects.toMatchObject(refused);
    await expect(createFromFile(mia, content, file)).rejects.toMatchObject(refused);
    for (const act of [() => checkContent(mia, content), () => listTemplates(mia)])
      await expect(async () => act()).rejects.toMatchObject(refused);
  });
});

describe('a new project with its units', () => {
  const rows = '{"id":"u1","document":"d","text":"alpha"}\n{"id":"u2","document":"d","text":"b"}\n';

  it('is made of a file, all at once, and noted', async () => {
    const { lead, store } = await world();
    const made = await createFromFile(lead, content, units('units.jsonl', rows));
    expect(made).toMatchObject({ project: 'labels', version: 1, fresh: true, units: 2 });
    const { entries } = await auditLog(lead, { project: 'labels', limit: 9 });
    expect(entries.map(({ action }) => action)).toEqual(['import-units', 'project-create']);
    const counts = { inserted: 2, unchanged: 0, revised: 0, changes: 0, aside: 0 };
    expect(entries[0]).toMatchObject({
      actor: 'lena',
      at: '2026-03-02T08:00:00.000Z',
      object: expect.stringMatching(/^import\/id-/),
      detail: {
        task: 'topics',
        name: 'units.jsonl',
        content_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        format: 'units-jsonl',
        ...counts,
      },
    });
    const imports = await store.read((db) => listImports(db, 'labels'));
    expect(imports).toMatchObject([
      {
        project: 'labels',
        task: 'topics',
        name: 'units.jsonl',
        format: 'units units-jsonl',
        mode: 'reject',
        by: 'lena',
      },
    ]);
    // A second time there is such a project, and nothing is added to it.
    await expect(
      createFromFile(lead, content, units('more.jsonl', rows.replaceAll('"u', '"x'))),
    ).rejects.toMatchObject(refusedFor('project-exists', { values: { project: 'labels' } }));
    const place = { project: 'labels', task: 'topics' };
    expect(await store.read((db) => countUnits(db, place))).toBe(2);
  });

  it('may have its rows numbered, and be a table that is only called one', async () => {
    const { lead } = await world();
    const table = units('units.csv', 'document,text\nd,alpha\nd,beta\n');
    expect(await showColumns(lead, table)).toMatchObject({ rows: 2 });
    const made = await createFromFile(lead, content, { ...table, numbered: 'id' });
    expect(made).toMatchObject({ fresh: true, units: 2 });
  });

  it('leaves nothing behind of a file in another encoding, made or not', async () => {
    const { lead } = await world();
    const folder = folderOf();
    const bytes = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
    const given = folderOf({
      'good.csv': bytes('id,document,text\nu1,d,alpha\n'),
      'other.csv': bytes('a,b\n1,2\n'),
    });
    const make = (name: string) => createFromFile(lead, content, { path: join(given, name), name });
    vi.stubEnv('TMPDIR', folder);
    // It is called a table, so what its columns lack is said.
    await expect(make('other.csv')).rejects.toMatchObject({
      faults: expect.arrayContaining([expect.objectContaining({ code: 'missing-field' })]),
    });
    expect(await make('good.csv')).toMatchObject({ units: 1 });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is not made of a file with a fault, nor of more units than can be written at once', async () => {
    const { lead } = await world();
    const faulty = units('units.jsonl', `${rows}{"id":"u3"\n`);
    await expect(createFromFile(lead, content, faulty)).rejects.toMatchObject({
      faults: [{ line: 3 }],
    });
    expect(await listProjects(lead)).toEqual([]);
    const line = (at: number) => `{"id":"u${at}","document":"d","text":"t"}\n`;
    const many = Array.from({ length: 20_001 }, (_, at) => line(at)).join('');
    await expect(createFromFile(lead, content, units('many.jsonl', many))).rejects.toMatchObject(
      refusedFor('too-large', {
        values: { limit: { code: 'so-many-units', values: { count: 20_000 } } },
      }),
    );
    expect(await listProjects(lead)).toEqual([]);
  });
});
