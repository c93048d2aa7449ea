import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cut, finishedProject, lastingFolder } from '../../../test/cut-releases.ts';
import { lastingWorld } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import { project } from '../../../test/work-world.ts';
import { newSigningKey } from './new-signing-key.ts';
import { verifyRelease } from './verify-release.ts';
import type { VerifiedRelease, VerifyRequest } from './verify-release.ts';

const folder = lastingFolder();
const key = join(folder, 'key');
let copies = 0;

const releases = lastingWorld(async (world) => {
  await finishedProject(world);
  newSigningKey(key, 'for tests');
  newSigningKey(join(folder, 'other'), 'of somebody else');
  const result = await cut(world, join(folder, 'release'), { sign: key });
  if (!result.cut) throw new Error('nothing is open');
  return { result, entry: result.entry! };
});

/** Verifies a copy of the release that was changed before. */
async function verified(
  change: (path: (name: string) => string) => void = () => undefined,
  given: Partial<VerifyRequest> = {},
): Promise<VerifiedRelease> {
  const copy = join(folder, `copy-${(copies += 1)}`);
  cpSync(join(folder, 'release'), copy, { recursive: true });
  change((name) => join(copy, name));
  return await verifyRelease({ folder: copy, signer: null, head: null, ...given });
}

const codesOf = ({ differences }: VerifiedRelease) =>
  differences.map(({ file, what }) => [file, what.code]);

/** The same where the record is gone, which is quick: nothing can be recomputed. */
const unrecomputed = async (
  change: (path: (name: string) => string) => void = () => undefined,
  given: Partial<VerifyRequest> = {},
): Promise<VerifiedRelease> =>
  await verified((path) => {
    rmSync(path('record/record.json'));
    change(path);
  }, given);

describe('verifying a release', () => {
  it('finds nothing in one that nobody has touched', async () => {
    const { result, entry } = releases();
    const steps: (readonly [number, number])[] = [];
    const found = await verified(undefined, {
      signer: `${key}.pub`,
      head: entry,
      progress: (done, total) => steps.push([done, total]),
    });
    const { figures, ...rest } = found;
    expect(rest).toEqual({
      folder: expect.stringMatching(/copy-1$/),
      project,
      version: '1.0',
      // And the signature and the entry.
      files: result.files + 2,
      differences: [],
      signature: 'checked',
      entry,
      manifest: result.manifest,
    });
    expect(figures).toEqual(result.figures);
    expect(steps[0]).toEqual([1, result.files]);
    expect(steps.at(-1)).toEqual([result.files, result.files]);
  });

  it('is proven by a head that was kept when it was cut, and by no other', async () => {
    const { entry } = releases();
    const got = `${entry.seq}:${entry.hash}`;
    const other = 'a'.repeat(64);
    const said = async (head: VerifyRequest['head'], change?: Parameters<typeof verified>[0]) =>
      (await verified(change, { head })).differences.map(({ file, what }) => [file, what]);
    expect(await said({ ...entry, seq: null })).toEqual([]);
    for (const [seq, code] of [
      [entry.seq, 'differs-head'],
      [null, 'differs-head'],
      [entry.seq - 1, 'differs-head-earlier'],
      [entry.seq + 1, 'differs-head-later'],
    ] as const) {
      const expected = seq === null ? other : `${seq}:${other}`;
      expect(await said({ seq, hash: other })).toEqual([
        ['audit-entry.json', { code, values: { got, expected } }],
      ]);
    }
    const torn = await unrecomputed(undefined, { head: entry });
    expect(codesOf(torn)).toContainEqual(['audit-entry.json', 'differs-head-none']);
  });

  it('computes the entry of the log again, byte for byte', async () => {
    const file = 'audit-entry.json';
    const edited = async (change: (text: string) => string): Promise<readonly unknown[]> =>
      codesOf(
        await verified((path) => {
          const text = readFileSync(path(file), 'utf8');
          expect(change(text)).not.toBe(text);
          writeFileSync(path(file), change(text));
        }),
      );
    for (const [from, to, code] of [
      ['"at": "2026', '"at": "2025', 'differs-field'],
      ['"actor": "assay"', '"actor": "lena"', 'differs-field'],
      ['"content": "[]"', '"content": null', 'differs-field'],
      ['release/1.0', 'release/1.1', 'differs-field'],
      ['"manifest\\":\\"', '"manifest\\":\\"0', 'differs-field'],
      ['"seq": ', '"seq": 1', 'differs-field'],
      ['"seq": ', '"seq": -', 'differs-entry'],
      ['"seq": ', '"seq":  ', 'differs-field'],
      ['"previous_hash": "', '"previous_hash": "0', 'differs-entry'],
      ['{', '{', 'differs-entry'],
    ] as const)
      expect([
        from,
        to,
        await edited((text) => (from === to ? '[]' : text.replace(from, to))),
      ]).toEqual([from, to, expect.arrayContaining([[file, code]])]);
    const gone = codesOf(await verified((path) => rmSync(path(file))));
    expect(gone).toEqual([[file, 'differs-missing']]);
  });

  it('finds each file that is not as it would be made, by all that shows it', async () => {
    const found = await verified((path) => {
      writeFileSync(path('README.md'), 'Another text.\n');
      writeFileSync(path('notes.txt'), 'mine');
      rmSync(path('data/units.parquet'));
      const sums = readFileSync(path('SHA256SUMS'), 'utf8').split('\n');
      const changed = sums.map((line) =>
        / record\/units/.test(line) ? `${'0'.repeat(64)}  gone` : line,
      );
      writeFileSync(path('SHA256SUMS'), changed.join('\n'));
    });
    const got = createHash('sha256').update('Another text.\n').digest('hex');
    const expected = expect.stringMatching(/^[0-9a-f]{64}$/);
    const missing = { code: 'differs-missing', values: {} };
    const hashed = (list: string) => ({
      file: 'README.md',
      what: { code: 'differs-hash', values: { got, expected, list } },
    });
    const [first, second, third, fourth, ...rest] = found.differences;
    // Each once, although the manifest, the sums and the comparison say that a file is missing.
    expect([first, second, third, fourth]).toEqual([
      hashed('manifest.json'),
      { file: 'data/units.parquet', what: missing },
      hashed('SHA256SUMS'),
      { file: 'gone', what: missing },
    ]);
    expect(new Set(rest.map(({ file }) => file))).toEqual(
      new Set(['README.md', 'SHA256SUMS', 'notes.txt']),
    );
    expect(rest.at(-1)).toEqual({ file: 'notes.txt', what: { code: 'differs-extra', values: {} } });
  });

  it('finds a manifest that cannot be read, and a list of sums that is gone', async () => {
    const found = await verified((path) => {
      writeFileSync(path('manifest.json'), '{"half');
      rmSync(path('SHA256SUMS'));
    });
    expect(found).toMatchObject({ project: null, version: null, signature: 'wrong' });
    expect(codesOf(found)).toEqual(
      expect.arrayContaining([
        ['SHA256SUMS', 'differs-missing'],
        ['manifest.json.sig', 'differs-signature'],
      ]),
    );
    expect(found.differences.some(({ file }) => file === 'manifest.json')).toBe(true);
    for (const text of ['null', '{"project":"labels","files":7}'])
      expect(
        await unrecomputed((path) => writeFileSync(path('manifest.json'), text)),
      ).toMatchObject({ project: null, version: null });
  });

  it('says why nothing can be recomputed where the record is torn', async () => {
    const found = await verified((path) => {
      writeFileSync(path('record/judgments.jsonl'), '{"half\n');
      writeFileSync(path('notes.txt'), 'mine');
    });
    expect(codesOf(found)).toContainEqual(['record/judgments.jsonl', 'differs-unreadable']);
    // What belongs to the release is not known, so nothing is one too many.
    expect(codesOf(found)).not.toContainEqual(['notes.txt', 'differs-extra']);
    expect(found).toMatchObject({ figures: null, entry: null, project });
    const impossible = await verified((path) => {
      const [first] = readFileSync(path('record/judgments.jsonl'), 'utf8').split('\n', 1);
      const forged = { ...(JSON.parse(first!) as object), task: 'nosuch', run: 'nosuch' };
      writeFileSync(path('record/judgments.jsonl'), `${JSON.stringify(forged)}\n`);
    });
    expect(impossible.differences.length).toBeGreaterThan(0);
  });

  it('finds who has not signed', async () => {
    const signed = async (given: Partial<VerifyRequest>, change?: (sig: string) => void) => {
      const found = await unrecomputed((path) => change?.(path('manifest.json.sig')), given);
      const own = found.differences.filter(({ file }) => file === 'manifest.json.sig');
      return [found.signature, own.map(({ what }) => what)];
    };
    const signer = join(folder, 'other.pub');
    const remove = (sig: string): void => rmSync(sig);
    expect(await signed({}, remove)).toEqual(['none', []]);
    expect(await signed({ signer }, remove)).toEqual([
      'none',
      [{ code: 'differs-unsigned', values: {} }],
    ]);
    expect(await signed({ signer })).toEqual([
      'wrong',
      [{ code: 'differs-signer', values: { file: signer } }],
    ]);
    const rewrapped = (sig: string): void =>
      writeFileSync(sig, readFileSync(sig, 'utf8').replaceAll('\n', '\r\n'));
    const armour = [{ code: 'differs-armour', values: {} }];
    expect(await signed({}, rewrapped)).toEqual(['self-consistent', armour]);
    expect(await signed({ signer: `${key}.pub` }, rewrapped)).toEqual(['checked', armour]);
    expect(await signed({}, (sig) => writeFileSync(sig, 'no signature'))).toEqual([
      'wrong',
      [{ code: 'differs-signature', values: {} }],
    ]);
    const nowhere = join(folder, 'nowhere.pub');
    expect(await refusal(signed({ signer: nowhere }))).toEqual([
      ['file-not-found', { file: nowhere }],
    ]);
  });
});
