import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drawnRelease } from '../../../test/drawn-release.ts';
import { filesOf, relisted } from '../../../test/release-attacks.ts';
import { besideVerifying } from './beside-verifying.ts';
import type { BesideVerifying } from './beside-verifying.ts';
import { hashedFile } from './checked-files.ts';
import { verifyRelease } from './verify-release.ts';
import type { VerifiedRelease } from './verify-release.ts';

const judgments = 'record/judgments.jsonl';
const units = 'record/units.jsonl';

let folder = '';
beforeEach(async () => {
  folder = join(await drawnRelease(), 'out');
});

const begun: BesideVerifying[] = [];
const begin = (least?: number): BesideVerifying => {
  const beside = besideVerifying(folder, filesOf(folder), least);
  begun.push(beside);
  return beside;
};
afterEach(async () => {
  for (const beside of begun.splice(0)) await beside.end();
});

function text(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

function changed(name: string, change: (text: string) => string): void {
  const changedText = change(text(name));
  expect(changedText).not.toBe(text(name));
  writeFileSync(join(folder, name), changedText);
}

describe('the half of verifying that needs no fold of the tasks', () => {
  it('is a thread for a large record, which measures runs and finds what is right', async () => {
    const beside = begin(1);
    const [run, ...others] = (await beside.runs)!;
    expect(others).toEqual([]);
    expect(run).toMatchObject({ figures: { run: 'full-1', judged: 40 }, agreement: {} });
    const files = filesOf(folder);
    expect(await beside.files).toEqual({
      hashed: files.map((name) => hashedFile(folder, name)),
      asWritten: expect.arrayContaining(files.filter((name) => /^(record|protocol)\//.test(name))),
      unitTables: [{ name: 'data/units.parquet', task: 'topics' }],
    });
  });

  it('hashes a small one at once, and leaves the rest to be compared', async () => {
    const beside = begin();
    expect(await beside.runs).toBe(null);
    expect(beside.judgments).toBe(null);
    const hashed = filesOf(folder).map((name) => hashedFile(folder, name));
    expect(await beside.files).toEqual({ hashed, asWritten: [], unitTables: [] });
  });

  const harms: readonly [string, string, () => void][] = [
    ['a blank line', judgments, () => appendFileSync(join(folder, judgments), '\n')],
    [
      'no last line break',
      judgments,
      () => truncateSync(join(folder, judgments), text(judgments).length - 1),
    ],
    ['a space', judgments, () => changed(judgments, (was) => was.replace('"unit":', '"unit": '))],
    ['a byte order mark', judgments, () => changed(judgments, (was) => `\ufeff${was}`)],
    [
      'bytes that are no text',
      judgments,
      () => appendFileSync(join(folder, judgments), Buffer.from([0xff, 10])),
    ],
    [
      'keys in another order',
      units,
      () => changed(units, (was) => was.replace(/("task":"\w+"),("unit":"\w+")/, '$2,$1')),
    ],
    ['no JSON', units, () => appendFileSync(join(folder, units), 'no\n')],
  ];
  it.each(harms)('does not pass %s in %s', async (_, name, harm) => {
    harm();
    expect((await begin(1).files).asWritten).not.toContain(name);
  });

  it('does not pass a table of other units', async () => {
    changed(units, (was) => was.slice(was.indexOf('\n') + 1));
    expect(await begin(1).files).toMatchObject({ unitTables: [] });
  });

  it('writes the table of judgments with the bytes that it has otherwise', async () => {
    const uncounted = Array.from({ length: 40 }, () => null);
    const written = await begin(1).judgments!('topics', uncounted);
    const own = readFileSync(join(folder, 'data/judgments.parquet'));
    expect(Buffer.from(written).equals(own)).toBe(true);
  });
});

describe('a release that is verified in two threads', () => {
  const verified = (beside: number | undefined): Promise<VerifiedRelease> =>
    verifyRelease({ folder, signer: null, head: null, ...(beside && { beside }) });

  it('is all equal where nothing was changed', async () => {
    expect(await verified(1)).toMatchObject({ differences: [] });
    expect(await verified(1)).toEqual(await verified(undefined));
  });

  it.each([
    ['a vote', judgments, /"green":true/, '"green":false'],
    ['a chance', 'record/draws.jsonl', /"probability":[\d.]+/, '"probability":0.5'],
    ['a run that cannot be', 'record/runs.jsonl', /"round":"full"/, '"round":"none"'],
    ['what is no JSON', judgments, /"green":true/, '"green":tru'],
    ['a table', 'data/judgments.parquet', /PAR1/, 'PAR2'],
  ])('tells the same of %s as in one', async (_, name, from, to) => {
    const bytes = readFileSync(join(folder, name), 'latin1');
    writeFileSync(join(folder, name), bytes.replace(from, to), 'latin1');
    relisted(folder);
    const both = await verified(1);
    expect(both.differences).not.toEqual([]);
    expect(both).toEqual(await verified(undefined));
  });
});
