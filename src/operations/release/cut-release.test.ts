import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { judged } from '../../../test/exported-files.ts';
import { cut, finishedProject, lastingFolder, releaseRequest } from '../../../test/cut-releases.ts';
import { lastingWorld, latestAudit } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import { parseLines } from '../../../test/run-assay.ts';
import { testDatabases } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import { closeRound } from '../rounds/close-round.ts';
import { cutRelease, releaseObstacles } from './cut-release.ts';
import { diffReleases } from './diff-releases.ts';
import { knownReleases, workspaceDifferences } from './known-release.ts';
import { newSigningKey } from './new-signing-key.ts';
import { releaseFolder } from './release-from-folder.ts';
import { workspaceSecret } from './release-secret.ts';

const databases = testDatabases('sqlite');
const folder = lastingFolder();
const place = (name: string): string => join(folder, name);
const judgesIn = (name: string): ReadonlySet<string> =>
  new Set(
    parseLines<{ readonly annotator: string }>(
      readFileSync(join(place(name), 'record', 'judgments.jsonl'), 'utf8'),
    ).map(({ annotator }) => annotator),
  );

describe('a release that is cut', () => {
  const told: (readonly [string, number, number])[] = [];
  const releases = lastingWorld(async (world) => {
    await finishedProject(world);
    const first = await cut(world, place('first'), {
      reading: (done, total) => told.push(['reading', done, total]),
      writing: (done, total) => told.push(['writing', done, total]),
    });
    if (!first.cut) throw new Error('nothing is open');
    return { first, log: await latestAudit(world, 3) };
  });

  it('says what was written, and the log knows it', async () => {
    const { first, log, world } = releases();
    const files = readdirSync(place('first'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'audit-entry.json')
      .map((entry) => statSync(join(entry.parentPath, entry.name)).size);
    const text = readFileSync(join(place('first'), 'manifest.json'), 'utf8');
    const manifest = createHash('sha256').update(text).digest('hex');
    const bytes = files.reduce((sum, size) => sum + size, 0);
    const { figures, ...rest } = first;
    expect(rest).toEqual({
      cut: true,
      folder: place('first'),
      files: files.length,
      bytes,
      manifest,
      entry: { seq: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      leftOut: [],
      warnings: [],
    });
    expect(figures.counts).toMatchObject({ units: 4, released: 4, judgments: 8, annotators: 2 });
    const [closed, released, bound] = log;
    expect(closed).toMatchObject({ action: 'round-close' });
    const head = { seq: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) };
    expect(released).toMatchObject({
      actor: 'lena',
      action: 'release',
      object: 'release/1.0',
      detail: { version: '1.0', manifest, files: files.length, bytes, head },
    });
    expect(bound).toMatchObject({
      actor: 'assay',
      action: 'release-bound',
      object: 'release/1.0',
      detail: { version: '1.0', manifest, head },
    });
    const tasks = [{ task: 'topics', judgments: 8, split: null }];
    const known = { version: '1.0', manifest, by: 'lena', files: files.length, bytes, tasks };
    const at = '2026-03-02T08:20:00.000Z';
    expect(await knownReleases(world.lead, project)).toEqual([{ ...known, at }]);
    const lookedUp = { project, manifest, entry: first.entry };
    expect(await workspaceDifferences(world.lead, lookedUp)).toEqual([]);
    const elsewhere = { ...lookedUp, entry: { seq: 1, hash: first.entry!.hash } };
    expect(await workspaceDifferences(world.lead, elsewhere)).toEqual([
      { file: 'audit-entry.json', what: { code: 'differs-entry-unknown', values: {} } },
    ]);
    expect(await workspaceDifferences(world.lead, { ...lookedUp, manifest: 'other' })).toEqual([
      { file: 'manifest.json', what: { code: 'differs-workspace', values: {} } },
    ]);
    const anna = {
      ...world.lead,
      actor: { ...world.lead.actor, roleIn: () => 'annotator' as const },
    };
    expect((await refusal(knownReleases(anna, project)))[0]![0]).toBe('role-needed');
  });

  it('tells how far it is, and at last that it is done', () => {
    const { first } = releases();
    const steps = (kind: string) => told.filter(([step]) => step === kind).map(([, ...far]) => far);
    expect(steps('reading')).toEqual([
      [1, 4],
      [2, 4],
      [4, 4],
    ]);
    // Those besides the manifest, the sums and the description of the data are written one by one.
    const writing = steps('writing');
    expect(writing[0]).toEqual([1, first.files]);
    expect(writing.slice(-2)).toEqual([
      [first.files - 3, first.files],
      [first.files, first.files],
    ]);
  });

  it('has pseudonyms unless names are wanted, the same in every release', async () => {
    const { world } = releases();
    newSigningKey(place('key'), 'for tests');
    await cut(world, place('second'), { version: '2.0', names: false, sign: place('key') });
    expect(existsSync(join(place('second'), 'manifest.json.sig'))).toBe(true);
    expect(judgesIn('first')).toEqual(new Set(['anna', 'ben']));
    const hidden = judgesIn('second');
    expect([hidden.size, hidden.has('anna'), hidden.has('ben')]).toEqual([2, false, false]);
    const log = await latestAudit(world, 3);
    expect(log.map(({ action, object }) => [action, object])).toEqual([
      ['release-secret', 'workspace/release-secret'],
      ['release', 'release/2.0'],
      ['release-bound', 'release/2.0'],
    ]);
    // From a release without names, another has the same pseudonyms.
    const request = releaseRequest(place('third'), { version: '3.0' });
    const third = await releaseFolder(place('second'), request, null);
    expect([third.cut, judgesIn('third')]).toEqual([true, hidden]);
    expect(diffReleases(place('second'), place('third'))).toEqual({
      versions: { before: '2.0', after: '3.0' },
      figures: [
        { figure: 'version', before: '2.0', after: '3.0' },
        {
          figure: 'tasks.0.checklists.6.sentence',
          before: 'Release 2.0 was cut without a split.',
          after: 'Release 3.0 was cut without a split.',
        },
      ],
      protocol: [],
      tasks: [{ task: 'topics', added: [], edited: [], removed: [], truths: [] }],
    });
    const secret = await workspaceSecret(world.lead);
    expect([secret.length > 20, await workspaceSecret(world.lead)]).toEqual([true, secret]);
    expect((await latestAudit(world, 1))[0]!.action).toBe('release-bound');
  });

  it('is refused with a version that is no name, without a reason, or where one is', async () => {
    const { world } = releases();
    const refused = async (out: string, given: Parameters<typeof cut>[2]) =>
      await refusal(cut(world, place(out), given));
    for (const version of ['', '../1', '1..2', 'a b', '-1', '1/2'])
      expect(await refused('none', { version })).toEqual([
        ['bad-version', { got: JSON.stringify(version) }],
      ]);
    expect(await refused('none', { allowOpen: ' ' })).toEqual([
      ['reason-required', { what: { code: 'left-out-units', values: {} } }],
    ]);
    mkdirSync(place('there'));
    expect(await refused('there', {})).toEqual([['folder-exists', { folder: place('there') }]]);
    const sign = place('no-key');
    expect(await refused('none', { sign })).toEqual([['file-not-found', { file: sign }]]);
    const rita = await world.person('rita', 'reviewer');
    const request = releaseRequest(place('none'));
    expect((await refusal(cutRelease(rita, project, request)))[0]![0]).toBe('role-needed');
    expect(existsSync(place('none'))).toBe(false);
    expect(readdirSync(place('there'))).toEqual([]);
  });

  it('is not there where it could not be signed', async () => {
    const { world } = releases();
    writeFileSync(place('bad-key'), 'no key');
    const before = readdirSync(folder);
    expect(await refusal(cut(world, place('none'), { sign: place('bad-key') }))).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(before);
  });
});

describe('what blocks a release', () => {
  const open = lastingWorld(async (world) => ({ run: await judged(world) }));
  const units = { round: null, task: 'topics', mayBeLeftOut: true };
  const tied = { ...units, kind: 'units', why: 'open', units: 1, text: expect.any(Object) };

  it('is what is open, and can be left out for a reason', async () => {
    const { world, run } = open();
    const found = await releaseObstacles(world.lead, project);
    const round = {
      kind: 'round-open',
      round: 'full',
      task: null,
      why: null,
      units: 0,
      text: { code: 'obstacle-round-open', values: expect.any(Object) },
      mayBeLeftOut: true,
    };
    expect(found).toEqual([round, tied]);
    expect(await cut(world, place('blocked'))).toEqual({
      cut: false,
      obstacles: found,
      warnings: [],
    });
    await closeRound(world.lead, { run });
    expect(await cut(world, place('blocked'))).toMatchObject({ cut: false, obstacles: [tied] });
    expect(existsSync(place('blocked'))).toBe(false);
    expect((await latestAudit(world, 1))[0]!.action).not.toBe('release');
    expect(await cut(world, place('partial'), { allowOpen: 'A first look.' })).toMatchObject({
      cut: true,
      leftOut: [tied],
      figures: { counts: { units: 8, released: 3 } },
    });
  });

  it('is told to leads and reviewers', async () => {
    const { world } = open();
    const rita = await world.person('rita', 'reviewer');
    expect(await releaseObstacles(rita, project)).toHaveLength(1);
    const sam = await world.person('sam', 'adjudicator');
    expect((await refusal(releaseObstacles(sam, project)))[0]![0]).toBe('role-needed');
  });

  it('is a task without any truth, whatever the reason', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { annotators: 1 }' }), 1);
    const result = await cut(world, place('nothing'), { allowOpen: 'A first look.' });
    expect(result).toMatchObject({
      cut: false,
      obstacles: [
        { kind: 'round-not-opened', round: 'full', task: null, mayBeLeftOut: true },
        { kind: 'units', task: 'topics', why: 'undrawn', units: 1, mayBeLeftOut: true },
        { kind: 'no-truth', round: null, task: 'topics', why: null, units: 0, mayBeLeftOut: false },
      ],
    });
    expect(existsSync(place('nothing'))).toBe(false);
  });
});
