import { join } from 'node:path';
import { expect, it } from 'vitest';
import { jsonLines, temporaryFolder } from '../../../test/run-assay.ts';
import { testDatabases } from '../../../test/stores.ts';
import {
  judgeAll,
  judgeNext,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from '../../../test/work-world.ts';
import { recordEnd } from '../../store/fold/judgment-log.ts';
import { listRuns } from '../../store/rounds/rounds.ts';
import { insertUnits } from '../../store/units/units.ts';
import { importFile } from '../exchange/import-file.ts';
import { projectProtocol, taskOf } from '../project-protocol.ts';
import { closeRound } from '../rounds/close-round.ts';
import { openRound } from '../rounds/open-round.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import { liveFigures, liveFold, namedTask } from './live-fold.ts';
import type { FigureScope } from './live-fold.ts';
import { TaskRecord } from './task-record.ts';

const databases = testDatabases('sqlite');
const together = '  second: { kind: full, annotators: 2 }';
const rounds = '  first: { kind: full, annotators: 1 }\n  second: { kind: full, annotators: 2 }';

async function begun(units: number, given = rounds) {
  const world = await makeWorld(await databases.open());
  await makeProject(world, protocolContent({ rounds: given }), units);
  const anna = await world.person('anna');
  const ben = await world.person('ben');
  const open = async (round: string, annotators: readonly string[]) =>
    (await openRound(world.lead, { project, round, seed: 1, annotators })).run.id;
  const states = async (scope: Partial<FigureScope> = {}) => {
    const { fold } = await liveFold(world.store, { project, ...scope });
    return Object.fromEntries(
      Array.from({ length: fold.units.size }, (_, unit) => [
        fold.units.at(unit),
        fold.standings.state(unit),
      ]),
    );
  };
  return { world, anna, ben, open, states };
}

it('a fold has what was added since, for the task and for each run alone', async () => {
  const { world, anna, ben, open, states } = await begun(
    4,
    '  first: { kind: full, units: 2, annotators: 1 }\n  second: { kind: full, annotators: 2 }',
  );
  expect(await states()).toEqual({});
  const first = await open('first', ['anna']);
  const counts = async (scope: Partial<FigureScope>) =>
    (await liveFold(world.store, { project, ...scope })).fold.judged;
  await judgeNext(anna, first, truthOf);
  expect([await counts({}), await counts({ run: first })]).toEqual([1, 1]);
  await judgeNext(anna, first, truthOf);
  expect([await counts({}), await counts({ run: first })]).toEqual([2, 2]);
  await closeRound(world.lead, { run: first });
  const second = await open('second', ['anna', 'ben']);
  expect(await counts({ run: second })).toBe(0);
  await judgeAll(ben, second, truthOf);
  expect([await counts({}), await counts({ run: first }), await counts({ run: second })]).toEqual([
    4, 2, 2,
  ]);
  const { run, runs, task, project: own } = await liveFold(world.store, { project, run: first });
  expect([run!.id, runs.map(({ id }) => id), task.task.id, own.version]).toEqual([
    first,
    [first, second],
    'topics',
    1,
  ]);
  expect((await liveFold(world.store, { project })).run).toBeNull();
});

it('a unit waits for who has yet to judge it in an open run, until the run is closed', async () => {
  const { world, anna, ben, open, states } = await begun(1, together);
  const run = await open('second', ['anna', 'ben']);
  await judgeAll(anna, run, truthOf);
  expect(await states()).toEqual({ u1: 'awaiting' });
  expect(await states({ run })).toEqual({ u1: 'awaiting' });
  const { fold } = await liveFold(world.store, { project });
  expect(fold.standings.standing(0)).toMatchObject({ state: 'awaiting' });
  expect(JSON.stringify(fold.standings.standing(0))).toContain('ben');
  await judgeAll(ben, run, truthOf);
  expect(await states()).toEqual({ u1: 'settled' });
  expect(await states({ run })).toEqual({ u1: 'settled' });
  await closeRound(world.lead, { run });
  expect(await states()).toEqual({ u1: 'settled' });
});

it('a ruling decides in the task, and in a run once the run has judged the unit', async () => {
  const { world, anna, open, states } = await begun(2);
  const run = await open('first', ['anna']);
  const judged = (await judgeNext(anna, run, truthOf))!.unit;
  const other = judged === 'u1' ? 'u2' : 'u1';
  await makeRuling(world.lead, {
    project,
    task: 'topics',
    unit: other,
    exclude: true,
    reason: 'Not a text.',
    seen: null,
    idempotencyKey: 'ruling',
  });
  expect(await states()).toEqual({ [judged]: 'settled', [other]: 'excluded' });
  expect(await states({ run })).toEqual({ [judged]: 'settled' });
  await judgeAll(anna, run, truthOf);
  expect(await states({ run })).toEqual({ [judged]: 'settled', [other]: 'excluded' });
});

it('figures are computed with the fold, and one failure does not stop the next', async () => {
  const { world } = await begun(1);
  const scope = { project };
  const count = await liveFigures(world.store, scope, function* ({ fold }) {
    yield;
    return fold.units.size;
  });
  expect(count.figures).toBe(0);
  const failing = liveFigures(world.store, scope, function* () {
    yield;
    throw new Error('cannot be computed');
  });
  await expect(failing).rejects.toThrow('cannot be computed');
  expect((await liveFold(world.store, scope)).fold.judged).toBe(0);
});

it('a task or run that is not there is refused by its name', async () => {
  const { world } = await begun(1);
  const fold = (scope: Partial<FigureScope>) => liveFold(world.store, { project, ...scope });
  await expect(fold({ run: 'r9' })).rejects.toMatchObject({
    faults: [{ code: 'not-found', values: { what: { code: 'run', values: { id: 'r9' } } } }],
  });
  await expect(fold({ task: 'others' })).rejects.toMatchObject({
    faults: [{ code: 'unknown-task', values: { got: 'others', expected: ['topics'] } }],
  });
  const tasks = (...ids: readonly string[]) =>
    ({ protocol: { tasks: ids.map((id) => ({ id })) } }) as unknown as Parameters<
      typeof namedTask
    >[0];
  expect([namedTask(tasks('a'), undefined), namedTask(tasks('a', 'b'), 'b')]).toEqual(['a', 'b']);
  expect(() => namedTask(tasks('a', 'b'), undefined)).toThrow(/task/);
});

it('a record of a task has all units under their subjects, and what was added since', async () => {
  const { world, anna, open } = await begun(6);
  const { store } = world;
  const present = await projectProtocol(store, project);
  const scope = {
    project: present,
    task: taskOf(present, 'topics'),
    fields: ['source', 'nothing'],
    seed: 1,
    allowPartial: false,
  };
  const record = new TaskRecord(store, scope);
  expect(record.judgments).toBe(0);
  expect(() => record.fold).toThrow('nothing was read');
  expect(record.place).toEqual({ project, task: 'topics' });
  const follow = async () =>
    await record.follow(
      await store.read(recordEnd),
      await store.read((db) => listRuns(db, project)),
    );
  expect([await follow(), await follow()]).toEqual([true, false]);
  expect(record.units.ids.size).toBe(6);
  expect([record.units.hasSubject('d0'), record.units.hasSubject('d1')]).toEqual([true, true]);
  const run = await open('first', ['anna']);
  expect(await follow()).toBe(true);
  await judgeNext(anna, run, truthOf);
  expect([await follow(), record.judgments]).toEqual([true, 1]);
  const more = { id: 'u7', subject: null, fields: { id: 'u7', text: 'alpha', source: 'x' } };
  await store.write((tx) => insertUnits(tx, record.place, [more], '2026-03-02T08:00:00.000Z'));
  expect([await follow(), record.units.ids.size, record.units.hasSubject('u7')]).toEqual([
    true,
    7,
    true,
  ]);
  expect(await follow()).toBe(false);
});

it('one subject is read alone, and a unit without one is its own', async () => {
  const { world, anna, open } = await begun(6);
  const { store } = world;
  const alone = { id: 'u7', subject: null, fields: { id: 'u7', text: 'alpha' } };
  await store.write((tx) =>
    insertUnits(tx, { project, task: 'topics' }, [alone], '2026-03-02T08:00:00.000Z'),
  );
  await judgeAll(anna, await open('first', ['anna']), truthOf);
  const present = await projectProtocol(store, project);
  const read = async (subject: string) => {
    const scope = { project: present, task: taskOf(present, 'topics'), fields: [], seed: 1 };
    const record = new TaskRecord(store, { ...scope, allowPartial: false });
    const runs = await store.read((db) => listRuns(db, project));
    const isThere = await record.readSubject(subject, runs);
    return [isThere, record.units.ids.size, record.judgments];
  };
  // Units u1 to u5 are of the document d0, and u6 of d1.
  expect(await read('d0')).toEqual([true, 5, 5]);
  expect(await read('d1')).toEqual([true, 1, 1]);
  expect(await read('u7')).toEqual([true, 1, 1]);
  // A unit of a document is no subject.
  expect(await read('u1')).toEqual([false, 0, 0]);
  expect(await read('d9')).toEqual([false, 0, 0]);
});

it('a run of a few units is found in a long log, with what came after', async () => {
  const { world, anna, open } = await begun(3, '  first: { kind: full, units: 2, annotators: 1 }');
  const rows = Array.from({ length: 60 }, (_, at) => ({
    unit: `u${(at % 3) + 1}`,
    annotator: `p${at}`,
    answers: truthOf(`u${(at % 3) + 1}`),
    guideline: '1.0',
  }));
  const folder = temporaryFolder({ 'all.jsonl': jsonLines(rows) });
  const file = { project, kind: 'judgments', path: join(folder, 'all.jsonl') } as const;
  expect(await importFile(world.lead, { ...file, name: 'all.jsonl' })).toMatchObject({
    inserted: 60,
  });
  const run = await open('first', ['anna']);
  const first = (await judgeNext(anna, run, truthOf))!.unit;
  const units = async () => {
    const { fold } = await liveFold(world.store, { project, run });
    const names = Array.from({ length: fold.units.size }, (_, at) => fold.units.at(at));
    return { names, judged: fold.judged };
  };
  expect(await units()).toEqual({ names: [first], judged: 1 });
  const second = (await judgeNext(anna, run, truthOf))!.unit;
  expect(await units()).toEqual({ names: [first, second], judged: 2 });
});
