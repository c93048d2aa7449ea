import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { refusal } from '../../../test/refusals.ts';
import { temporaryFolder } from '../../../test/run-assay.ts';
import type { ExportedFile } from './export-request.ts';
import { saveExport } from './save-export.ts';

function exported(pieces: readonly (string | Uint8Array)[], failure?: Error): ExportedFile {
  const manifest = { project: 'labels', rows: 2 } as unknown as ExportedFile['manifest'];
  const made = async function* () {
    yield* pieces;
    if (failure !== undefined) throw failure;
  };
  return { name: 'a.csv', contentType: 'text/csv', pieces: made(), manifest };
}

it('an export is saved with a manifest that has its size and hash', async () => {
  const path = join(temporaryFolder(), 'deep', 'down', 'a.csv');
  const told: number[] = [];
  const pieces = ['id\n', new TextEncoder().encode('ä\n')];
  const saved = await saveExport(exported(pieces), path, false, (bytes) => told.push(bytes));
  const sha256 = createHash('sha256').update('id\nä\n').digest('hex');
  // ä has two bytes.
  expect(saved).toEqual({ file: path, manifest: `${path}.manifest.json`, bytes: 6, sha256 });
  expect(told).toEqual([3, 6]);
  expect(readFileSync(path, 'utf8')).toBe('id\nä\n');
  expect(readFileSync(saved.manifest, 'utf8')).toBe(
    `${JSON.stringify({ project: 'labels', rows: 2, file: 'a.csv', bytes: 6, sha256 }, null, 2)}\n`,
  );
  expect(readdirSync(join(path, '..'))).toEqual(['a.csv', 'a.csv.manifest.json']);
});

it('an export replaces a file or a manifest only when that is wanted', async () => {
  for (const there of ['a.csv', 'a.csv.manifest.json']) {
    const folder = temporaryFolder({ [there]: 'old' });
    const path = join(folder, 'a.csv');
    const [[code] = []] = await refusal(saveExport(exported(['new']), path, false));
    expect(code).toBe('file-exists');
    expect(readdirSync(folder)).toEqual([there]);
    expect(readFileSync(join(folder, there), 'utf8')).toBe('old');
    await saveExport(exported(['new']), path, true);
    expect(readFileSync(path, 'utf8')).toBe('new');
  }
});

it('an export that fails on the way leaves nothing behind', async () => {
  const folder = temporaryFolder();
  const failure = new Error('The store is gone.');
  const saving = saveExport(exported(['id\n'], failure), join(folder, 'a.csv'), false);
  await expect(saving).rejects.toBe(failure);
  expect(readdirSync(folder)).toEqual([]);
});

it('an export is refused with the name of a place that cannot be written', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  const path = join(folder, 'file', 'a.csv');
  const [[code, values] = []] = await refusal(saveExport(exported(['id\n']), path, false));
  expect([code, values]).toMatchObject(['file-unwritable', { file: path }]);
});
