import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeProject, project, protocolContent } from './work-world.ts';
import type { WorkWorld } from './work-world.ts';
import { importFile } from '../src/operations/exchange/import-file.ts';
import type { ImportResult } from '../src/operations/exchange/import-file.ts';
import type { ImportRequest } from '../src/operations/exchange/import-request.ts';
import { judgmentRows } from './record-rows.ts';

export const place = { project, task: 'topics' };

export const unit = (id: string, given: object = {}): object => ({
  id,
  document: 'd1',
  text: `text of ${id}`,
  ...given,
});

export const judgment = (
  id: string,
  annotator: string,
  labels: readonly string[],
  given: object = {},
): object => ({ id, labels, annotator_id: annotator, guideline_version: '1.0', ...given });

export async function imported(
  world: WorkWorld,
  content: string | Uint8Array,
  given: Partial<ImportRequest> & Pick<ImportRequest, 'kind'>,
): Promise<ImportResult> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-imported-'));
  try {
    const path = join(folder, given.name ?? 'file.jsonl');
    writeFileSync(path, content);
    return await importFile(world.lead, { project, path, name: 'file.jsonl', ...given });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function someProject(world: WorkWorld): Promise<WorkWorld> {
  const panel = '  people: { names: [anna, ben, cora] }';
  await makeProject(world, protocolContent({ rounds: '  {}', panel }), 6);
  return world;
}

export const judgments = async (world: WorkWorld) =>
  await world.store.read((db) => judgmentRows(db, { project }));
