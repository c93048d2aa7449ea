import { describe, expect, it } from 'vitest';
import { imported, judgment, judgments, someProject, unit } from '../../../test/imported-files.ts';
import { latestAudit } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import { jsonLines } from '../../../test/run-assay.ts';
import { testDatabases } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import type { WorkWorld } from '../../../test/work-world.ts';
import { openRound } from '../rounds/open-round.ts';
import { listImports, showImport } from './list-imports.ts';

const databases = testDatabases('sqlite');
const opened = async (): Promise<WorkWorld> => someProject(await makeWorld(await databases.open()));
const none = {
  wayIn: null,
  skipped: [],
  changes: [],
  aside: 0,
  warnings: [],
  preview: [],
  before: null,
};

describe('what an import tells', () => {
  it('of units is how many are new, and the log says the same', async () => {
    const world = await opened();
    const text = jsonLines([unit('n1'), unit('n2')]);
    const result = await imported(world, text, { kind: 'units', mode: 'normalise' });
    expect(result).toEqual({
      ...none,
      kind: 'units',
      format: 'units-jsonl',
      recognised: { code: expect.any(String), values: expect.any(Object) },
      mode: 'normalise',
      tasks: [{ task: 'topics', inserted: 2, unchanged: 0 }],
      inserted: 2,
      unchanged: 0,
      revised: 0,
      willCount: null,
      log: expect.any(String),
    });
    const counts = { inserted: 2, unchanged: 0, revised: 0, changes: 0, aside: 0 };
    const [entry] = await listImports(world.lead, project);
    expect(entry).toEqual({
      id: result.log,
      project,
      task: 'topics',
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      name: 'file.jsonl',
      format: 'units units-jsonl',
      mode: 'normalise',
      by: 'lena',
      at: '2026-03-02T08:00:00.000Z',
      counts,
    });
    expect(await latestAudit(world, 1)).toMatchObject([
      {
        actor: 'lena',
        action: 'import-units',
        object: `import/${result.log}`,
        detail: {
          task: 'topics',
          name: 'file.jsonl',
          content_hash: entry!.contentHash,
          format: 'units-jsonl',
          mode: 'normalise',
          ...counts,
        },
      },
    ]);
  });

  it('does not say how a format was recognised that was named', async () => {
    const world = await opened();
    const given = { kind: 'units', format: 'units-jsonl', dryRun: true } as const;
    expect((await imported(world, jsonLines([unit('n1')]), given)).recognised).toBeNull();
  });

  it('of judgments is how many are new, known or revised, and how many will count', async () => {
    const world = await opened();
    const first = [judgment('u1', 'anna', ['A']), judgment('u2', 'zoe', ['B'])];
    const why = { code: 'uncounted-not-on-panel', values: expect.any(Object) };
    expect(await imported(world, jsonLines(first), { kind: 'judgments' })).toEqual({
      ...none,
      kind: 'judgments',
      format: 'judgments-jsonl',
      recognised: { code: expect.any(String), values: expect.any(Object) },
      mode: 'reject',
      tasks: [{ task: 'topics', inserted: 2, unchanged: 0 }],
      inserted: 2,
      unchanged: 0,
      revised: 0,
      warnings: [
        { code: 'judgments-count', values: { count: 1, total: 2 } },
        { code: 'uncounted-judgments', values: { annotator: 'zoe', count: 1, why } },
      ],
      willCount: 1,
      log: expect.any(String),
    });
    const second = [judgment('u1', 'anna', ['A']), judgment('u2', 'zoe', ['C'])];
    expect(await imported(world, jsonLines(second), { kind: 'judgments' })).toMatchObject({
      tasks: [{ task: 'topics', inserted: 1, unchanged: 1 }],
      inserted: 1,
      unchanged: 1,
      revised: 1,
      before: null,
    });
  });

  it('of rulings is the same without a count of what counts', async () => {
    const world = await opened();
    await world.person('sam', 'adjudicator');
    const rows = [{ unit: 'u1', by: 'sam', reason: 'A.', answers: { A: 2, B: 0, C: 0 } }];
    const result = await imported(world, jsonLines(rows), { kind: 'rulings' });
    expect(result).toEqual({
      ...none,
      kind: 'rulings',
      format: 'rulings-jsonl',
      recognised: { code: expect.any(String), values: expect.any(Object) },
      mode: 'reject',
      tasks: [{ task: 'topics', inserted: 1, unchanged: 0 }],
      inserted: 1,
      unchanged: 0,
      revised: 0,
      willCount: null,
      log: expect.any(String),
    });
    expect(await latestAudit(world, 1)).toMatchObject([{ action: 'import-rulings' }]);
  });

  it('without keeping anything shows the first three rows as they would be', async () => {
    const world = await opened();
    const rows = ['n1', 'n2', 'n3', 'n4'].map((id) => unit(id));
    const units = await imported(world, jsonLines(rows), { kind: 'units', dryRun: true });
    expect(units).toMatchObject({ inserted: 4, log: null, before: null });
    expect(units.preview).toEqual(
      ['n1', 'n2', 'n3'].map((id) => ({
        task: 'topics',
        unit: id,
        annotator: null,
        values: unit(id),
      })),
    );
    const given = ['u1', 'u2', 'u3', 'u4'].map((id) => judgment(id, 'anna', ['B']));
    const judged = await imported(world, jsonLines(given), { kind: 'judgments', dryRun: true });
    expect(judged.preview).toEqual(
      ['u1', 'u2', 'u3'].map((id) => ({
        task: 'topics',
        unit: id,
        annotator: 'anna',
        values: { A: 0, B: 1, C: 0 },
      })),
    );
    expect(await listImports(world.lead, project)).toEqual([]);
  });

  it('names who imported the same file before, in a dry run too', async () => {
    const world = await opened();
    const text = jsonLines([judgment('u1', 'anna', ['A'])]);
    await imported(world, text, { kind: 'judgments' });
    world.pass(5);
    const before = { at: '2026-03-02T08:00:00.000Z', by: 'lena' };
    for (const dryRun of [true, false])
      expect(await imported(world, text, { kind: 'judgments', dryRun })).toMatchObject({
        inserted: 0,
        unchanged: 1,
        log: null,
        before,
      });
    expect(await listImports(world.lead, project)).toHaveLength(1);
  });

  it('of rows that were set aside is logged once, though nothing was added', async () => {
    const world = await opened();
    const row = judgment('u99', 'anna', ['A']);
    const given = { kind: 'judgments', mode: 'flag' } as const;
    const result = await imported(world, jsonLines([row]), given);
    expect(result).toMatchObject({ inserted: 0, aside: 1, log: expect.any(String) });
    const entry = await showImport(world.lead, { project, id: result.log! });
    expect(entry.counts).toMatchObject({ inserted: 0, aside: 1, changes: 0 });
    expect(entry.changes).toEqual([
      { aside: row, line: 1, faults: [expect.stringContaining('u99')] },
    ]);
    expect(await imported(world, jsonLines([row]), given)).toMatchObject({ aside: 1, log: null });
    expect(await listImports(world.lead, project)).toHaveLength(1);
  });
});

describe('the imports of a project', () => {
  it('are listed with the latest first, for leads and reviewers', async () => {
    const world = await opened();
    const ids: (string | null)[] = [];
    for (const id of ['n1', 'n2'])
      ids.unshift((await imported(world, jsonLines([unit(id)]), { kind: 'units' })).log);
    const rita = await world.person('rita', 'reviewer');
    for (const who of [world.lead, rita]) {
      expect((await listImports(who, project)).map(({ id }) => id)).toEqual(ids);
      expect((await showImport(who, { project, id: ids[1]! })).id).toBe(ids[1]);
    }
    expect(await refusal(showImport(world.lead, { project, id: 'none' }))).toEqual([
      ['not-found', { what: { code: 'import', values: { id: 'none' } } }],
    ]);
    const anna = await world.person('anna', 'annotator');
    for (const refused of [listImports(anna, project), showImport(anna, { project, id: ids[0]! })])
      expect((await refusal(refused))[0]![0]).toBe('role-needed');
    expect(await refusal(listImports(world.lead, 'none'))).toEqual([
      ['not-found', { what: { code: 'project', values: { id: 'none' } } }],
    ]);
  });

  it('are not shown to who still judges blindly', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { units: 4, annotators: 1 }' }), 4);
    const { log } = await imported(world, jsonLines([unit('n1')]), { kind: 'units' });
    const annotators = ['lena'];
    await openRound(world.lead, { project, round: 'full', seed: 1, annotators });
    const blind = [['takes-part', { round: 'full', attempt: 1 }]];
    expect(await refusal(showImport(world.lead, { project, id: log! }))).toEqual(blind);
    const text = jsonLines([judgment('u1', 'anna', ['A'])]);
    expect(await refusal(imported(world, text, { kind: 'judgments' }))).toEqual(blind);
    expect(await imported(world, jsonLines([unit('n2')]), { kind: 'units' })).toMatchObject({
      inserted: 1,
    });
  });
});

describe('imported judgments', () => {
  it('tell what is odd about them, each with how many', async () => {
    const world = await opened();
    await imported(world, jsonLines([judgment('u6', 'anna', ['C'])]), { kind: 'judgments' });
    const rows = [
      { unit: 'u1', annotator: 'Anna', answers: { A: 1 }, round: 'full' },
      { unit: 'u2', annotator: 'anna', answers: { A: 1, B: 1 }, at: '2026-03-02T07:59:59.999Z' },
      { unit: 'u3', annotator: 'anna', answers: { A: 0, B: 0 }, at: '2026-03-02T08:00:00.000Z' },
      { unit: 'u4', annotator: 'anna', answers: { A: 0, B: 0 }, at: '2026-03-02T08:00:00.001Z' },
    ].map((row) => ({ task: 'topics', guideline: '1.0', ...row }));
    const result = await imported(world, jsonLines(rows), {
      kind: 'judgments',
      mapping: { answers: { B: 2, C: 0 } },
    });
    expect(result.warnings).toEqual([
      { code: 'rounds-not-kept', values: { count: 1 } },
      { code: 'answers-filled', values: { count: 1, question: 'B' } },
      { code: 'answers-filled', values: { count: 4, question: 'C' } },
      { code: 'names-joined', values: { count: 1 } },
      { code: 'before-project', values: { count: 1 } },
      { code: 'ahead-of-clock', values: { count: 1 } },
    ]);
    const [known, first] = await judgments(world);
    expect([known!.annotator, first!.annotator]).toEqual(['anna', 'anna']);
    expect(first!.answers).toEqual({ A: 1, B: 2, C: 0 });
  });

  it('may be a day ahead of the clock, and not more', async () => {
    const world = await opened();
    const row = (at: string): string => jsonLines([judgment('u1', 'anna', ['A'], { at })]);
    const late = '2026-03-03T08:00:00.001Z';
    expect(await refusal(imported(world, row(late), { kind: 'judgments' }))).toEqual([
      ['wrong-value', { field: 'at', got: late, expected: { code: 'past-time', values: {} } }],
    ]);
    expect(
      await imported(world, row(late), { kind: 'judgments', mode: 'flag', dryRun: true }),
    ).toMatchObject({ inserted: 0, aside: 1 });
    expect(
      await imported(world, row('2026-03-03T08:00:00.000Z'), { kind: 'judgments' }),
    ).toMatchObject({ inserted: 1, warnings: [{ code: 'ahead-of-clock' }] });
  });

  it('get the annotator and the guideline of the mapping where they name none', async () => {
    const world = await opened();
    const rows = [
      { unit: 'u1', task: 'topics', answers: { A: 1, B: 0, C: 0 } },
      { unit: 'u2', task: 'topics', annotator: 'ben', answers: { A: 1, B: 0, C: 0 } },
    ];
    const mapping = { annotator: 'anna', guideline: '1.0' };
    await imported(world, jsonLines(rows), { kind: 'judgments', mapping });
    const flat = [{ id: 'u3', labels: ['B'] }];
    await imported(world, jsonLines(flat), { kind: 'judgments', mapping: { annotator: 'cora' } });
    expect((await judgments(world)).map((one) => [one.unit, one.annotator, one.guideline])).toEqual(
      [
        ['u1', 'anna', '1.0'],
        ['u2', 'ben', '1.0'],
        ['u3', 'cora', '1.0'],
      ],
    );
  });

  it('are refused with answers to questions that are not asked', async () => {
    const world = await opened();
    const mapping = { answers: { D: 1 } };
    const text = jsonLines([judgment('u1', 'anna', ['A'])]);
    expect(await refusal(imported(world, text, { kind: 'judgments', mapping }))).toEqual([
      ['wrong-value', { field: 'mapping.answers', got: '"D"', expected: ['A', 'B', 'C'] }],
    ]);
  });
});
