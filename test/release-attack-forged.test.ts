import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import type { Zippable } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditHash } from '../src/store/workspace/audit.ts';
import type { AuditRow } from '../src/store/workspace/audit.ts';
import { newSigningKey } from '../src/operations/release/new-signing-key.ts';
import { workspaceDifferences } from '../src/operations/release/known-release.ts';
import { readReleaseRecord } from '../src/operations/release/release-record.ts';
import { writeRelease } from '../src/operations/release/release-folder.ts';
import { releaseZip } from '../src/operations/release/release-zip.ts';
import { renderedFiles } from '../src/operations/release/rendered-files.ts';
import { verifyRelease } from '../src/operations/release/verify-release.ts';
import type { VerifyRequest } from '../src/operations/release/verify-release.ts';
import { packageVersion } from '../src/operations/package-files.ts';
import { prepareRelease } from '../src/release/files.ts';
import { figures as figuresOf } from '../src/release/figures.ts';
import { foldRecord } from '../src/release/record-fold.ts';
import { scriptOf } from '../src/release/report/report-html.ts';
import type { AuditHead, ReleaseRecord } from '../src/release/record.ts';
import { readAuditHead } from '../src/operations/workspace/audit-verify.ts';
import { cut, finishedProject, lastingFolder } from './cut-releases.ts';
import { lastingWorld } from './lasting-world.ts';
import { relisted } from './release-attacks.ts';
import { runAssay } from './run-assay.ts';

const folder = lastingFolder();
const place = (name: string): string => join(folder, name);
const key = place('key');
const entryName = 'audit-entry.json';

const world = lastingWorld(async (made) => {
  await finishedProject(made);
  for (const name of ['key', 'forger']) newSigningKey(place(name), name);
  const result = await cut(made, place('release'), { sign: key, withText: true });
  if (!result.cut) throw new Error('nothing is open');
  return { entry: result.entry! };
});

const codes = async (
  path: string,
  given: Partial<VerifyRequest> = {},
): Promise<readonly string[]> =>
  (await verifyRelease({ folder: path, signer: null, head: null, ...given })).differences.map(
    ({ what }) => what.code,
  );

type LookUp = NonNullable<VerifyRequest['lookUp']>;

/** What is changed before everything is computed again with our own code. */
interface Forgery {
  readonly record?: (record: ReleaseRecord) => ReleaseRecord;
  readonly program?: string;
  /** Whether the entry is made again, too: its hash is then another one. */
  readonly entry?: boolean;
}

/** A release that is consistent in itself, made from the true one without asking its workspace. */
async function forged(
  name: string,
  { record: change = (one) => one, program = packageVersion(), entry = true }: Forgery,
): Promise<string> {
  const out = place(name);
  const read = readReleaseRecord(place('release'));
  if ('failure' in read) throw new Error(read.failure);
  const { choice } = read;
  const fold = foldRecord(change(read.record), choice.seed);
  const figures = figuresOf(fold, choice);
  const source = { fold, figures, choice, program };
  const release = prepareRelease({ ...source, rendered: await renderedFiles(source) });
  const told = readFileSync(join(place('release'), entryName), 'utf8');
  await writeRelease(out, release, {
    sign: null,
    bind: async ({ manifest }) => {
      const row = JSON.parse(told) as AuditRow;
      const detail = JSON.stringify({ ...(JSON.parse(row.detail) as object), manifest });
      const other = entry ? { ...row, detail } : row;
      const made = { ...other, hash: entry ? auditHash(other) : row.hash };
      return { entry: made, text: `${JSON.stringify(made, null, 2)}\n` };
    },
  });
  return out;
}

/** Every answer the other way round. */
const turned = (record: ReleaseRecord): ReleaseRecord => ({
  ...record,
  judgments: record.judgments.map((one) => ({
    ...one,
    answers: one.answers.replace(/\d/g, (grade) => (grade === '0' ? '2' : '0')),
  })),
});

it('a second cut keeps the entry of the first, byte for byte', async () => {
  const { world: made, entry } = world();
  const again = await cut(made, place('again'), { withText: true });
  expect(again).toMatchObject({ cut: true, entry });
  for (const name of [entryName, 'manifest.json', 'SHA256SUMS'])
    expect(readFileSync(join(place('again'), name))).toEqual(
      readFileSync(join(place('release'), name)),
    );
  expect(readFileSync(join(place('again'), entryName), 'utf8')).not.toContain('lena');
});

describe('a release whose answers were turned, with everything computed again', () => {
  let path = '';
  beforeAll(async () => {
    path = await forged('turned', { record: turned });
  });

  it('is equal by itself, and found by a kept head, a signer and the workspace', async () => {
    const { entry, world: made } = world();
    expect(await codes(path)).toEqual([]);
    expect(await codes(path, { head: entry })).toEqual(['differs-head']);
    expect(await codes(path, { head: { ...entry, seq: null } })).toEqual(['differs-head']);
    expect(await codes(path, { signer: `${key}.pub` })).toEqual(['differs-unsigned']);
    const lookUp: LookUp = (one) => workspaceDifferences(made.lead, one);
    expect(await codes(path, { lookUp })).toEqual(['differs-workspace']);
    expect(await codes(place('release'), { head: entry, signer: `${key}.pub` })).toEqual([]);
    expect(await codes(place('release'), { lookUp })).toEqual([]);
  });

  it('is found at once with the entry of the true one, or without an entry', async () => {
    const copied = await forged('copied', { record: turned, entry: false });
    expect(await codes(copied)).toEqual(['differs-field', 'differs-field']);
    rmSync(join(copied, entryName));
    expect(await codes(copied)).toEqual(['differs-missing']);
    const record = (one: ReleaseRecord): ReleaseRecord => ({ ...turned(one), audit: null });
    const files = await forged('as files', { record });
    // Where the record is said to come from files, there is nothing that an entry could bind.
    expect(await codes(files)).toEqual(['differs-extra']);
    rmSync(join(files, entryName));
    expect(await codes(files)).toEqual([]);
    expect(await codes(files, { head: world().entry })).toEqual(['differs-head-none']);
  });

  it('is found by a later head of the workspace, which proves the true one', async () => {
    const { world: made, entry } = world();
    await made.person('late');
    const later = await readAuditHead(made.store.address);
    expect(later.seq).toBeGreaterThan(entry.seq);
    const head: AuditHead = { seq: later.seq, hash: later.hash };
    expect(await codes(place('release'), { head })).toEqual(['differs-head-later']);
    const by = (kept: AuditHead): LookUp => {
      return (one) => workspaceDifferences(made.lead, one, kept);
    };
    expect(await codes(place('release'), { lookUp: by(head) })).toEqual([]);
    expect(
      await codes(place('release'), { lookUp: by({ ...head, hash: 'b'.repeat(64) }) }),
    ).toEqual(['differs-log']);
    expect(await codes(path, { lookUp: by(head) })).toEqual([
      'differs-workspace',
      'differs-head-later',
    ]);
  });
});

describe('the page of a release', () => {
  it.each([
    ['9.9.9', 'a version that nobody published'],
    ['0.0.1', 'an early version'],
    [packageVersion(), 'this version'],
  ])('with a program of its own is found, as that of %s', async (program) => {
    const path = await forged(`program ${program}`, { program });
    const page = join(path, 'report.html');
    const text = readFileSync(page, 'utf8');
    const forger = 'document.querySelector("#proof").textContent = "✓ all equal"';
    writeFileSync(
      page,
      text.replace(scriptOf(text), () => forger),
    );
    relisted(path);
    rmSync(join(path, entryName));
    expect(await codes(path)).toContain('differs-program');
  });

  it('of a version that is not known is found although the program is ours', async () => {
    const path = await forged('unknown', { program: '9.9.9' });
    expect(await codes(path)).toEqual(['differs-program']);
  });
});

it('what should have stopped a release is said by verify: a gate, and open units', async () => {
  const gated = (record: ReleaseRecord): ReleaseRecord => ({
    ...record,
    versions: record.versions.map((one) => ({
      ...one,
      source: one.source.replace(
        'full: { units: all, annotators: 2 }',
        'full: { units: all, annotators: 2, gate: ["percent_agreement >= 1.0 overall"] }',
      ),
    })),
    judgments: record.judgments.map((one, at) => (at === 0 ? turned(record).judgments[0]! : one)),
  });
  expect(await codes(await forged('gated', { record: gated }))).toEqual([
    'obstacle-gate',
    'obstacle-open',
  ]);
  const halved = (record: ReleaseRecord): ReleaseRecord => ({
    ...record,
    judgments: record.judgments.slice(0, 5),
  });
  const run = await runAssay(['verify', await forged('halved', { record: halved })], folder);
  expect(run.code).toBe(1);
  expect(run.out).toContain('The gate of full did not pass.');
});

describe('the folder of a release', () => {
  const attacked = (name: string, act: (at: (file: string) => string) => void): string => {
    const copy = place(name);
    cpSync(place('release'), copy, { recursive: true });
    act((file) => join(copy, file));
    return copy;
  };

  it.each<readonly [string, (at: (file: string) => string) => void]>([
    [
      'a link to a file',
      (at) => replaced(at('LICENSE'), (kept) => symlinkSync(kept, at('LICENSE'))),
    ],
    [
      'a link to a folder',
      (at) => replaced(at('record'), (kept) => symlinkSync(kept, at('record'))),
    ],
    ['a link to nothing', (at) => symlinkSync('/nowhere', at('nothing'))],
    ['a pipe in place of a file', (at) => replaced(at('LICENSE'), () => pipe(at('LICENSE')))],
    [
      'a pipe as the manifest',
      (at) => replaced(at('manifest.json'), () => pipe(at('manifest.json'))),
    ],
    [
      'a pipe as the record',
      (at) => replaced(at('record/record.json'), () => pipe(at('record/record.json'))),
    ],
  ])('is refused with %s, and nothing is read', async (name, act) => {
    await expect(codes(attacked(name, act))).rejects.toMatchObject({
      faults: [{ code: 'not-a-release', values: { reason: { code: 'not-plain-files' } } }],
    });
  });

  it('has no folder more than it must, filled or empty', async () => {
    const path = attacked('folders', (at) => {
      mkdirSync(at('record/more/deep'), { recursive: true });
      mkdirSync(at('notes'));
      writeFileSync(at('notes/mine.txt'), 'mine');
    });
    const { differences } = await verifyRelease({ folder: path, signer: null, head: null });
    expect(differences.map(({ file, what }) => [file, what.code])).toEqual([
      ['notes/mine.txt', 'differs-extra'],
      ['record/more/', 'differs-extra'],
      ['record/more/deep/', 'differs-extra'],
    ]);
  });

  it('gives no file outside for a version that the record names', async () => {
    writeFileSync(place('secret.md'), 'secret');
    const path = attacked('outside', (at) => {
      const text = readFileSync(at('record/versions.jsonl'), 'utf8');
      const row = JSON.parse(text) as object;
      const other = { ...row, version: '/../../../secret' };
      writeFileSync(at('record/versions.jsonl'), `${JSON.stringify(other)}\n`);
    });
    const { differences } = await verifyRelease({ folder: path, signer: null, head: null });
    expect(JSON.stringify(differences)).toContain('lies outside');
  });

  it('is verified where one stands in it', async () => {
    const run = await runAssay(['verify', '.'], place('release'));
    expect(run.code).toBe(0);
  });

  const replaced = (path: string, act: (kept: string) => void): void => {
    const kept = `${folder}/kept-${path.replaceAll('/', '-')}`;
    renameSync(path, kept);
    act(kept);
  };
  const pipe = (path: string): void => void execFileSync('mkfifo', [path]);
});

describe('the archive of a release', () => {
  const archived = async (): Promise<Buffer> => {
    const pieces: Uint8Array[] = [];
    for await (const piece of releaseZip(place('release'), 'labels-1.0')) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  const saved = (name: string, bytes: Uint8Array): string => {
    writeFileSync(place(name), bytes);
    return place(name);
  };

  it('is verified as it is, with its head, and as other programs pack it', async () => {
    const path = saved('release.zip', await archived());
    const run = await runAssay(
      [
        'verify',
        path,
        '--head',
        `${world().entry.seq}:${world().entry.hash}`,
        '--signer',
        `${key}.pub`,
      ],
      folder,
    );
    expect(run.code).toBe(0);
    expect(run.out).toContain('proven by the kept head');
    for (const [name, words] of [
      ['flat.zip', ['-c', 'import shutil,sys;shutil.make_archive(sys.argv[1],"zip",sys.argv[2])']],
    ] as const) {
      try {
        execFileSync('python3', [...words, place(name).replace(/\.zip$/, ''), place('release')]);
      } catch {
        // A machine without Python has one packer less.
        continue;
      }
      expect(await codes(place(name))).toEqual([]);
    }
  });

  const plain = strToU8('{}');
  it.each<readonly [string, Zippable | (() => Uint8Array), string]>([
    ['a path upwards', { 'r/manifest.json': plain, '../evil': plain }, 'zip-name'],
    ['a path from the root', { 'r/manifest.json': plain, '/tmp/evil': plain }, 'zip-name'],
    ['a path of Windows', { 'r/manifest.json': plain, 'C:\\evil': plain }, 'zip-name'],
    ['a path with a dot', { 'r/./manifest.json': plain }, 'zip-name'],
    ['a path without end', () => zipSync({ [`r/${'a/'.repeat(9000)}b`]: plain }), 'zip-name'],
    ['two spellings', { 'r/manifest.json': plain, 'r/MANIFEST.json': plain }, 'zip-name'],
    ['a file and a folder', { r: plain, 'r/manifest.json': plain }, 'zip-name'],
    ['a link', { 'r/manifest.json': [plain, { os: 3, attrs: 0o120777 << 16 }] }, 'not-plain-files'],
    [
      'a device',
      { 'r/manifest.json': [plain, { os: 3, attrs: 0o020666 << 16 }] },
      'not-plain-files',
    ],
    ['a bomb', () => bomb(3_000_000_000), 'zip-large'],
    ['a bomb that says it is small', () => bomb(2), 'zip-damaged'],
    ['too many files', manyFiles, 'zip-large'],
    ['two folders', { 'r/manifest.json': plain, 's/manifest.json': plain }, 'lacks-file'],
    ['nothing', {}, 'lacks-file'],
    ['no release', { 'r/text.txt': plain }, 'lacks-file'],
    ['one name twice', () => renamed({ 'r/a': plain, 'r/b': plain }, 'r/b', 'r/a'), 'zip-name'],
    ['another name inside', () => renamed({ 'r/a': plain }, 'r/a', 'r/b', 1), 'zip-hidden'],
    ['bytes before it', () => Buffer.concat([plain, zipSync({ 'r/a': plain })]), 'zip-none'],
    ['bytes behind it', () => Buffer.concat([zipSync({ 'r/a': plain }), plain]), 'zip-hidden'],
    ['a hidden file', hiddenFile, 'zip-hidden'],
    [
      'another content',
      () => flipped({ 'r/a': [strToU8('abcdefgh'), { level: 0 }] }),
      'zip-damaged',
    ],
    ['no archive', () => strToU8('PK no archive at all, only words'), 'zip-none'],
    ['no bytes', () => new Uint8Array(0), 'zip-none'],
  ])('is refused with %s', async (name, made, code) => {
    const bytes = typeof made === 'function' ? made() : zipSync(made);
    const path = saved(`${name}.zip`, bytes);
    await expect(codes(path)).rejects.toMatchObject({
      faults: [{ code: 'not-a-release', values: { folder: path, reason: { code } } }],
    });
  });

  /** An archive in which a name of the same length stands for another, so many times. */
  function renamed(files: Zippable, from: string, to: string, times = 2): Uint8Array {
    let text = Buffer.from(zipSync(files)).toString('latin1');
    for (let at = 0; at < times; at += 1) text = text.replace(from, to);
    return Buffer.from(text, 'latin1');
  }

  /** An archive whose list names one file again and again. */
  function manyFiles(): Uint8Array {
    const whole = Buffer.from(zipSync({ 'r/a': plain }));
    const list = whole.readUInt32LE(whole.length - 22 + 16);
    const end = Buffer.from(whole.subarray(-22));
    end.writeUInt16LE(20_001, 10);
    const names = Array.from({ length: 20_001 }, () => whole.subarray(list, -22));
    return Buffer.concat([whole.subarray(0, list), ...names, end]);
  }

  /** An archive with a file that its list does not name. */
  function hiddenFile(): Uint8Array {
    const whole = Buffer.from(zipSync({ 'r/a': plain, 'r/manifest.json': plain }));
    const end = whole.length - 22;
    const list = whole.readUInt32LE(end + 16);
    const first = 46 + whole.readUInt16LE(list + 28);
    const short = Buffer.concat([whole.subarray(0, list), whole.subarray(list + first)]);
    short.writeUInt16LE(1, short.length - 22 + 8);
    short.writeUInt16LE(1, short.length - 22 + 10);
    short.writeUInt32LE(whole.readUInt32LE(end + 12) - first, short.length - 22 + 12);
    return short;
  }

  /** An archive that unpacks to 5 MB, whatever it says. */
  function bomb(said: number): Uint8Array {
    const bytes = Buffer.from(
      zipSync({ r: [deflateRawSync(Buffer.alloc(5_000_000)), { level: 0 }] }),
    );
    const list = bytes.readUInt32LE(bytes.length - 22 + 16);
    bytes.writeUInt16LE(8, list + 10);
    bytes.writeUInt32LE(said, list + 24);
    return bytes;
  }

  function flipped(files: Zippable): Uint8Array {
    const bytes = Buffer.from(zipSync(files));
    bytes.write('X', bytes.indexOf('abcdefgh') + 3);
    return bytes;
  }
});
