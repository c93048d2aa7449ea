import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newSigningKey } from '../src/operations/release/new-signing-key.ts';
import { releaseFolder } from '../src/operations/release/release-from-folder.ts';
import { verifyRelease } from '../src/operations/release/verify-release.ts';
import type { VerifiedRelease } from '../src/operations/release/verify-release.ts';
import { writeProject } from './mails-project.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';
import type { SeededRandom } from '../src/statistics/seeded-random.ts';

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

function filesOf(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  return names.filter((name) => statSync(join(folder, name)).isFile());
}

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

/** Computes manifest and sums again, as a forger would. */
function relisted(folder: string): void {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as {
    files: { name: string; bytes: number; sha256: string }[];
  };
  const hash = (name: string): string =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  for (const file of manifest.files) {
    file.sha256 = hash(file.name);
    file.bytes = statSync(join(folder, file.name)).size;
  }
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const sums = filesOf(folder).filter((name) => name !== 'SHA256SUMS' && !name.endsWith('.sig'));
  writeFileSync(
    join(folder, 'SHA256SUMS'),
    sums.map((name) => `${hash(name)}  ${name}\n`).join(''),
  );
}

/** One random change of one file; true when it changed something. */
function randomEdit(folder: string, random: SeededRandom): string {
  const files = filesOf(folder).filter((name) => statSync(join(folder, name)).size > 0);
  const name = files[Math.floor(random.next() * files.length)]!;
  const path = join(folder, name);
  const bytes = readFileSync(path);
  const kind = ['flip', 'delete', 'truncate', 'row', 'swap'][Math.floor(random.next() * 5)]!;
  if (kind === 'delete' && name !== 'manifest.json' && !name.endsWith('.sig')) rmSync(path);
  else if (kind === 'truncate') writeFileSync(path, bytes.subarray(0, bytes.length - 1));
  else if (kind === 'row' || kind === 'swap') {
    const lines = bytes.toString('latin1').split('\n');
    const at = Math.floor(random.next() * lines.length);
    const other = Math.floor(random.next() * lines.length);
    if (kind === 'row') lines.splice(at, 1, `${lines[at]!} `);
    else [lines[at], lines[other]] = [lines[other]!, lines[at]!];
    const text = Buffer.from(lines.join('\n'), 'latin1');
    if (text.equals(bytes)) bytes[0]! ^= 1;
    writeFileSync(path, text.equals(bytes) ? bytes : text.length === 0 ? Buffer.from('x') : text);
    if (readFileSync(path).equals(readFileSync(join(whole, name)))) flip(path, random);
  } else flip(path, random);
  return `${kind} ${name}`;
}

function flip(path: string, random: SeededRandom): void {
  const bytes = readFileSync(path);
  bytes[Math.floor(random.next() * bytes.length)]! ^= 1 << Math.floor(random.next() * 8);
  writeFileSync(path, bytes);
}

/** More of them with `ASSAY_ATTACKS=1000`. */
const attacks = Number(process.env['ASSAY_ATTACKS'] ?? 60);

describe('a release', () => {
  it('is verified as it is, by its own key and by a named one', async () => {
    expect(await verified(whole)).toMatchObject({ differences: [], signature: 'self-consistent' });
    expect(await verified(whole, true)).toMatchObject({ differences: [], signature: 'checked' });
  });

  it('shows every random change of any file', { timeout: 900_000 }, async () => {
    const random = seededRandom(11);
    const missed: string[] = [];
    for (let round = 0; round < attacks; round += 1) {
      let what = '';
      const folder = forged(`edit-${round}`, (path) => (what = randomEdit(path, random)));
      if ((await verified(folder)).differences.length === 0) missed.push(what);
      rmSync(folder, { recursive: true });
    }
    expect(missed).toEqual([]);
  });

  it.each([
    ['a swapped vote', 'record/judgments.jsonl', '"Urgent":true', '"Urgent":false'],
    ['another threshold', 'protocol/v1/protocol.yaml', '>= 0.60', '>= 0.10'],
    ['another reason', 'record/rulings.jsonl', 'Clear.', 'Unclear.'],
    ['another text', 'record/units.jsonl', 'Mail 3 says', 'Mail 3 said'],
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
    const { differences, signature } = await verified(folder);
    expect(signature).toBe('wrong');
    expect(differences.filter((one) => one.file !== 'manifest.json.sig').length).toBeGreaterThan(0);
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
    const { differences, signature } = await verified(out, true);
    expect(signature).toBe('wrong');
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
