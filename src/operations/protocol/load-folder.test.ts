import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testDatabases } from '../../../test/stores.ts';
import { folderOf } from '../../../test/temporary-files.ts';
import { makeWorld, protocolContent, trainingKey } from '../../../test/work-world.ts';
import { InputError } from '../../domain/fault.ts';
import { insertUnits } from '../../store/units/units.ts';
import { auditLog } from '../workspace/audit-log.ts';
import { createProject } from './create-project.ts';
import { loadFolder } from './load-folder.ts';
import { protocolFolder } from './protocol-folder.ts';
import { listProjects } from './show-project.ts';

describe('a folder with a protocol', () => {
  const databases = testDatabases('sqlite');
  const rounds = '  training: { units: 2, key: key.jsonl }\n  full: { units: 2, annotators: 1 }';
  const units = [
    { id: 'u1', document: ' d1 ', text: 'alpha' },
    { id: 'u2', document: 'd1', text: 'beta' },
  ];
  const lines = units.map((unit) => `${JSON.stringify(unit)}\n`).join('');

  function folder(change: Readonly<Record<string, string>> = {}): string {
    const content = protocolContent({ rounds, key: trainingKey(2) });
    const source = content.source.replace('\ntasks:', '\nunits: { topics: units.jsonl }\ntasks:');
    const files = { 'guideline.md': content.guideline, 'units.jsonl': lines, ...content.files };
    return folderOf({ 'protocol.yaml': source, ...files, ...change });
  }

  it('is read with the files that it names, except its units', () => {
    const at = folder({ 'note.txt': 'mine' });
    const { source, guideline, files } = protocolFolder(at);
    expect(source).toBe(readFileSync(join(at, 'protocol.yaml'), 'utf8'));
    expect(guideline).toBe(readFileSync(join(at, 'guideline.md'), 'utf8'));
    expect(Object.keys(files).toSorted()).toEqual(['key.jsonl', 'rules.yaml']);
    expect(files['rules.yaml']).toBe(readFileSync(join(at, 'rules.yaml'), 'utf8'));
  });

  it('becomes a project with its units, once; afterwards it is left as it is', async () => {
    const { lead, store } = await makeWorld(await databases.open());
    const at = folder();
    const loaded = { project: 'labels', title: 'Labels', folder: at, kept: null };
    expect(await loadFolder(lead, at)).toEqual({ ...loaded, fresh: true, units: 2 });
    const { entries } = await auditLog(lead, { project: 'labels', limit: 2 });
    expect(entries).toMatchObject([
      {
        actor: 'assay',
        action: 'units-load',
        object: 'task/topics',
        detail: { file: 'units.jsonl', units: 2 },
      },
      { actor: 'assay', action: 'project-create', object: 'protocol/1' },
    ]);
    const stored = await store.read((db) =>
      db.selectFrom('unit').select(['id', 'subject']).orderBy('id').execute(),
    );
    expect(stored).toEqual([
      { id: 'u1', subject: 'd1' },
      { id: 'u2', subject: 'd1' },
    ]);
    expect(await loadFolder(lead, at)).toEqual({ ...loaded, fresh: false, units: 0 });
    // Whoever changed the folder is told that the project keeps what it has.
    const changed = folder({ 'rules.yaml': 'labels: { A: [omega] }\n' });
    expect(await loadFolder(lead, changed)).toEqual({
      ...loaded,
      folder: changed,
      fresh: false,
      units: 0,
      kept: 1,
    });
    const again = await auditLog(lead, { project: 'labels', limit: 2 });
    expect(again.entries).toEqual(entries);
  });

  it('gives its units to a project that was left without, but not to one that has some', async () => {
    const { lead } = await makeWorld(await databases.open());
    const at = folder({ 'units.jsonl': '{"id":"u1"}\n{"id":\n' });
    await expect(loadFolder(lead, at)).rejects.toThrow(InputError);
    // Nothing was written: all files are read before.
    expect(await listProjects(lead)).toEqual([]);
    const right = folder();
    await createProject(lead, protocolFolder(right));
    expect(await loadFolder(lead, right)).toMatchObject({ fresh: false, units: 2, kept: null });
    const other = await makeWorld(await databases.open());
    await createProject(other.lead, protocolFolder(right));
    const place = { project: 'labels', task: 'topics' };
    await other.store.write((tx) =>
      insertUnits(tx, place, [{ id: 'u9', subject: null, fields: {} }], '2026-03-02'),
    );
    expect(await loadFolder(other.lead, right)).toMatchObject({ fresh: false, units: 0 });
  });
});
