import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import { buildRun, place, seedWorkspace, someTime } from '../../../test/workspace-factory.ts';
import { deleteDraft, saveDraft } from '../judging/drafts.ts';
import type { Draft } from '../judging/drafts.ts';
import { factRows } from '../../../test/record-rows.ts';
import { insertFact } from '../judging/facts.ts';
import { findImport, importById, insertImport, listImports } from '../exchange/imports.ts';
import type { Store } from '../open-store.ts';
import {
  findProtocol,
  insertProtocol,
  latestProtocol,
  latestProtocolHash,
  listProjects,
  listProtocols,
} from '../protocol/protocols.ts';
import { closeRun, findRun, insertRun, listRuns, runUnits, usedUnits } from './rounds.ts';
import { insertWaiver, listWaivers } from './waivers.ts';
import { setWorkspaceValue, workspaceValue } from '../workspace/workspace.ts';

describeStores('rounds', (databases) => {
  it('are opened, closed once, and opened again as a further attempt', async () => {
    const store = await databases.open();
    const first = await seedWorkspace(store, { units: 3 });
    expect(first.attempt).toBe(1);
    expect(
      await store.write((tx) => closeRun(tx, { id: first.id, at: someTime, by: 'lena' })),
    ).toBe(true);
    expect(
      await store.write((tx) => closeRun(tx, { id: first.id, at: someTime, by: 'lena' })),
    ).toBe(false);
    const second = await store.write((tx) => insertRun(tx, buildRun({ id: 'run-2' })));
    expect(second.attempt).toBe(2);
    const both = await Promise.all(
      ['a', 'b'].map((id) => store.write((tx) => insertRun(tx, buildRun({ id, round: 'full' })))),
    );
    expect(both.map((run) => run.attempt).toSorted()).toEqual([1, 2]);
    expect(await store.read((db) => findRun(db, 'run-1'))).toEqual({
      ...first,
      closedAt: someTime,
      closedBy: 'lena',
    });
    const runs = await store.read((db) => listRuns(db, place.project));
    expect(runs).toContainEqual(second);
    expect(runs.length).toBe(4);
  });

  it('know their units, and which units were used', async () => {
    const store = await databases.open();
    await seedWorkspace(store, { units: 3 });
    expect(await store.read((db) => runUnits(db, 'run-1'))).toEqual(
      ['u1', 'u2', 'u3'].map((unit, position) => ({ unit, position, inclusionProbability: 0.5 })),
    );
    expect(
      [...(await store.read((db) => usedUnits(db, place.project, place.task)))].toSorted(),
    ).toEqual(['u1', 'u2', 'u3']);
    expect((await store.read((db) => usedUnits(db, place.project, 'another task'))).size).toBe(0);
  });
});

describeStores('protocols', (databases) => {
  const protocol = (hash: string) => ({
    project: 'topics',
    hash,
    source: `# ${hash}`,
    guidelineVersion: '1.0',
    guidelineSource: 'g',
    files: { 'key.jsonl': '{}' },
    createdAt: someTime,
    createdBy: 'lena',
    reason: null,
    taskHashes: { topics: `2:${hash}` },
  });

  it('get a version for each new content, and none for the same content again', async () => {
    const store = await databases.open();
    const add = (hash: string) => store.write((tx) => insertProtocol(tx, protocol(hash)));
    expect(await add('a')).toEqual({ protocol: { ...protocol('a'), version: 1 }, fresh: true });
    expect(await add('a')).toEqual({ protocol: { ...protocol('a'), version: 1 }, fresh: false });
    const both = await Promise.all([add('b'), add('b')]);
    expect(both.map((one) => one.protocol.version)).toEqual([2, 2]);
    expect((await add('a')).protocol.version).toBe(3);
    expect(await store.read((db) => latestProtocol(db, 'topics'))).toEqual({
      ...protocol('a'),
      version: 3,
    });
    expect(await store.read((db) => latestProtocolHash(db, 'topics'))).toEqual({
      version: 3,
      hash: 'a',
    });
    expect(await store.read((db) => findProtocol(db, 'topics', 2))).toEqual({
      ...protocol('b'),
      version: 2,
    });
    expect(await store.read((db) => findProtocol(db, 'topics', 9))).toBeNull();
    expect(
      (await store.read((db) => listProtocols(db, 'topics'))).map((one) => one.version),
    ).toEqual([1, 2, 3]);
    expect(await store.read(listProjects)).toEqual([{ id: 'topics', createdAt: someTime }]);
  });
});

describeStores('drafts', (databases) => {
  const draft = (revision: number, answers: Draft['answers'] = { IRB: revision }): Draft => ({
    run: 'run-1',
    unit: 'u1',
    annotator: 'anna',
    answers,
    asides: {},
    revision,
    updatedAt: someTime,
  });
  const save = (store: Store, one: Draft): Promise<boolean> =>
    store.write((tx) => saveDraft(tx, one));

  it('keep the newest revision, whatever the order in which they arrive', async () => {
    const store = await databases.open();
    await seedWorkspace(store);
    expect(await save(store, draft(1))).toBe(true);
    expect(await save(store, draft(3))).toBe(true);
    expect(await save(store, draft(2))).toBe(false);
    expect(await save(store, draft(3))).toBe(true);
    expect(await save(store, draft(3, { IRB: 0 }))).toBe(false);
    const stored = () => store.read((db) => db.selectFrom('draft').selectAll().execute());
    expect(await stored()).toMatchObject([
      { annotator: 'anna', revision: 3, answers: '{"IRB":3}' },
    ]);
    await store.write((tx) => deleteDraft(tx, { ...draft(0), annotator: 'ben' }));
    expect(await stored()).toHaveLength(1);
    await store.write((tx) => deleteDraft(tx, draft(0)));
    expect(await stored()).toEqual([]);
  });
});

describeStores('what stands beside', (databases) => {
  it('waivers, facts and imports are kept and listed', async () => {
    const store = await databases.open();
    const run = await seedWorkspace(store);
    const waiver = {
      id: 'w',
      project: place.project,
      run: run.id,
      gate: 'fleiss_kappa >= 0.70',
      by: 'lena',
      reason: 'only two labels differ',
      at: someTime,
    };
    const fact = {
      project: place.project,
      run: run.id,
      unit: 'u1',
      annotator: 'anna',
      kind: 'question',
      detail: { text: 'what is a chunk?' },
      at: someTime,
    } as const;
    const imported = {
      id: 'i',
      ...place,
      name: 'units.jsonl',
      contentHash: 'c',
      format: 'units jsonl',
      mode: 'normalise',
      counts: { rows: 3 },
      changes: [{ line: 2 }],
      by: 'lena',
      at: someTime,
    } as const;
    await store.write(async (tx) => {
      await insertWaiver(tx, waiver);
      await insertFact(tx, fact);
      await insertFact(tx, { ...fact, kind: 'opened', annotator: 'ben' });
      await insertImport(tx, imported);
    });
    expect(
      await store.read((db) => listWaivers(db, { project: place.project, run: run.id })),
    ).toMatchObject([waiver]);
    expect(
      await store.read((db) => listWaivers(db, { project: place.project, run: 'another' })),
    ).toEqual([]);
    const facts = await store.read((db) => factRows(db, place.project));
    expect(facts).toMatchObject([fact, { kind: 'opened', annotator: 'ben' }]);
    const same = { ...imported, kind: 'units' };
    expect(await store.read((db) => findImport(db, same))).toEqual(imported);
    expect(await store.read((db) => findImport(db, { ...same, kind: 'judgments' }))).toBeNull();
    expect(await store.read((db) => findImport(db, { ...same, contentHash: 'x' }))).toBeNull();
    const { changes: _, ...listed } = imported;
    expect(await store.read((db) => listImports(db, place.project))).toEqual([listed]);
    const { project, id } = imported;
    expect(await store.read((db) => importById(db, { project, id }))).toEqual(imported);
    expect(await store.read((db) => importById(db, { project: 'other', id }))).toBeNull();
  });

  it('the workspace keeps values under keys', async () => {
    const store = await databases.open();
    await store.write((tx) => setWorkspaceValue(tx, 'secret', 'a'));
    await store.write((tx) => setWorkspaceValue(tx, 'secret', 'b'));
    expect(await store.read((db) => workspaceValue(db, 'secret'))).toBe('b');
    expect(await store.read((db) => workspaceValue(db, 'nothing'))).toBeNull();
  });
});
