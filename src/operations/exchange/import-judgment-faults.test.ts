import { expect, it } from 'vitest';
import { jsonLines } from '../../../test/run-assay.ts';
import { describeStores } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import { importById, listImports } from '../../store/exchange/imports.ts';
import { judgment, imported, someProject, judgments } from '../../../test/imported-files.ts';

describeStores('imported judgments', (databases) => {
  it('with faults: reject stops everything, normalise mends and logs, flag keeps them aside', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const text = jsonLines([
      judgment('u1', 'anna', ['A']),
      judgment('u2', 'anna', ['a '], { confidence: 'HIGH' }),
      judgment('u3', 'anna', ['Nonsense']),
      judgment('u99', 'anna', []),
    ]);
    const rejected = await imported(world, text, { kind: 'judgments' }).catch(
      (error: unknown) => error,
    );
    expect(
      (rejected as { readonly faults: readonly { readonly line?: number }[] }).faults.map(
        (one) => one.line,
      ),
    ).toEqual([2, 2, 3, 4]);
    expect(await judgments(world)).toEqual([]);
    // Normalising mends spelling; what means nothing still stops everything.
    await expect(
      imported(world, text, { kind: 'judgments', mode: 'normalise' }),
    ).rejects.toMatchObject({ faults: [{ line: 3 }, { line: 4 }] });
    expect(await judgments(world)).toEqual([]);
    const mended = await imported(
      world,
      jsonLines([judgment('u2', 'anna', ['a '], { confidence: 'HIGH' })]),
      { kind: 'judgments', mode: 'normalise' },
    );
    expect(mended).toMatchObject({ inserted: 1, mode: 'normalise' });
    expect(mended.changes.length).toBeGreaterThan(0);
    const flagged = await imported(world, text, { kind: 'judgments', mode: 'flag' });
    expect(flagged).toMatchObject({ inserted: 1, aside: 3 });
    const logs = await world.store.read(async (db) =>
      Promise.all(
        (await listImports(db, project)).map(
          async ({ id }) => (await importById(db, { project, id }))!,
        ),
      ),
    );
    expect(logs.map((entry) => [entry.mode, entry.counts['aside'], entry.changes.length])).toEqual([
      ['normalise', 0, mended.changes.length],
      ['flag', 3, 3],
    ]);
    expect(JSON.stringify(logs[1]!.changes)).toContain('Nonsense');
    expect(logs[0]!.changes[0]).toMatchObject({
      unit: 'u2',
      annotator: 'anna',
      line: 1,
      field: expect.any(String),
      old: expect.anything(),
      new: expect.anything(),
      rule: expect.any(String),
    });
  });

  it('must carry the guideline’s version, unless any was asked for', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const text = jsonLines([judgment('u1', 'anna', ['A'], { guideline_version: '0.9' })]);
    await expect(imported(world, text, { kind: 'judgments' })).rejects.toMatchObject({
      faults: [{ code: 'wrong-guideline' }],
    });
    expect(await imported(world, text, { kind: 'judgments', guideline: 'any' })).toMatchObject({
      inserted: 1,
    });
    expect((await judgments(world))[0]).toMatchObject({ guideline: '0.9' });
  });

  it('without a version where one is required take the one that is named', async () => {
    const world = await makeWorld(await databases.open());
    const content = protocolContent({ rounds: '  full: { units: all, annotators: 2 }' });
    await makeProject(
      world,
      {
        ...content,
        source: content.source.replace('version: "1.0",', 'version: "1.0", required: true,'),
      },
      3,
    );
    const studio = JSON.stringify([
      {
        id: 7,
        data: { id: 'u2' },
        annotations: [
          {
            completed_by: { email: 'ben' },
            was_cancelled: false,
            result: [{ from_name: 'topics', type: 'choices', value: { choices: ['A'] } }],
          },
        ],
      },
    ]);
    const mapping = { fields: { topics: '*' } };
    await expect(imported(world, studio, { kind: 'judgments', mapping })).rejects.toThrow(
      'guideline is missing, expected 1.0; if rows without one were judged under 1.0, ' +
        'pass --guideline 1.0',
    );
    await expect(
      imported(world, jsonLines([judgment('u1', 'anna', [], { guideline_version: '0.9' })]), {
        kind: 'judgments',
      }),
    ).rejects.toThrow(
      'guideline_version is "0.9", expected "1.0"; set another guideline version for ' +
        'the import, or any to accept each as it is (--guideline)',
    );
    expect(
      await imported(world, studio, { kind: 'judgments', mapping, guideline: '1.0' }),
    ).toMatchObject({ inserted: 1 });
    expect((await judgments(world))[0]).toMatchObject({ guideline: '1.0' });
  });
});
