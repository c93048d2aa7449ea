import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import { files } from '../scripts/examples/make-complete.ts';
import { init } from '../src/operations/protocol/init.ts';
import { examplesFolder, exampleStories } from '../src/operations/protocol/example-stories.ts';
import type { Figures } from '../src/release/figures.ts';
import { validate } from '../src/operations/protocol/validate.ts';
import { cutRelease } from '../src/operations/release/cut-release.ts';
import { releaseFolder } from '../src/operations/release/release-from-folder.ts';
import { verifyRelease } from '../src/operations/release/verify-release.ts';
import { firstFreeId, leadOf, putCompleteExamples } from './complete-examples.ts';
import { temporaryFolder } from './run-assay.ts';
import { testDatabases } from './stores.ts';

const choice = {
  version: '1.0',
  seed: 7,
  allowOpen: null,
  names: true,
  withText: true,
  replies: false,
  sign: null,
};

/** Files that hold no time and nothing about where the record was kept. */
const plain = new RegExp(
  '^((dev|test)_set_.*csv|qrels/.*|(retrieval|grounding|generation|rag_merged)[.]csv|' +
    'data/(dev|test).*|ground_truth/.*)$',
);

/** What a release tells of the truth, by file, without when and in which order people judged. */
function told(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  const chosen = names.filter((name) => plain.test(name) && statSync(join(folder, name)).isFile());
  return Object.fromEntries(
    chosen.map((name) => [name, untimed(readFileSync(join(folder, name), 'latin1'))]),
  );
}

function untimed(text: string): string {
  const lines = text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME').split('\n');
  return lines.toSorted().join('\n');
}

describe('complete examples', () => {
  const databases = testDatabases('sqlite');

  it('are what their script writes', () => {
    for (const [name, content] of files())
      expect([name, readFileSync(join(examplesFolder, name), 'utf8')]).toEqual([name, content]);
  });

  it('list the rounds that the story tells', () => {
    const story = exampleStories.find(({ name }) => name === 'trial-relevance')!;
    const text = readFileSync(join(examplesFolder, story.name, 'rounds.yaml'), 'utf8');
    const { rounds } = parse(text) as { rounds: readonly object[] };
    expect(rounds).toEqual(
      story.rounds.map(({ round, files: listed }) => ({ round, files: listed })),
    );
  });

  it('are split with every answer as frequent on both sides, also where nothing is a label', async () => {
    const root = temporaryFolder();
    init('trial-relevance', join(root, 'trials'), true);
    const request = { ...choice, out: join(root, 'release') };
    await releaseFolder(join(root, 'trials'), request, '2026-04-01T00:00:00Z');
    const { tasks } = JSON.parse(
      readFileSync(join(request.out, 'figures.json'), 'utf8'),
    ) as Figures;
    const [relevance] = tasks.map((task) => task.split!.labels);
    expect(relevance!.map(({ label }) => label)).toEqual(
      [0, 1, 2].map((grade) => `relevance_label=${grade}`),
    );
    for (const { deviation } of relevance!) expect(deviation).toBeLessThan(0.02);
  });

  it('are released from plain files with nothing open, as from a workspace', async () => {
    const path = await putCompleteExamples(await databases.address());
    const lead = leadOf(await databases.openAt(path), firstFreeId);
    const root = temporaryFolder();
    for (const { name } of exampleStories) {
      const folder = join(root, name);
      init(name, folder, true);
      expect(validate(folder, [], null).faults).toEqual([]);
      const [one, two] = [join(root, `${name}-files`), join(root, `${name}-record`)];
      const date = '2026-04-01T00:00:00Z';
      const cut = await releaseFolder(folder, { ...choice, out: one }, date);
      expect(cut.cut ? [] : cut.obstacles).toEqual([]);
      expect((await cutRelease(lead, name, { ...choice, out: two })).cut).toBe(true);
      const own = told(one);
      expect(Object.keys(own).length).toBeGreaterThan(3);
      expect(told(two)).toEqual(own);
      const { differences } = await verifyRelease({ folder: one, signer: null, head: null });
      expect(differences).toEqual([]);
    }
  });
});
