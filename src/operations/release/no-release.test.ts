import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/run-assay.ts';
import { verifyRelease } from './verify-release.ts';
import { releaseFolder } from './release-from-folder.ts';

const unchecked = { signer: null, head: null };

describe('a folder that is no release', () => {
  it('is refused by verify, with what is missing', async () => {
    const folder = temporaryFolder();
    const nowhere = join(folder, 'nowhere');
    await expect(verifyRelease({ folder: nowhere, ...unchecked })).rejects.toMatchObject({
      faults: [{ code: 'not-a-release', values: { reason: { code: 'no-such-folder' } } }],
    });
    await expect(verifyRelease({ folder, ...unchecked })).rejects.toMatchObject({
      faults: [{ code: 'not-a-release', values: { reason: { code: 'lacks-file' } } }],
    });
  });

  it('is not released again where its record cannot be read', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'record'));
    writeFileSync(join(folder, 'record', 'record.json'), '{"half');
    const choice = { version: '1.0', seed: 1, allowOpen: null, names: true, withText: false };
    const request = { ...choice, replies: false, out: join(folder, 'out'), sign: null };
    await expect(releaseFolder(folder, request, null)).rejects.toMatchObject({
      faults: [{ code: 'not-a-release' }],
    });
  });
});
