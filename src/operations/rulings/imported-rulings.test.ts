import { describe, expect, it } from 'vitest';
import { imported, judgment, someProject } from '../../../test/imported-files.ts';
import { latestAudit } from '../../../test/lasting-world.ts';
import { faultsOf, refusal } from '../../../test/refusals.ts';
import { jsonLines } from '../../../test/run-assay.ts';
import { testDatabases } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import type { WorkWorld } from '../../../test/work-world.ts';
import { listRulings } from '../../store/rulings/rulings.ts';
import { openRound } from '../rounds/open-round.ts';

const databases = testDatabases('sqlite');

async function opened(): Promise<WorkWorld> {
  const world = await someProject(await makeWorld(await databases.open()));
  await world.person('sam', 'adjudicator');
  return world;
}

const stored = (world: WorkWorld) => world.store.read((db) => listRulings(db, { project }));
const row = (unit: string, given: object = {}): object => ({
  unit,
  by: 'sam',
  reason: 'r',
  answers: { A: 1, B: 0, C: 0 },
  ...given,
});
const rulings = { kind: 'rulings', name: 'rulings.jsonl' } as const;
const overrides = { kind: 'rulings', name: 'overrides.json' } as const;
const entry = (unit: string, given: object = {}): object => ({
  review_id: unit,
  original: { A: 1 },
  corrected: { A: 0 },
  reason: 'No.',
  ...given,
});

describe('rulings of a file', () => {
  it('are stored with what the votes said, and say what they leave open', async () => {
    const world = await opened();
    const votes = [judgment('u1', 'anna', ['A']), judgment('u1', 'ben', ['A'])];
    await imported(world, jsonLines([...votes, judgment('u1', 'cora', ['A'])]), {
      kind: 'judgments',
    });
    const rows = [row('u1', { answers: { A: 0 } }), row('u2', { answers: { A: 1 }, by: ' sam ' })];
    const result = await imported(world, jsonLines(rows), rulings);
    expect(result.warnings).toEqual([
      { code: 'ruling-leaves-open', values: { unit: 'u2', questions: ['B', 'C'] } },
    ]);
    const { reason, at } = { reason: 'r', at: '2026-03-02T08:00:00.000Z' };
    expect(await stored(world)).toMatchObject([
      {
        unit: 'u1',
        task: 'topics',
        by: 'sam',
        reason,
        at,
        decision: { kind: 'answers', answers: { A: 0 } },
        original: { A: 1 },
        ownJudgment: false,
        edgeCase: false,
        guidelineProposal: null,
      },
      { unit: 'u2', by: 'sam', original: {} },
    ]);
  });

  it('that stand twice in the file are one, and so are those that are known', async () => {
    const world = await opened();
    const text = jsonLines([row('u1'), row('u1'), row('u2')]);
    const counts = { inserted: 2, unchanged: 1 };
    expect(await imported(world, text, { ...rulings, dryRun: true })).toMatchObject(counts);
    expect(await imported(world, text, rulings)).toMatchObject(counts);
    expect(await imported(world, text, rulings)).toMatchObject({ inserted: 0, unchanged: 3 });
    expect(await stored(world)).toHaveLength(2);
    expect(await latestAudit(world, 1)).toMatchObject([
      { action: 'import-rulings', detail: { inserted: 2, unchanged: 1, name: 'rulings.jsonl' } },
    ]);
  });

  it('on another task, on an unknown unit, or off the scale are all told', async () => {
    const world = await opened();
    const rows = [
      row('u1', { task: 'other' }),
      row('u99'),
      row('u2', { answers: { A: 7 } }),
      row('u3'),
    ];
    expect(await faultsOf(imported(world, jsonLines(rows), rulings))).toMatchObject([
      {
        code: 'wrong-value',
        values: { field: 'task', got: '"other"', expected: '"topics"' },
        file: 'rulings.jsonl',
        line: 1,
      },
      { code: 'unknown-unit', values: { field: 'unit', got: 'u99' }, line: 2 },
      { code: 'wrong-value', field: 'A', about: 'u2:', line: 3 },
    ]);
    expect(await stored(world)).toEqual([]);
  });

  it('by who still has to judge the unit are refused', async () => {
    const world = await makeWorld(await databases.open());
    const rounds = '  full: { units: 2, annotators: 1 }';
    await makeProject(world, protocolContent({ rounds }), 2);
    await world.person('sam', 'adjudicator');
    const annotators = ['sam'];
    await openRound(world.lead, { project, round: 'full', seed: 1, annotators });
    expect(await faultsOf(imported(world, jsonLines([row('u1')]), rulings))).toMatchObject([
      { code: 'rules-unjudged', values: { by: 'sam', unit: 'u1' }, line: 1 },
    ]);
  });

  it('that are many are stored in pieces, which is told', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  {}' }), 201);
    await world.person('sam', 'adjudicator');
    const steps: (readonly [number, number])[] = [];
    const storing = (done: number, total: number): void => void steps.push([done, total]);
    const rows = Array.from({ length: 201 }, (_, at) => row(`u${at + 1}`));
    const text = jsonLines(rows);
    expect(await imported(world, text, { ...rulings, storing })).toMatchObject({ inserted: 201 });
    expect(steps.at(-1)).toEqual([201, 201]);
    expect((await stored(world)).map(({ unit }) => unit)).toEqual(
      rows.map((_, at) => `u${at + 1}`),
    );
    expect(await imported(world, text, rulings)).toMatchObject({ inserted: 0, unchanged: 201 });
    const more = jsonLines([...rows, row('u1', { answers: { A: 2 }, at: '2026-03-01T08:00:00Z' })]);
    expect(await imported(world, more, rulings)).toMatchObject({ inserted: 1, unchanged: 201 });
  });
});

describe('overrides of a file', () => {
  it('keep what their author believed, and nobody’s name where they have none', async () => {
    const world = await opened();
    const text = JSON.stringify({
      topics: [entry('u1', { at: '2026-01-20' }), entry('u2', { by: 'sam', at: 'some day' })],
    });
    expect(await imported(world, text, overrides)).toMatchObject({
      inserted: 2,
      // Nobody has judged them.
      warnings: [
        { code: 'ruling-leaves-open', values: { unit: 'u1' } },
        { code: 'claim-differs', values: { unit: 'u1', agreed: { code: 'still-open' } } },
        { code: 'ruling-leaves-open', values: { unit: 'u2' } },
        { code: 'claim-differs', values: { unit: 'u2', claimed: '1' } },
      ],
    });
    expect((await stored(world)).map(({ by, at, original }) => [by, at, original])).toEqual([
      ['override file', '2026-01-20T00:00:00.000Z', { A: 1 }],
      ['sam', '2026-03-02T08:00:00.000Z', { A: 1 }],
    ]);
  });

  it('on a unit of another subject, or on none that is there, are refused', async () => {
    const world = await opened();
    const text = JSON.stringify({ topics: [entry('u1', { business_id: 'd9' }), entry('u99')] });
    const faults = await faultsOf(imported(world, text, overrides));
    expect(faults).toMatchObject([
      { field: 'topics.0.business_id', file: 'overrides.json', line: 1 },
      { code: 'unknown-unit', values: { got: 'u99' } },
    ]);
  });

  it('on several topics need the name of one of them', async () => {
    const world = await opened();
    const text = JSON.stringify({ one: [entry('u1')], two: [entry('u2')] });
    const expected = { code: 'topic-of-file', values: { topics: ['one', 'two'] } };
    const got = { code: 'not-given', values: {} };
    expect(await refusal(imported(world, text, overrides))).toEqual([
      ['wrong-value', { field: 'topic', got, expected }],
    ]);
    const named = (topic: string) => imported(world, text, { ...overrides, mapping: { topic } });
    expect(await refusal(named('three'))).toEqual([
      ['wrong-value', { field: 'topic', got: 'three', expected }],
    ]);
    expect(await named('two')).toMatchObject({ inserted: 1 });
    expect((await stored(world)).map(({ unit }) => unit)).toEqual(['u2']);
  });

  it('with faults are all told, and nothing is stored', async () => {
    const world = await opened();
    const text = JSON.stringify({
      topics: [entry('u1', { reason: '' }), entry('u2', { corrected: { Z: 1 } })],
    });
    const faults = await faultsOf(imported(world, text, overrides));
    expect(faults.length).toBeGreaterThanOrEqual(2);
    expect(faults.every(({ file }) => file === 'overrides.json')).toBe(true);
    expect(await stored(world)).toEqual([]);
  });
});
