import { expect, it } from 'vitest';
import { jsonLines } from '../../../test/run-assay.ts';
import { describeStores } from '../../../test/stores.ts';
import {
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from '../../../test/work-world.ts';
import { writeParquet } from '../../formats/parquet-writer.ts';
import { openRound } from '../rounds/open-round.ts';
import { saveJudgment } from '../judging/save-judgment.ts';
import { nextUnits } from '../judging/next-unit.ts';
import { unit, judgment, imported, someProject, judgments } from '../../../test/imported-files.ts';

describeStores('imported judgments', (databases) => {
  it('are added once, with their own time, and stay as they are when they come again', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const text = jsonLines([
      judgment('u1', 'anna', ['A'], {
        at: '2026-02-01T10:00:00+01:00',
        seconds: 60,
        confidence: 'high',
      }),
      judgment('u1', 'ben', []),
      judgment('u2', 'anna', ['A', 'B'], { grades: { B: 2 } }),
    ]);
    expect(await imported(world, text, { kind: 'judgments' })).toMatchObject({
      format: 'judgments-jsonl',
      inserted: 3,
      unchanged: 0,
      revised: 0,
      tasks: [{ task: 'topics', inserted: 3, unchanged: 0 }],
    });
    const kept = await judgments(world);
    expect(
      kept.map(({ unit: id, annotator, answers, at, origin, run }) => ({
        id,
        annotator,
        answers,
        at,
        origin,
        run,
      })),
    ).toEqual([
      {
        id: 'u1',
        annotator: 'anna',
        answers: { A: 1, B: 0, C: 0 },
        at: '2026-02-01T09:00:00.000Z',
        origin: 'import',
        run: null,
      },
      {
        id: 'u1',
        annotator: 'ben',
        answers: { A: 0, B: 0, C: 0 },
        at: '2026-03-02T08:00:00.000Z',
        origin: 'import',
        run: null,
      },
      {
        id: 'u2',
        annotator: 'anna',
        answers: { A: 1, B: 2, C: 0 },
        at: '2026-03-02T08:00:00.000Z',
        origin: 'import',
        run: null,
      },
    ]);
    world.pass(60);
    expect(await imported(world, text, { kind: 'judgments' })).toMatchObject({
      inserted: 0,
      unchanged: 3,
      log: null,
    });
    expect(await judgments(world)).toEqual(kept);
    // Another answer is a revision of the imported one; both stay in the log.
    expect(
      await imported(world, jsonLines([judgment('u1', 'ben', ['C'])]), { kind: 'judgments' }),
    ).toMatchObject({ inserted: 1, revised: 1 });
    const after = await judgments(world);
    expect(after.length).toBe(4);
    expect(after[3]!.supersedes).toBe(kept[1]!.id);
  });

  it('go back to an earlier answer when a file says so, as often as it does', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const [yes, no] = [
      jsonLines([judgment('u1', 'anna', ['A']), judgment('u2', 'anna', ['A'])]),
      jsonLines([judgment('u1', 'anna', []), judgment('u2', 'anna', ['A'])]),
    ];
    const told: unknown[] = [];
    for (const text of [yes, no, yes, yes, no, no, yes]) {
      const { inserted, unchanged, revised } = await imported(world, text, { kind: 'judgments' });
      told.push([inserted, unchanged, revised]);
    }
    expect(told).toEqual([
      [2, 0, 0],
      [1, 1, 1],
      [1, 1, 1],
      [0, 2, 0],
      [1, 1, 1],
      [0, 2, 0],
      [1, 1, 1],
    ]);
    const kept = await judgments(world);
    const chain = kept.filter((one) => one.unit === 'u1');
    expect(chain.map((one) => one.answers['A'])).toEqual([1, 0, 1, 0, 1]);
    expect(chain.map((one) => one.supersedes)).toEqual([
      null,
      ...chain.slice(0, -1).map((one) => one.id),
    ]);
    expect(new Set(kept.map((one) => one.idempotencyKey)).size).toBe(kept.length);
  });

  it('are revised by other notes alone, and not by what says less', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const given = { at: '2026-02-01T10:00:00Z', seconds: 60, confidence: 'high' };
    await imported(world, jsonLines([judgment('u1', 'anna', ['A'], given)]), { kind: 'judgments' });
    expect(
      await imported(
        world,
        jsonLines([judgment('u1', 'anna', ['A'], { ...given, notes: 'Clear.' })]),
        { kind: 'judgments' },
      ),
    ).toMatchObject({ inserted: 1, unchanged: 0, revised: 1 });
    // The same in another form, without the time.
    const whole = {
      unit: 'u1',
      annotator: 'anna',
      answers: { A: 1, B: 0, C: 0 },
      confidence: 'high',
      notes: 'Clear.',
    };
    expect(await imported(world, jsonLines([whole]), { kind: 'judgments' })).toMatchObject({
      inserted: 0,
      unchanged: 1,
      revised: 0,
    });
    expect(
      await imported(world, jsonLines([{ ...whole, seconds: 61 }]), { kind: 'judgments' }),
    ).toMatchObject({ inserted: 1, revised: 1 });
  });

  it('belong to no round, and it is told how many rows name one', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const result = await imported(
      world,
      jsonLines([
        judgment('u1', 'anna', ['A'], { round: 'full' }),
        judgment('u2', 'anna', [], { round: 'elsewhere' }),
        judgment('u3', 'anna', []),
      ]),
      { kind: 'judgments' },
    );
    expect(result).toMatchObject({
      inserted: 3,
      warnings: [{ code: 'rounds-not-kept', values: { count: 2 } }],
    });
  });

  it('are refused with a mapping that their format has no use for', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const text = jsonLines([{ id: 'u1', labels: ['A'] }]);
    await expect(
      imported(world, text, {
        kind: 'judgments',
        mapping: { annotator: 'anna', round: 'full', values: {} },
      }),
    ).rejects.toMatchObject({
      faults: [
        { code: 'unknown-field', field: 'mapping.round' },
        { code: 'unknown-field', field: 'mapping.values' },
      ],
    });
    await expect(
      imported(world, 'd0 0 u1 1\n', {
        kind: 'judgments',
        mapping: { annotator: 'trec', values: { A: { 1: 2 } } },
      }),
    ).rejects.toMatchObject({ faults: [{ field: 'mapping.values' }] });
    await expect(
      imported(world, jsonLines([unit('u9')]), { kind: 'units', mapping: { annotator: 'anna' } }),
    ).rejects.toMatchObject({ faults: [{ field: 'mapping.annotator' }] });
    expect(
      await imported(world, text, {
        kind: 'judgments',
        mapping: { annotator: 'anna', guideline: '1.0' },
      }),
    ).toMatchObject({ inserted: 1 });
  });

  it('in a table with a column that is not known are refused, unless it is renamed or left out', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const csv =
      'id,annotator_id,text,A,B,Cc,note\nu1,anna,the text,1,0,2,important\n' +
      'u2,anna,the text,1,0,2,important\n';
    await expect(imported(world, csv, { kind: 'judgments', name: 'j.csv' })).rejects.toMatchObject({
      faults: [
        { code: 'unknown-field', field: 'Cc', line: 1 },
        { code: 'unknown-field', field: 'note', line: 1 },
        { code: 'missing-field', field: 'C' },
        { code: 'missing-field', field: 'C' },
      ],
    });
    await expect(
      imported(world, csv, {
        kind: 'judgments',
        name: 'j.csv',
        mapping: { fields: { Cc: 'B', note: 'notes' } },
      }),
    ).rejects.toMatchObject({
      faults: expect.arrayContaining([
        expect.objectContaining({
          code: 'bad-csv',
          message: 'the columns B and Cc are both B, expected one',
        }),
      ]),
    });
    expect(
      await imported(world, csv, {
        kind: 'judgments',
        name: 'j.csv',
        mapping: { fields: { Cc: 'C', note: null } },
      }),
    ).toMatchObject({ inserted: 2 });
    expect((await judgments(world))[0]).toMatchObject({
      answers: { A: 1, B: 0, C: 2 },
      asides: {},
    });
    await expect(
      imported(world, new TextEncoder().encode('PAR1nothingPAR1'), { kind: 'judgments' }),
    ).rejects.toThrow(/^file\.jsonl: the Parquet file cannot be read: /);
    const parquet = writeParquet(
      [
        { name: 'unit', type: 'text' },
        { name: 'annotator', type: 'text' },
        ...['A', 'B', 'C', 'extra'].map((name) => ({ name, type: 'whole number' as const })),
      ],
      [{ unit: 'u3', annotator: 'anna', A: 1, B: 0, C: 0, extra: 7 }],
    );
    await expect(
      imported(world, new Uint8Array(parquet), { kind: 'judgments' }),
    ).rejects.toMatchObject({ faults: [{ code: 'unknown-field', field: 'extra' }] });
    expect(
      await imported(world, new Uint8Array(parquet), {
        kind: 'judgments',
        mapping: { fields: { extra: null } },
      }),
    ).toMatchObject({ inserted: 1 });
  });

  it('without lines are told by their position, unit and annotator', async () => {
    const world = await someProject(await makeWorld(await databases.open()));
    const rows = [
      judgment('u1', 'anna', ['A']),
      judgment('u1', 'anna', ['A']),
      judgment('u2', 'ben', ['Z']),
    ];
    const failure = (await imported(world, JSON.stringify(rows), { kind: 'judgments' }).catch(
      (error: unknown) => error,
    )) as Error;
    expect(failure.message.split('\n')).toEqual([
      'file.jsonl: [1] u1, anna: anna already judged u1 in [0]',
      'file.jsonl: [2] u2, ben: labels is "Z", expected A, B or C',
    ]);
  });

  it('never replace what somebody has answered in the workbench', async () => {
    const world = await makeWorld(await databases.open());
    const rounds = '  full: { units: all, annotators: 2 }';
    await makeProject(world, protocolContent({ rounds }), 6);
    const anna = await world.person('anna');
    await world.person('ben');
    const run = (await openRound(world.lead, { project, round: 'full', seed: 1 })).run.id;
    const own = (await nextUnits(anna, { run })).units[0]!.unit;
    await saveJudgment(anna, {
      run,
      unit: own,
      answers: truthOf(own),
      idempotencyKey: 'k',
      seconds: 30,
    });
    const same = Object.entries(truthOf(own))
      .filter(([, grade]) => grade !== 0)
      .map(([label]) => label);
    expect(
      await imported(world, jsonLines([judgment(own, 'anna', same)]), { kind: 'judgments' }),
    ).toMatchObject({ inserted: 0, unchanged: 1 });
    const other = ['A', 'B', 'C'].filter((label) => !same.includes(label));
    await expect(
      imported(world, jsonLines([judgment(own, 'anna', other), judgment('u1', 'cora', [])]), {
        kind: 'judgments',
      }),
    ).rejects.toMatchObject({
      faults: [{ code: 'judged-in-workbench', field: own, file: 'file.jsonl', line: 1 }],
    });
    expect((await judgments(world)).length).toBe(1);
  });
});
