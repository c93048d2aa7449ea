import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyWorkspace } from '../src/operations/workspace/copy.ts';
import { exampleStories } from '../src/operations/protocol/example-stories.ts';
import { cutRelease, releaseObstacles } from '../src/operations/release/cut-release.ts';
import type { ReleaseRequest } from '../src/operations/release/cut-release.ts';
import { readRecord } from '../src/operations/release/read-record.ts';
import { releaseFolder } from '../src/operations/release/release-from-folder.ts';
import { verifyRelease } from '../src/operations/release/verify-release.ts';
import { projectRounds } from '../src/operations/rounds/project-rounds.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { liveFold } from '../src/operations/fold/live-fold.ts';
import { foldRecord } from '../src/release/record-fold.ts';
import { firstFreeId, leadOf, putCompleteExamples, putExamples } from './complete-examples.ts';
import { temporaryFolder } from './run-assay.ts';
import { testDatabases } from './stores.ts';
import { isThorough } from './tries.ts';

/** From a text of the example. */
const someText = 'Exposures to corporates for which a credit assessment';

const choices = {
  version: '1.0',
  seed: 7,
  allowOpen: null,
  names: false,
  withText: true,
  replies: false,
  sign: null,
} as const;

function requested(out: string, more: Partial<ReleaseRequest> = {}): ReleaseRequest {
  return { ...choices, out, ...more };
}

/** Every file of a folder with its content. */
function contentOf(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(join(folder, name), 'latin1')]));
}

/** The names of files that differ, or are in one of two folders only. */
function different(one: ReadonlyMap<string, string>, other: typeof one): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter(
    (name) => one.get(name) !== other.get(name),
  );
}

const verified = async (folder: string): Promise<readonly string[]> =>
  (await verifyRelease({ folder, signer: null, head: null })).differences.map((one) =>
    JSON.stringify(one),
  );

/** What says where a record comes from, or lists or holds what does. */
const whatNamesTheLog = [
  'SHA256SUMS',
  'annotation_report_v1.0.pdf',
  'audit-entry.json',
  'manifest.json',
  'record/record.json',
  'report.html',
];

describe('releases of the four examples', () => {
  const sqlite = testDatabases('sqlite');
  const postgres = testDatabases('postgres');
  const completeLead = async (): Promise<WorkContext> =>
    leadOf(await sqlite.openAt(await putCompleteExamples(await sqlite.address())), firstFreeId);

  it('have the same bytes from both databases, from files and in a second run', async () => {
    const address = await putCompleteExamples(await sqlite.address());
    const lead = leadOf(await sqlite.openAt(address), firstFreeId);
    const target = await postgres.address();
    const out = temporaryFolder();
    const pathsOf = (name: string, ...all: readonly string[]): readonly string[] =>
      all.map((one) => join(out, name, one));
    for (const { name } of exampleStories) {
      const [one, again] = pathsOf(name, 'sqlite', 'again') as [string, string];
      expect((await cutRelease(lead, name, requested(one))).cut).toBe(true);
      // A second run of the smallest, or of all with ASSAY_THOROUGH=1.
      if (!isThorough && name !== 'rag-tasks') continue;
      expect((await cutRelease(lead, name, requested(again))).cut).toBe(true);
      expect(different(contentOf(again), contentOf(one))).toEqual([]);
    }
    // The log goes with the record: what it says of a release does not change.
    await copyWorkspace({ from: address, to: target });
    const other = leadOf(await postgres.openAt(target), firstFreeId);
    for (const { name } of exampleStories) {
      const paths = pathsOf(name, 'sqlite', 'postgres', 'files', 'refiled');
      const [one, two, three, four] = paths as [string, string, string, string];
      expect((await cutRelease(other, name, requested(two))).cut).toBe(true);
      const content = contentOf(one);
      expect(content.size).toBeGreaterThan(25);
      expect(different(contentOf(two), content)).toEqual([]);
      expect(await verified(one)).toEqual([]);
      expect((await releaseFolder(one, requested(three), null)).cut).toBe(true);
      // A release from files names no log, and is the same but for that.
      expect(different(contentOf(three), content).toSorted()).toEqual(whatNamesTheLog);
      expect((await releaseFolder(three, requested(four), null)).cut).toBe(true);
      expect(different(contentOf(four), contentOf(three))).toEqual([]);
      expect(await verified(three)).toEqual([]);
    }
  });

  it('say of every unit and every gate what the workspace says', async () => {
    const lead = await completeLead();
    for (const { name } of exampleStories) {
      const fold = foldRecord(await readRecord(lead, name), 1);
      const { states } = await projectRounds(lead.store, name);
      expect(fold.states).toEqual(states);
      for (const { task, list, fold: own } of fold.tasks) {
        const live = await liveFold(lead.store, { project: name, task: task.task.id });
        for (const { id } of list) {
          const [here, there] = [own.units.find(id), live.fold.units.find(id)];
          const state = live.fold.standings.state(there);
          expect([id, own.standings.state(here)]).toEqual([id, state]);
          if (there >= 0)
            expect(own.standings.standing(here)).toEqual(live.fold.standings.standing(there));
        }
      }
    }
  });

  it('name nobody unless asked, and hold no text unless asked', async () => {
    const lead = await completeLead();
    const out = temporaryFolder();
    const plain = requested(join(out, 'plain'), { withText: false });
    await cutRelease(lead, 'regulatory-topics', plain);
    const hidden = [...contentOf(plain.out).values()].join('\n');
    expect(/expert_[abc]|"senior"|"lead"/.exec(hidden)?.[0]).toBeUndefined();
    expect(hidden.includes(someText)).toBe(false);
    expect(await verified(plain.out)).toEqual([]);
    const named = requested(join(out, 'named'), { names: true });
    await cutRelease(lead, 'regulatory-topics', named);
    const open = [...contentOf(named.out).values()].join('\n');
    expect(open.includes('expert_a')).toBe(true);
    expect(open.includes(someText)).toBe(true);
    expect(await verified(named.out)).toEqual([]);
  });

  it('are refused while something is open, and nothing is left behind', async () => {
    const path = await putExamples(await sqlite.address());
    const lead = leadOf(await sqlite.openAt(path), firstFreeId);
    const out = temporaryFolder();
    const request = requested(join(out, 'r'));
    const refused = await cutRelease(lead, 'regulatory-topics', request);
    const codes = refused.cut ? [] : refused.obstacles.map((one) => one.text.code);
    expect(codes).toContain('obstacle-round-open');
    expect(codes).toContain('obstacle-open');
    expect(readdirSync(out)).toEqual([]);
    expect(await releaseObstacles(lead, 'regulatory-topics')).toHaveLength(codes.length);
    const allowed = { ...request, allowOpen: 'the rest follows' };
    const cut = await cutRelease(lead, 'regulatory-topics', allowed);
    expect(cut.cut).toBe(true);
    expect(readFileSync(join(request.out, 'manifest.json'), 'utf8')).toContain('the rest follows');
    expect(await verified(request.out)).toEqual([]);
    await expect(cutRelease(lead, 'regulatory-topics', allowed)).rejects.toThrow('already exists');
  });
});
