import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSigningKey } from '../src/operations/release/new-signing-key.ts';
import { releaseFolder } from '../src/operations/release/release-from-folder.ts';
import { releaseZip } from '../src/operations/release/release-zip.ts';
import { verifyRelease } from '../src/operations/release/verify-release.ts';
import type { VerifiedRelease } from '../src/operations/release/verify-release.ts';
import { writeProject } from './mails-project.ts';
import { attack, attackKinds, relisted } from './release-attacks.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-test-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const whole = join(root, 'release');
const key = join(root, 'key');

beforeAll(async () => {
  const project = join(root, 'project');
  writeProject(project);
  newSigningKey(key, 'test');
  const choice = { version: '1.0', seed: 3, names: false, withText: true, replies: false };
  const request = { ...choice, out: whole, sign: key, allowOpen: null };
  const cut = await releaseFolder(project, request, null);
  expect(cut.cut ? [] : cut.obstacles).toEqual([]);
});

async function verified(folder: string, signer = false): Promise<VerifiedRelease> {
  return await verifyRelease({ folder, signer: signer ? `${key}.pub` : null, head: null });
}

/** A copy of the release, changed. */
function forged(name: string, change: (folder: string) => void): string {
  const folder = join(root, name);
  cpSync(whole, folder, { recursive: true });
  change(folder);
  return folder;
}

/** More of them with `ASSAY_ATTACKS=1000`. */
const attacks = Number(process.env['ASSAY_ATTACKS'] ?? 60);
const signature = 'manifest.json.sig';
const attackSeed = Number(process.env['ASSAY_ATTACK_SEED'] ?? 11);

describe('a release', () => {
  it('is verified as it is, by its own key and by a named one', async () => {
    expect(await verified(whole)).toMatchObject({ differences: [], signature: 'self-consistent' });
    expect(await verified(whole, true)).toMatchObject({ differences: [], signature: 'checked' });
  });

  it('shows every random change of any file, also with all hashes again', async () => {
    const random = seededRandom(attackSeed);
    const missed: string[] = [];
    for (let round = 0; round < attacks; round += 1) {
      const kind = attackKinds[round % attackKinds.length]!;
      let what = '';
      const folder = forged(`edit-${round}`, (path) => (what = attack(path, kind, random)));
      const { differences } = await verified(folder, true);
      // What was changed is found by itself, not only by a signature that no longer fits.
      const isNamed = what.includes(signature)
        ? differences.length > 0
        : differences.some((one) => one.file !== signature);
      if (!isNamed) missed.push(what);
      rmSync(folder, { recursive: true });
    }
    expect(missed).toEqual([]);
  }, 3_600_000);

  it.each([
    ['with other line ends', (text: string) => text.replaceAll('\n', '\r\n')],
    ['with one more line', (text: string) => `${text}\n`],
    ['without its last line end', (text: string) => text.trimEnd()],
  ])('says that its signature was written anew %s', async (how, change) => {
    const folder = forged(`armour ${how}`, (path) => {
      const text = readFileSync(join(path, signature), 'utf8');
      writeFileSync(join(path, signature), change(text));
    });
    const { differences, signature: state } = await verified(folder, true);
    expect(state).toBe('checked');
    expect(differences).toEqual([
      { file: signature, what: { code: 'differs-armour', values: {} } },
    ]);
  });

  it('that was packed and unpacked elsewhere is the same', async () => {
    const pieces: Uint8Array[] = [];
    for await (const piece of releaseZip(whole, 'mails-1.0')) pieces.push(piece);
    const folder = join(root, 'unpacked');
    for (const [name, content] of Object.entries(unzipSync(Buffer.concat(pieces)))) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    expect(await verified(join(folder, 'mails-1.0'), true)).toMatchObject({
      differences: [],
      signature: 'checked',
    });
  });

  it.each([
    ['a swapped vote', 'record/judgments.jsonl', '"Urgent":true', '"Urgent":false'],
    ['another threshold', 'protocol/v1/protocol.yaml', '>= 0.60', '>= 0.10'],
    ['another reason', 'record/rulings.jsonl', 'Clear.', 'Unclear.'],
    ['another text', 'record/units.jsonl', 'Mail 3 says', 'Mail 3 said'],
    ['a key that is gone', 'record/record.json', '"audit"', '"tidua"'],
    ['a choice that is gone', 'record/record.json', '"choice"', '"eciohc"'],
    ['a doctored figure', 'figures.json', '"judgments": 48', '"judgments": 58'],
    ['a doctored page', 'report.html', '48', '58'],
    ['a doctored card', 'README.md', 'from 48 judgments', 'from 58 judgments'],
  ])('names %s although all hashes were computed again', async (_, file, before, after) => {
    const folder = forged(`forged-${file.replaceAll('/', '-')}`, (path) => {
      const text = readFileSync(join(path, file), 'utf8');
      expect(text).toContain(before);
      writeFileSync(join(path, file), text.replace(before, after));
      relisted(path);
    });
    const { differences, signature: state } = await verified(folder);
    expect(state).toBe('wrong');
    expect(differences.filter((one) => one.file !== signature).length).toBeGreaterThan(0);
  });

  it('that was forged in every file alike is known by the signer alone', async () => {
    const forger = join(root, 'forger');
    newSigningKey(forger, 'somebody');
    const changed = join(root, 'changed');
    cpSync(whole, changed, { recursive: true });
    const judgments = join(changed, 'record/judgments.jsonl');
    writeFileSync(
      judgments,
      readFileSync(judgments, 'utf8').replaceAll('"Angry":true', '"Angry":false'),
    );
    const choice = { version: '1.0', seed: 3, names: false, withText: true, replies: false };
    const out = join(root, 'consistent');
    const request = { ...choice, out, sign: forger, allowOpen: null };
    expect((await releaseFolder(changed, request, null)).cut).toBe(true);
    expect(await verified(out)).toMatchObject({ differences: [], signature: 'self-consistent' });
    const { differences, signature: state } = await verified(out, true);
    expect(state).toBe('wrong');
    expect(differences.map((one) => one.what.code)).toEqual(['differs-signer']);
  });

  it('names the row and the field that differ', async () => {
    const folder = forged('row', (path) => {
      const file = join(path, 'truth.jsonl');
      const lines = readFileSync(file, 'utf8').split('\n');
      lines[2] = lines[2]!.replace('"rule":"unanimous"', '"rule":"majority"');
      writeFileSync(file, lines.join('\n'));
    });
    const { differences } = await verified(folder);
    expect(differences).toContainEqual(
      expect.objectContaining({ file: 'truth.jsonl', row: 3, field: 'rule' }),
    );
  });
});
