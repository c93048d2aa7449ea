import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { writeProject } from './mails-project.ts';
import { runAssay, runJson, temporaryFolder } from './run-assay.ts';

const release = (version: string, ...more: readonly string[]) =>
  ['release', 'project', '--version', version, '--out', `v${version}`, ...more] as const;

interface DiffJson {
  readonly versions: { readonly before: string; readonly after: string };
  readonly tasks: readonly {
    readonly task: string;
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly truths: readonly { readonly unit: string; readonly ruling: { reason: string } }[];
  }[];
  readonly figures: readonly { readonly figure: string }[];
}

describe('assay keys new', () => {
  it('makes a key that only its owner reads, and replaces none', async () => {
    const folder = temporaryFolder();
    const made = await runJson<{ readonly private: string; readonly public: string }>(
      ['keys', 'new', 'key', '--comment', 'lead', '--json'],
      folder,
    );
    expect(made).toMatchObject({ private: 'key', public: 'key.pub' });
    expect(readFileSync(join(folder, 'key.pub'), 'utf8')).toMatch(/^ssh-ed25519 \S+ lead\n$/);
    expect(statSync(join(folder, 'key')).mode & 0o077).toBe(0);
    const before = readFileSync(join(folder, 'key'), 'utf8');
    const again = await runAssay(['keys', 'new', 'key'], folder);
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('already exists')]);
    expect(readFileSync(join(folder, 'key'), 'utf8')).toBe(before);
    expect(readdirSync(folder).toSorted()).toEqual(['key', 'key.pub']);
  });
});

const hasSshKeygen = spawnSync('ssh-keygen', ['-?']).error === undefined;

describe('a signed release', () => {
  it.skipIf(!hasSshKeygen)('is accepted by ssh-keygen, and no other manifest is', async () => {
    const folder = temporaryFolder();
    writeProject(join(folder, 'project'));
    expect((await runAssay(['keys', 'new', 'key'], folder)).code).toBe(0);
    expect((await runAssay(release('1.0', '--sign', 'key'), folder)).code).toBe(0);
    const at = (name: string): string => join(folder, name);
    writeFileSync(at('allowed'), `lead ${readFileSync(at('key.pub'), 'utf8')}`);
    const words = ['-Y', 'verify', '-n', 'assay-release', '-I', 'lead', '-f', at('allowed')];
    const check = (input: string) =>
      spawnSync('ssh-keygen', [...words, '-s', at('v1.0/manifest.json.sig')], { input });
    const manifest = readFileSync(at('v1.0/manifest.json'), 'utf8');
    expect(String(check(manifest).stdout)).toContain('Good "assay-release" signature for lead');
    expect(check(manifest.replace('1.0', '1.1')).status).not.toBe(0);
  });
});

describe('assay release', () => {
  it.each([
    ['units', 'units/mails.jsonl', '"mail":"m3"', '"mail":"m\\u0007"', 'mail'],
    ['annotators', 'judgments/full.mara.jsonl', '"mara"', '"ma\\u0007ra"', 'annotator'],
  ])(
    'refuses ids of %s with control characters, as validate does',
    async (_, file, from, to, field) => {
      const folder = temporaryFolder();
      writeProject(join(folder, 'project'));
      const path = join(folder, 'project', file);
      writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
      const refused = await runAssay(release('1.0'), folder);
      expect(refused.code).toBe(2);
      expect(refused.err).toContain(`${field} is`);
      expect(refused.err).toContain('expected a text without control characters');
      expect(readdirSync(folder)).toEqual(['project']);
      const checked = await runAssay(
        ['validate', '--protocol', 'project', join('project', file)],
        folder,
      );
      expect(checked.out + checked.err).toContain('expected a text without control characters');
    },
  );
});

describe('the dataset card of a release', () => {
  it('names its tables as the loader of the hub takes them', async () => {
    const folder = temporaryFolder();
    writeProject(join(folder, 'project'));
    expect((await runAssay(release('1.0'), folder)).code).toBe(0);
    const card = readFileSync(join(folder, 'v1.0', 'README.md'), 'utf8');
    const { configs } = parse(card.split('---\n')[1]!) as {
      readonly configs: readonly {
        readonly config_name: string;
        readonly default?: boolean;
        readonly data_files: readonly { readonly split: string; readonly path: string }[];
      }[];
    };
    expect(configs.filter((one) => one.default === true)).toHaveLength(1);
    expect(configs.map((one) => one.config_name)).toEqual(['mails', 'judgments']);
    const files = configs.flatMap((one) => one.data_files);
    expect(files.map(({ split }) => split)).toEqual(['dev', 'test', 'judgments']);
    for (const { split, path } of files) {
      // `all` stands for all splits together there, and is refused as the name of one.
      expect(split).toMatch(/^(?!all$)\w+(\.\w+)*$/);
      expect(statSync(join(folder, 'v1.0', path)).size).toBeGreaterThan(0);
    }
  });
});

describe('assay diff', () => {
  it('names the truths that changed with the ruling, and the figures', async () => {
    const folder = temporaryFolder();
    writeProject(join(folder, 'project'));
    expect((await runAssay(release('1.0'), folder)).code).toBe(0);
    const file = join(folder, 'project/rulings/rulings.jsonl');
    const ruling = {
      unit: 'm0',
      task: 'mails',
      by: 'ruth',
      reason: 'The tone is calm.',
      at: '2026-03-04T08:00:00Z',
      answers: { Urgent: false, Angry: true },
    };
    writeFileSync(file, `${readFileSync(file, 'utf8')}${JSON.stringify(ruling)}\n`);
    expect((await runAssay(release('1.1'), folder)).code).toBe(0);
    const diff = await runJson<DiffJson>(['diff', 'v1.0', 'v1.1', '--json'], folder);
    expect(diff.versions).toEqual({ before: '1.0', after: '1.1' });
    const [task] = diff.tasks;
    expect(task).toMatchObject({ task: 'mails', added: [], removed: [] });
    expect(task!.truths.map(({ unit, ruling: by }) => [unit, by.reason])).toEqual([
      ['m0', 'The tone is calm.'],
    ]);
    expect(diff.figures.length).toBeGreaterThan(0);
    const printed = await runAssay(['diff', 'v1.0', 'v1.1'], folder);
    expect([printed.code, printed.out]).toEqual([0, expect.stringContaining('1 truth changed')]);
    // Only the answers that differ: those of a unit with many labels fit no line.
    expect(printed.out).toMatch(/^m0 +\w+ = \w+/m);
    expect(printed.out).not.toContain('{"');
    const none = await runJson<DiffJson>(['diff', 'v1.0', 'v1.0', '--json'], folder);
    expect([none.tasks.flatMap(({ truths }) => truths), none.figures]).toEqual([[], []]);
  });
});
