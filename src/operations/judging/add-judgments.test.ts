import { describe, expect, it } from 'vitest';
import { imported, judgment, judgments } from '../../../test/imported-files.ts';
import { latestAudit } from '../../../test/lasting-world.ts';
import { faultsOf } from '../../../test/refusals.ts';
import { jsonLines } from '../../../test/run-assay.ts';
import { testDatabases } from '../../../test/stores.ts';
import {
  judgeNext,
  makeProject,
  makeWorld,
  project,
  protocolContent,
} from '../../../test/work-world.ts';
import type { WorkWorld } from '../../../test/work-world.ts';
import { codedText } from '../../domain/text-values.ts';
import { openRound } from '../rounds/open-round.ts';
import { showRounds } from '../rounds/round-states.ts';

const databases = testDatabases('sqlite');
const kind = 'judgments' as const;
const at = '2026-02-01T10:00:00.000Z';

async function opened(units: number): Promise<{ world: WorkWorld; run: string }> {
  const world = await makeWorld(await databases.open());
  const content = protocolContent({ rounds: '  full: { units: all, annotators: 1 }' });
  const source = content.source.replace(
    'file: guideline.md',
    'file: guideline.md, required: false',
  );
  await makeProject(world, { ...content, source }, units);
  await world.person('anna');
  const { run } = await openRound(world.lead, { project, round: 'full', seed: 1 });
  return { world, run: run.id };
}

describe('judgments that a file adds', () => {
  it('go into a round under its guideline, which need not be said', async () => {
    const { world, run } = await opened(3);
    const other = [
      judgment('u1', 'anna', ['A']),
      judgment('u2', 'anna', [], { guideline_version: '0.9' }),
    ];
    const request = { kind, round: 'full', guideline: 'any' };
    const refused = await faultsOf(imported(world, jsonLines(other), request));
    expect(refused).toMatchObject([
      {
        code: 'not-for-round',
        field: 'u2',
        file: 'file.jsonl',
        line: 2,
        values: { annotator: 'anna', unit: 'u2', round: 'full', why: codedText('uncounted-stale') },
      },
    ]);
    expect(await judgments(world)).toEqual([]);
    const unsaid = { id: 'u1', labels: ['A'], annotator_id: 'anna' };
    const said = await imported(world, jsonLines([unsaid]), { kind, round: 'full' });
    expect(said).toMatchObject({ inserted: 1, unchanged: 0, revised: 0 });
    expect(await judgments(world)).toMatchObject([
      { unit: 'u1', run, guideline: '1.0', origin: 'import', at: '2026-03-02T08:00:00.000Z' },
    ]);
    const [view] = (await showRounds(world.lead, { project })).rounds[0]!.runs;
    expect(view!.figures).toMatchObject({ judged: 1, wanted: 3 });
  });

  it('are revised by another time or duration, and not by a row that says less', async () => {
    const { world } = await opened(2);
    const send = async (given: object): Promise<readonly number[]> => {
      const text = jsonLines([judgment('u1', 'anna', ['A'], given)]);
      const { inserted, unchanged, revised } = await imported(world, text, { kind });
      return [inserted, unchanged, revised];
    };
    const [added, same, anew] = [
      [1, 0, 0],
      [0, 1, 0],
      [1, 0, 1],
    ];
    expect(await send({})).toEqual(added);
    expect(await send({})).toEqual(same);
    // It had no time of its own, so any is new, even the one of the import.
    expect(await send({ at: '2026-03-02T08:00:00.000Z' })).toEqual(anew);
    expect(await send({ at })).toEqual(anew);
    expect(await send({ at, seconds: 5 })).toEqual(anew);
    expect(await send({ at, seconds: 5 })).toEqual(same);
    expect(await send({ at })).toEqual(same);
    expect(await send({ seconds: 5 })).toEqual(same);
    expect(await send({ seconds: 6 })).toEqual(anew);
    expect(await send({ seconds: 6, notes: 'Why?' })).toEqual(anew);
    expect(await send({ at: '2026-02-01T12:00:00.000Z', notes: 'Why?' })).toEqual(anew);
  });

  it('are stored in pieces where they are many, and told and recorded as ever', async () => {
    const { world, run } = await opened(501);
    const rows = Array.from({ length: 501 }, (_, place) => judgment(`u${place + 1}`, 'anna', []));
    const result = await imported(world, jsonLines(rows), { kind, round: 'full' });
    expect(result).toMatchObject({ inserted: 501, unchanged: 0, revised: 0 });
    const kept = await judgments(world);
    expect([kept.length, new Set(kept.map(({ unit }) => unit)).size]).toEqual([501, 501]);
    expect(kept.every((one) => one.run === run && one.importId === result.log)).toBe(true);
    expect((await latestAudit(world, 1))[0]).toMatchObject({ action: 'import-judgments' });
    const anna = { ...world.lead, actor: { ...world.lead.actor, login: 'anna' } };
    expect(await judgeNext(anna, run, () => ({}))).toBe(null);
  });
});
