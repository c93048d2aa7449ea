import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { InputError } from '../../domain/fault.ts';
import { openStore } from '../../store/open-store.ts';
import { countUnits } from '../../store/units/units.ts';
import { setWorkspaceValue } from '../../store/workspace/workspace.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import type { WorkWorld } from '../../../test/work-world.ts';
import { projectProtocol } from '../project-protocol.ts';
import { importFile } from './import-file.ts';
import type { ImportRequest } from './import-request.ts';
import { FaultList } from '../text-file.ts';
import { readersWithin, readJudgmentsApart, stageUnitsApart } from './read-apart.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-off-thread-'));
let files = 0;

function fileOf(text: string): string {
  const path = join(folder, `file-${(files += 1)}`);
  writeFileSync(path, text);
  return path;
}

async function freshWorld(): Promise<WorkWorld> {
  const world = await makeWorld(await openStore(join(folder, `workspace-${(files += 1)}.db`)));
  await makeProject(world, protocolContent({ rounds: '  full: { units: all }' }), 60);
  await world.person('anna');
  return world;
}

/** What an import says, or its faults. */
async function outcome(request: Omit<ImportRequest, 'project' | 'name'>): Promise<unknown> {
  const { lead, store } = await freshWorld();
  try {
    const { log: _, ...result } = await importFile(lead, { project, name: 'upload', ...request });
    const units = await store.read((db) => countUnits(db, { project, task: 'topics' }));
    const judgments = await store.read((db) =>
      db.selectFrom('judgment').select(['unit', 'annotator', 'answers', 'at']).execute(),
    );
    return { result, units, judgments };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { faults: error.faults, count: error.count };
  } finally {
    await store.close();
  }
}

const units = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) => `{"id":"n${at}","document":"d","text":"text ${at}"}\n`,
  ).join('');
const judged = (count: number, more = ''): string =>
  Array.from(
    { length: count },
    (_, at) =>
      `{"id":"u${at + 1}","labels":["A"],"annotator_id":"anna",` +
      `"timestamp":"2026-03-01T08:00:00Z"${more}}\n`,
  ).join('');

describe('a file that is read in a process of its own', () => {
  it.each([
    ['units', 'units in lines', units(1200)],
    ['units', 'units as an array', `[${units(300).trim().replaceAll('\n', ',')}]`],
    ['units', 'units in a table', 'id,document,text\nn1,d,one\nn2,d,two\n'],
    ['units', 'units with faults', `${units(2)}{"id":"n1","text":"again"}\nnonsense\n`],
    ['units', 'nothing', '\n'],
    ['judgments', 'judgments in lines', judged(60)],
    ['judgments', 'judgments in a table', 'id,labels,annotator_id\nu1,A;B,anna\nu2,,anna\n'],
    ['judgments', 'judgments with faults', judged(55, ',"nonsense":1')],
    ['judgments', 'judgments on units that are not there', judged(70)],
    ['judgments', 'lines that are not JSON', `${judged(3)}{\n`],
  ] as const)('gives the same as on the thread of the server: %s, %s', async (kind, _, text) => {
    const path = fileOf(text);
    const here = await outcome({ kind, path });
    expect(await outcome({ kind, path, apart: true })).toEqual(here);
  });

  it('holds nobody up: others save again and again while it is parsed', async () => {
    const { store } = await freshWorld();
    // One value, which is parsed in one go: on the thread of the server nothing else would happen.
    const path = fileOf(`[${units(60_000).trim().replaceAll('\n', ',')}]`);
    const request = { project, kind: 'units', path, name: 'upload', dryRun: true } as const;
    const state = { isOver: false };
    const read = projectProtocol(store, project).then((protocol) =>
      stageUnitsApart(request, 'units-jsonl', protocol),
    );
    const staged = read.finally(() => (state.isOver = true));
    let saves = 0;
    for (; !state.isOver; saves += 1)
      await store.write((tx) => setWorkspaceValue(tx, 'note', String(saves)));
    const { rows } = await staged;
    expect(rows.size).toBe(60_000);
    expect(saves).toBeGreaterThan(20);
    await rows.discard();
    await store.close();
  });

  it('hands over few judgments a turn, however slowly they are taken in', async () => {
    const { store } = await freshWorld();
    const { content } = await projectProtocol(store, project);
    const request = { project, kind: 'judgments', path: fileOf(judged(3000)), name: 'upload' };
    const taken = { all: 0, now: 0, most: 0 };
    let next = setImmediate(function tick() {
      taken.now = 0;
      next = setImmediate(tick);
    });
    const accept = (): void => {
      taken.all += 1;
      taken.now += 1;
      taken.most = Math.max(taken.most, taken.now);
      // As slow as a check: meanwhile the process reads on.
      for (let at = 0; at < 20_000; at += 1) Math.sqrt(at);
    };
    const place = { content, task: 'topics' };
    const found = new FaultList();
    await readJudgmentsApart(request as ImportRequest, 'judgments-jsonl', place, accept, found);
    clearImmediate(next);
    expect(taken.all).toBe(3000);
    // A batch is of 50; two can lie between two ticks.
    expect(taken.most).toBeLessThanOrEqual(100);
    await store.close();
  });

  it.each([
    ['seconds', { seconds: 0, megabytes: 4096 }, 'more than 0 seconds'],
    ['memory', { seconds: 600, megabytes: 150 }, 'more than 150 megabytes'],
  ] as const)('is stopped at a limit of %s, and leaves nothing', async (_, limits, reason) => {
    const { store } = await freshWorld();
    const path = fileOf(`[${units(120_000).trim().replaceAll('\n', ',')}]`);
    const request = { project, kind: 'units', path, name: 'upload' } as const;
    const protocol = await projectProtocol(store, project);
    // A folder of its own: others read files at the same time.
    vi.stubEnv('TMPDIR', mkdtempSync(join(folder, 'temporary-')));
    await expect(
      stageUnitsApart(request, 'units-jsonl', protocol, readersWithin(limits)),
    ).rejects.toThrow(reason);
    expect(staging()).toEqual([]);
    await store.close();
  });
});

function staging(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('assay-import-'));
}
