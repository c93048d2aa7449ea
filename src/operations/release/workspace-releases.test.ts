import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { finishedProject } from '../../../test/cut-releases.ts';
import { putReadyDatabase } from '../../../test/database-template.ts';
import { judged } from '../../../test/exported-files.ts';
import { refusal } from '../../../test/refusals.ts';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { testDatabases } from '../../../test/stores.ts';
import { makeWorld, project } from '../../../test/work-world.ts';
import type { WorkWorld } from '../../../test/work-world.ts';
import { newSigningKey } from './new-signing-key.ts';
import { WorkspaceReleases } from './workspace-releases.ts';
import type { ReleaseOrder } from './workspace-releases.ts';

const databases = testDatabases('sqlite');
const order: ReleaseOrder = {
  version: '1.0',
  seed: 1,
  allowOpen: null,
  names: true,
  withText: false,
  replies: false,
  sign: false,
};

/** A workspace in a file, and the place where its releases are kept. */
async function opened(fill: (world: WorkWorld) => Promise<unknown>, hasKey = false) {
  const database = await putReadyDatabase(await databases.address());
  const world = await makeWorld(await databases.openAt(database));
  await fill(world);
  const folder = temporaryFolder();
  const key = join(folder, 'key');
  newSigningKey(key, 'for tests');
  const place = { database, folder: join(folder, 'releases'), key: hasKey ? key : null };
  return { world, folder, key, releases: new WorkspaceReleases(place) };
}

const began = { by: 'lena', at: '2026-03-02T08:20:00.000Z', progress: null };
const nothing = { obstacles: [], faults: [] };

describe('the releases of a workspace', () => {
  it('say what blocks them, and why one could not be cut', async () => {
    const { world, key, releases } = await opened(judged, true);
    const sam = await world.person('sam', 'adjudicator');
    const found = await releases.obstacles(sam, project);
    expect(found.map(({ kind }) => kind)).toEqual(['round-open', 'units']);
    // Nothing has changed since: the same answer, not only an equal one.
    expect(await releases.obstacles(world.lead, project)).toBe(found);
    await releases.cut(world.lead, project, order);
    await releases.settled();
    const cutting = { version: '1.0', kind: 'cut', ...began };
    expect((await releases.list(sam, project)).job).toEqual({
      ...cutting,
      state: 'refused',
      obstacles: found,
      faults: [],
    });
    writeFileSync(key, 'no key');
    await releases.cut(world.lead, project, { ...order, sign: true });
    await releases.settled();
    expect((await releases.list(sam, project)).job).toMatchObject({
      ...cutting,
      state: 'failed',
      obstacles: [],
      faults: [{ code: expect.any(String) }],
    });
    await world.person('zoe');
    expect(await releases.obstacles(world.lead, project)).not.toBe(found);
  });

  it('are cut, checked, listed and found again', async () => {
    const { world, folder, releases } = await opened(finishedProject, true);
    const sam = await world.person('sam', 'adjudicator');
    const rita = await world.person('rita', 'reviewer');
    const anna = await world.person('ann', 'annotator');
    expect(await releases.list(sam, project)).toEqual({
      items: [],
      job: null,
      canSign: true,
      canCut: true,
    });
    const cutting = { version: '1.0', kind: 'cut', ...began, ...nothing };
    const job = await releases.cut(world.lead, project, { ...order, sign: true });
    expect(job).toEqual({ ...cutting, state: 'running' });
    expect(await refusal(releases.cut(world.lead, project, { ...order, version: '2' }))).toEqual([
      ['release-under-way', { project }],
    ]);
    await releases.settled();
    const known = {
      version: '1.0',
      manifest: expect.stringMatching(/^[0-9a-f]{64}$/),
      at: expect.any(String),
      by: 'lena',
      files: expect.any(Number),
      bytes: expect.any(Number),
      tasks: [{ task: 'topics', judgments: 8, split: null }],
      here: true,
    };
    const { items, job: done } = await releases.list(rita, project);
    expect(done).toEqual({ ...cutting, state: 'done' });
    expect(items).toEqual([
      {
        ...known,
        check: {
          differences: [],
          signature: 'self-consistent',
          manifest: items[0]!.manifest,
          at: began.at,
        },
      },
    ]);
    const own = join(folder, 'releases', project, '1.0');
    expect(await releases.folder(rita, project, '1.0')).toBe(own);
    expect(await refusal(releases.folder(rita, project, '2'))).toEqual([
      ['not-found', { what: { code: 'release', values: { version: '2' } } }],
    ]);
    for (const refused of [
      releases.folder(sam, project, '1.0'),
      releases.verify(sam, project, '1.0'),
      releases.cut(rita, project, order),
      releases.list(anna, project),
      releases.obstacles(anna, project),
    ])
      expect((await refusal(refused))[0]![0]).toBe('role-needed');
    expect(await refusal(releases.cut(world.lead, project, order))).toEqual([
      ['release-exists', { version: '1.0' }],
    ]);
    world.pass(5);
    appendFileSync(join(own, 'README.md'), 'Mine.\n');
    expect(await releases.verify(rita, project, '1.0')).toMatchObject({
      kind: 'verify',
      state: 'running',
      by: 'rita',
    });
    await releases.settled();
    const [checked] = (await releases.list(sam, project)).items;
    expect(checked!.check).toMatchObject({
      at: '2026-03-02T08:25:00.000Z',
      differences: expect.arrayContaining([expect.objectContaining({ file: 'README.md' })]),
    });
    rmSync(own, { recursive: true });
    expect((await releases.list(sam, project)).items).toEqual([
      { ...known, here: false, check: null },
    ]);
    expect((await refusal(releases.verify(rita, project, '1.0')))[0]![0]).toBe('not-found');
  });

  it('are refused without a place, and not signed without a key', async () => {
    const { world, releases } = await opened(finishedProject);
    expect(await refusal(releases.cut(world.lead, project, { ...order, sign: true }))).toEqual([
      ['no-release-key', {}],
    ]);
    expect((await releases.list(world.lead, project)).canSign).toBe(false);
    expect(await refusal(releases.cut(world.lead, project, { ...order, version: '' }))).toEqual([
      ['bad-version', { got: '""' }],
    ]);
    const placeless = new WorkspaceReleases(null);
    expect(await placeless.list(world.lead, project)).toEqual({
      items: [],
      job: null,
      canSign: false,
      canCut: false,
    });
    for (const refused of [
      placeless.cut(world.lead, project, order),
      placeless.obstacles(world.lead, project),
    ])
      expect(await refusal(refused)).toEqual([['no-release-folder', {}]]);
  });
});
