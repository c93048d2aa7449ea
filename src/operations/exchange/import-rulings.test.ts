import { expect, it } from 'vitest';
import { jsonLines } from '../../../test/run-assay.ts';
import { describeStores } from '../../../test/stores.ts';
import { makeWorld, project } from '../../../test/work-world.ts';
import { listRulings } from '../../store/rulings/rulings.ts';
import { endRole } from '../../store/people/memberships.ts';
import { allowOwnRulings } from '../rulings/own-rulings.ts';
import { judgment, imported, someProject } from '../../../test/imported-files.ts';

describeStores('imported rulings', (databases) => {
  it('are checked as those that are made in the workbench, and added once', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    await world.person('sam', 'adjudicator');
    await imported(
      world,
      jsonLines([judgment('u1', 'anna', ['A']), judgment('u1', 'ben', ['B'])]),
      { kind: 'judgments' },
    );
    const rows = [
      { unit: 'u1', by: 'sam', reason: 'A only.', answers: { A: 2, B: 0 } },
      {
        unit: 'u2',
        task: 'topics',
        by: 'sam',
        reason: 'Garbled.',
        exclude: true,
        at: '2026-02-02T09:00:00Z',
      },
    ];
    expect(await imported(world, jsonLines(rows), { kind: 'rulings' })).toMatchObject({
      format: 'rulings-jsonl',
      inserted: 2,
      warnings: [],
    });
    expect(await imported(world, jsonLines(rows), { kind: 'rulings' })).toMatchObject({
      inserted: 0,
      unchanged: 2,
      log: null,
    });
    expect(
      (await world.store.read((db) => listRulings(db, { project }))).map(
        ({ unit: id, by, decision, at }) => ({ id, by, decision, at }),
      ),
    ).toEqual([
      {
        id: 'u1',
        by: 'sam',
        decision: { kind: 'answers', answers: { A: 2, B: 0 } },
        at: '2026-03-02T08:00:00.000Z',
      },
      { id: 'u2', by: 'sam', decision: { kind: 'exclude' }, at: '2026-02-02T09:00:00.000Z' },
    ]);
    const wrong = [
      { unit: 'u1', by: 'sam', reason: '', answers: { A: 1 } },
      { unit: 'u3', by: 'sam', reason: 'r', answers: { A: 7 } },
      { unit: 'u99', by: 'sam', reason: 'r', exclude: true },
    ];
    await expect(imported(world, jsonLines(wrong), { kind: 'rulings' })).rejects.toMatchObject({
      faults: [
        { field: 'reason', line: 1 },
        { code: 'wrong-value', field: 'A', line: 2 },
        { code: 'unknown-unit', line: 3 },
      ],
    });
    expect((await world.store.read((db) => listRulings(db, { project }))).length).toBe(2);
  });

  it('are by somebody who exists and may rule, with every line that names another', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    await world.person('sam', 'adjudicator');
    await world.person('anna', 'annotator');
    await world.person('olga', 'lead', 'another');
    const row = (of: string, by: string): object => ({
      unit: of,
      by,
      reason: 'r',
      answers: { A: 1 },
    });
    const rows = [row('u1', 'sam'), row('u2', 'anna'), row('u3', 'olga'), row('u4', 'nobody')];
    for (const dryRun of [true, false])
      await expect(
        imported(world, jsonLines(rows), { kind: 'rulings', dryRun }),
      ).rejects.toMatchObject({
        faults: [
          { code: 'wrong-value', field: 'by', line: 2 },
          { code: 'wrong-value', field: 'by', line: 3 },
          { code: 'wrong-value', field: 'by', line: 4 },
        ],
      });
    const alone = jsonLines([rows[0]!]);
    expect(await imported(world, alone, { kind: 'rulings' })).toMatchObject({ inserted: 1 });
    // What is known stays, also when who ruled has left.
    await world.store.write((tx) =>
      endRole(tx, {
        project,
        account: 'account-sam',
        role: 'adjudicator',
        at: '2026-03-03T08:00:00.000Z',
      }),
    );
    expect(await imported(world, alone, { kind: 'rulings' })).toMatchObject({ inserted: 0 });
    await expect(
      imported(world, jsonLines([row('u2', 'sam')]), { kind: 'rulings' }),
    ).rejects.toThrow(/by is "?sam/);
  });

  it('by who judged the unit are refused, unless a lead has allowed own rulings', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    await world.person('anna', 'adjudicator');
    await imported(world, jsonLines([judgment('u1', 'anna', ['A'])]), { kind: 'judgments' });
    const text = jsonLines([{ unit: 'u1', by: 'anna', reason: 'Mine.', answers: { A: 2 } }]);
    await expect(imported(world, text, { kind: 'rulings' })).rejects.toMatchObject({
      faults: [{ code: 'own-ruling' }],
    });
    await allowOwnRulings(world.lead, { project, allowed: true, reason: 'Small team.' });
    expect(await imported(world, text, { kind: 'rulings' })).toMatchObject({ inserted: 1 });
    expect((await world.store.read((db) => listRulings(db, { project })))[0]).toMatchObject({
      ownJudgment: true,
    });
  });

  it('come from an override file, with a warning where what it corrects is no longer so', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    await imported(world, jsonLines([judgment('u1', 'anna', ['A']), judgment('u2', 'anna', [])]), {
      kind: 'judgments',
    });
    const overrides = {
      _comment: 'x',
      created_at: '2026-01-19',
      topics: [
        { review_id: 'u1', original: { A: 1 }, corrected: { A: 0 }, reason: 'No.' },
        {
          review_id: 'u2',
          original: { B: 2 },
          corrected: { B: 1 },
          reason: 'Yes.',
          by: 'lena',
          at: '2026-01-21',
        },
      ],
    };
    const result = await imported(world, JSON.stringify(overrides, null, 2), {
      kind: 'rulings',
      name: 'overrides.json',
    });
    expect(result).toMatchObject({
      format: 'override-file',
      inserted: 2,
      warnings: [
        { code: 'claim-differs', values: { unit: 'u2', question: 'B', claimed: '2', agreed: '0' } },
      ],
    });
    expect(
      (await world.store.read((db) => listRulings(db, { project }))).map(({ by, at }) => [by, at]),
    ).toEqual([
      ['override file', '2026-03-02T08:00:00.000Z'],
      ['lena', '2026-01-21T00:00:00.000Z'],
    ]);
  });

  it('of an override file on another topic are refused, as validate refuses them', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const entry = { review_id: 'u1', original: { A: 1 }, corrected: { A: 0 }, reason: 'No.' };
    const text = JSON.stringify({ other: [entry] });
    const given = { kind: 'rulings', name: 'overrides.json' } as const;
    await expect(imported(world, text, given)).rejects.toMatchObject({
      faults: [{ code: 'unknown-reference', values: { field: 'topic', got: 'other' }, line: 1 }],
    });
    const mapping = { topic: 'other' };
    expect(await imported(world, text, { ...given, mapping })).toMatchObject({ inserted: 1 });
  });

  it('of a second override file that contradicts the ruling in force are refused', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    await imported(world, jsonLines([judgment('u1', 'anna', ['A'])]), { kind: 'judgments' });
    const file = (answer: number, at?: string): string =>
      JSON.stringify({ topics: [{ review_id: 'u1', corrected: { A: answer }, reason: 'x', at }] });
    const given = { kind: 'rulings', name: 'overrides.json' } as const;
    await imported(world, file(0), given);
    await expect(imported(world, file(1), given)).rejects.toThrow(/u1: A is 1, expected 0, as/);
    expect(await imported(world, file(0), given)).toMatchObject({ inserted: 0 });
    expect(await imported(world, file(1, '2027-01-01'), given)).toMatchObject({ inserted: 1 });
  });

  it('that rule differently on a unit without saying when are refused', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    await imported(world, jsonLines([judgment('u1', 'anna', ['A'])]), { kind: 'judgments' });
    const row = (answer: number): object => ({
      unit: 'u1',
      by: 'lena',
      reason: 'x',
      answers: { A: answer },
    });
    await expect(imported(world, jsonLines([row(0), row(1)]), { kind: 'rulings' })).rejects.toThrow(
      /u1: A is 1, expected 0, as line 1 says/,
    );
  });
});
