import { join } from 'node:path';
import { expect, it } from 'vitest';
import { releaseRequest } from '../../../test/cut-releases.ts';
import { faultsIn } from '../../../test/refusals.ts';
import { folderOf } from '../../../test/temporary-files.ts';
import type { ReleaseRequest } from './cut-release.ts';
import { checkRequest } from './release-folder.ts';

const refused = (given: Partial<ReleaseRequest>, out = join(folderOf(), 'new')) =>
  faultsIn(() => checkRequest(releaseRequest(out, given))).map(({ code }) => code);

it.each(['1', '1.0', '2026-03-01', 'v1.0+draft', 'α1'])('%s can name a release', (version) => {
  expect(refused({ version })).toEqual([]);
});

it.each(['', '.1', '-1', '1..2', '1/2', '1 2', '../1'])('%j cannot name a release', (version) => {
  expect(refused({ version })).toEqual(['bad-version']);
});

it('open units are left out for a reason', () => {
  expect(refused({ allowOpen: null })).toEqual([]);
  expect(refused({ allowOpen: 'Too late to be asked.' })).toEqual([]);
  for (const allowOpen of ['', '  ']) expect(refused({ allowOpen })).toEqual(['reason-required']);
});

it('what exists is not written over, be it a folder or a file', () => {
  const folder = folderOf({ 'old/manifest.json': '{}', file: '' });
  for (const name of ['old', 'file'])
    expect(refused({}, join(folder, name))).toEqual(['folder-exists']);
});
