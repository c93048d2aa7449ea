import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { refusal } from '../../../test/refusals.ts';
import { temporaryFolder } from '../../../test/run-assay.ts';
import type { PreparedRelease } from '../../release/files.ts';
import { writeRelease } from './release-folder.ts';
import { releasePlace } from './release-place.ts';
import { folderSecret } from './release-secret.ts';
import { readReleaseRecord } from './release-record.ts';
import { releaseZip } from './release-zip.ts';

const unproven = { sign: null, bind: null };
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Two files, one in a folder; then a manifest that lists them, and sums that list the manifest. */
function prepared(meanwhile = (): void => undefined): PreparedRelease {
  const files: PreparedRelease['files'] = new Map([
    ['a.txt', () => ['ä', Uint8Array.from([98])]],
    ['deep/down/b.txt', () => []],
  ]);
  const listing: PreparedRelease['listing'] = function* (written) {
    meanwhile();
    const manifest = yield ['manifest.json', JSON.stringify(written)];
    yield ['SHA256SUMS', `${manifest.sha256}  manifest.json\n`];
  };
  return { files, listing, tables: new Map() };
}

it('a release is written with the sizes and hashes of its files, and signed', async () => {
  const folder = join(temporaryFolder(), 'out', 'release');
  const told: (readonly [number, number])[] = [];
  const made = await writeRelease(
    folder,
    prepared(),
    {
      sign: (manifest) => `signed ${manifest.length}`,
      bind: async (written) => {
        // Nobody sees the folder before the log knows it.
        expect(existsSync(folder)).toBe(false);
        return { entry: { seq: 7, hash: 'h' }, text: JSON.stringify(written) };
      },
    },
    (done, total) => told.push([done, total]),
  );
  const files = [
    { name: 'a.txt', bytes: 3, sha256: sha256('äb') },
    { name: 'deep/down/b.txt', bytes: 0, sha256: sha256('') },
  ];
  const manifest = JSON.stringify(files);
  const sums = `${sha256(manifest)}  manifest.json\n`;
  const written = {
    files: 4,
    bytes: 3 + manifest.length + sums.length,
    manifest: sha256(manifest),
  };
  expect(made).toEqual({ ...written, entry: { seq: 7, hash: 'h' } });
  expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).toBe(manifest);
  expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(sums);
  expect(readFileSync(join(folder, 'audit-entry.json'), 'utf8')).toBe(JSON.stringify(written));
  expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('äb');
  expect(readFileSync(join(folder, 'manifest.json.sig'), 'utf8')).toBe(`signed ${manifest.length}`);
  expect(told).toEqual([
    [1, 5],
    [2, 5],
    [5, 5],
  ]);
  expect(readdirSync(dirname(folder))).toEqual(['release']);
});

it('a release that fails leaves nothing, and never replaces what came meanwhile', async () => {
  const place = temporaryFolder();
  const folder = join(place, 'release');
  const fail = (): never => {
    throw new Error('The key is gone.');
  };
  for (const proofs of [
    { sign: fail, bind: null },
    { sign: null, bind: async () => fail() },
  ]) {
    await expect(writeRelease(folder, prepared(), proofs)).rejects.toThrow('The key is gone.');
    expect(readdirSync(place)).toEqual([]);
  }
  const late = prepared(() => mkdirSync(folder));
  expect(await refusal(writeRelease(folder, late, unproven))).toEqual([
    ['folder-exists', { folder }],
  ]);
  expect([readdirSync(place), readdirSync(folder)]).toEqual([['release'], []]);
  expect(await refusal(writeRelease(folder, prepared(), unproven))).toEqual([
    ['folder-exists', { folder }],
  ]);
  writeFileSync(join(place, 'file'), '');
  const inFile = join(place, 'file', 'release');
  expect((await refusal(writeRelease(inFile, prepared(), unproven)))[0]).toMatchObject([
    'file-unwritable',
    { file: inFile },
  ]);
});

it('a release without a key has no signature', async () => {
  const folder = join(temporaryFolder(), 'release');
  await writeRelease(folder, prepared(), unproven);
  expect(readdirSync(folder).toSorted()).toEqual(['SHA256SUMS', 'a.txt', 'deep', 'manifest.json']);
});

it('an archive holds every file of a folder under its name, with the same bytes each time', async () => {
  const folder = temporaryFolder({ 'b.txt': 'b'.repeat(500), 'a.parquet': 'a'.repeat(500) });
  mkdirSync(join(folder, 'deep'));
  writeFileSync(join(folder, 'deep', 'c.txt'), '');
  const packed = async (): Promise<Buffer> => {
    const pieces: Uint8Array[] = [];
    for await (const piece of releaseZip(folder, 'labels-1.0')) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  const archive = await packed();
  const entries = Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, bytes.length]);
  expect(entries).toEqual([
    ['labels-1.0/a.parquet', 500],
    ['labels-1.0/b.txt', 500],
    ['labels-1.0/deep/c.txt', 0],
  ]);
  expect((await packed()).equals(archive)).toBe(true);
  // What is packed already is not packed again; the text is.
  expect(archive.includes('a'.repeat(500))).toBe(true);
  expect(archive.includes('b'.repeat(500))).toBe(false);
});

it('a server keeps releases where it is told to, else beside its database', () => {
  const folder = temporaryFolder({ key: '' });
  const database = join(folder, 'workspace.db');
  const key = join(folder, 'key');
  expect(releasePlace(database, undefined, undefined)).toEqual({
    database,
    folder: join(folder, 'releases'),
    key: null,
  });
  expect(releasePlace(database, '/releases', key)).toEqual({ database, folder: '/releases', key });
  const server = 'postgres://localhost/assay';
  expect(releasePlace(server, undefined, undefined)).toBeNull();
  expect(releasePlace(server, '/releases', undefined)).toMatchObject({ folder: '/releases' });
  expect(() => releasePlace(database, undefined, join(folder, 'none'))).toThrow('none');
});

it('the secret of a folder is made once, for its owner alone', () => {
  const folder = temporaryFolder();
  const secret = folderSecret(folder);
  expect(secret.length).toBeGreaterThan(20);
  expect(folderSecret(folder)).toBe(secret);
  const file = join(folder, '.assay', 'release-secret');
  expect(readFileSync(file, 'utf8')).toBe(`${secret}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(folderSecret(temporaryFolder())).not.toBe(secret);
});

it('a record that cannot be read is told with the file and the reason', () => {
  const folder = temporaryFolder();
  expect(readReleaseRecord(folder)).toEqual({
    failure: 'record/record.json is missing or of another format',
    file: 'record/record.json',
  });
  mkdirSync(join(folder, 'record'));
  writeFileSync(join(folder, 'record', 'record.json'), Uint8Array.from([255]));
  expect(readReleaseRecord(folder)).toMatchObject({ file: 'record/record.json' });
});
