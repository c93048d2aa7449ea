import { describe, expect, it } from 'vitest';
import { lastingWorld, latestAudit } from '../../../test/lasting-world.ts';
import { judgmentRows } from '../../../test/record-rows.ts';
import { refusal } from '../../../test/refusals.ts';
import { testDatabases } from '../../../test/stores.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  trainingKey,
  truthOf,
  wrongOf,
} from '../../../test/work-world.ts';
import { codedText } from '../../domain/text-values.ts';
import { closeRound } from '../rounds/close-round.ts';
import { openRound } from '../rounds/open-round.ts';
import { nextUnits } from './next-unit.ts';
import { ownUnit } from './own-units.ts';
import { saveDraft } from './save-draft.ts';
import { saveJudgment } from './save-judgment.ts';
import type { SaveJudgment } from './save-judgment.ts';

const rounds = '  full: { units: 6, annotators: 1 }';
const at = '2026-03-02T08:00:00.000Z';

describe('a judgment', () => {
  const made = lastingWorld(async (world) => {
    await makeProject(world, protocolContent({ rounds }), 6);
    const anna = await world.person('anna');
    const rex = await world.person('rex', 'reviewer');
    const { run } = await openRound(world.lead, { project, round: 'full', seed: 1 });
    const { units } = await nextUnits(anna, { run: run.id, count: 6 });
    const given = (place: number, more: Partial<SaveJudgment> = {}): SaveJudgment => ({
      run: run.id,
      unit: units[place]!.unit,
      answers: truthOf(units[place]!.unit),
      idempotencyKey: `key ${place}`,
      ...more,
    });
    return { anna, rex, run: run.id, units: units.map(({ unit }) => unit), given };
  });
  const judged = (unit: string) =>
    made().world.store.read(async (db) =>
      (await judgmentRows(db, { project })).filter((one) => one.unit === unit),
    );

  it('is kept with its asides and time, and told once however often it is sent', async () => {
    const { world, anna, run, units, given } = made();
    const asides = { confidence: 'low', notes: 'Why?', flag: false };
    const sent = given(0, { asides, pauses: [10, 100, 5] });
    await saveDraft(anna, { run, unit: units[0]!, answers: { A: 1 }, revision: 1 });
    const saved = await saveJudgment(anna, sent);
    expect(saved).toEqual({
      id: saved.id,
      at,
      supersedes: null,
      fresh: true,
      progress: { held: 6, judged: 1, since: expect.any(Number) },
      remaining: 5,
      feedback: null,
    });
    expect(await latestAudit(world, 1)).toEqual([
      {
        at,
        actor: 'anna',
        action: 'judge',
        object: `judgment/${saved.id}`,
        detail: { run, unit: units[0]! },
      },
    ]);
    // Pauses beyond the protocol's 60 seconds count as 60.
    expect(await judged(units[0]!)).toMatchObject([
      {
        id: saved.id,
        annotator: 'anna',
        run,
        answers: truthOf(units[0]!),
        asides: { confidence: 'low', notes: 'Why?' },
        seconds: 75,
        guideline: '1.0',
        origin: 'workbench',
        supersedes: null,
      },
    ]);
    expect((await ownUnit(anna, { run, unit: units[0]! })).draft).toBe(null);
    const again = await saveJudgment(anna, sent);
    expect(again).toMatchObject({ id: saved.id, fresh: false, remaining: 5 });
    expect(await judged(units[0]!)).toHaveLength(1);
  });

  it('is revised by naming the one before, and only the latest', async () => {
    const { world, anna, run, units, given } = made();
    const first = await saveJudgment(anna, given(1));
    await saveDraft(anna, {
      run,
      unit: units[1]!,
      answers: { A: 2 },
      revision: 1,
      supersedes: first.id,
    });
    const revised = given(1, { answers: wrongOf(units[1]!), idempotencyKey: 'again' });
    expect(await refusal(saveJudgment(anna, revised))).toEqual([
      ['judged-before', { unit: units[1]! }],
    ]);
    expect(await refusal(saveJudgment(anna, { ...revised, supersedes: 'other' }))).toEqual([
      ['revised-meanwhile', { unit: units[1]! }],
    ]);
    const second = await saveJudgment(anna, { ...revised, supersedes: first.id });
    expect(second).toMatchObject({ supersedes: first.id, fresh: true, progress: { judged: 2 } });
    expect(await latestAudit(world, 1)).toMatchObject([
      { action: 'judge-again', object: `judgment/${second.id}`, detail: { run, unit: units[1]! } },
    ]);
    expect(await ownUnit(anna, { run, unit: units[1]! })).toMatchObject({
      draft: null,
      judgment: { id: second.id, answers: wrongOf(units[1]!) },
    });
    const third = { ...revised, idempotencyKey: 'third', supersedes: first.id };
    expect(await refusal(saveJudgment(anna, third))).toEqual([
      ['revised-meanwhile', { unit: units[1]! }],
    ]);
    expect(await judged(units[1]!)).toHaveLength(2);
    // A first judgment revises nothing.
    expect(await refusal(saveJudgment(anna, given(2, { supersedes: first.id })))).toEqual([
      ['revised-meanwhile', { unit: units[2]! }],
    ]);
  });

  it('is refused with all of its faults at once, and nothing of it is kept', async () => {
    const { anna, units, given } = made();
    const wrong = given(3, { answers: { A: 7, D: 1 }, asides: { mood: 'good' }, seconds: 86_401 });
    const codes = (await refusal(saveJudgment(anna, wrong))).map(([code]) => code);
    expect(codes).toContain('wrong-value');
    expect(codes.filter((code) => code === 'unknown-field')).toHaveLength(2);
    expect(await judged(units[3]!)).toEqual([]);
    const seconds = { code: 'seconds-up-to', values: { most: 86_400 } };
    const faulty: readonly [Partial<SaveJudgment>, unknown][] = [
      [{ seconds: 86_401 }, 86_401],
      [{ seconds: -1 }, -1],
      [{ seconds: Number.POSITIVE_INFINITY }, Number.POSITIVE_INFINITY],
      [{ pauses: [1, -1] }, [1, -1]],
    ];
    for (const [time] of faulty)
      expect(await refusal(saveJudgment(anna, given(3, time)))).toEqual([
        ['wrong-value', expect.objectContaining({ field: 'seconds', expected: seconds })],
      ]);
    const length = codedText('text-of-length', { least: 1, most: 200 });
    for (const idempotencyKey of ['', 'k'.repeat(201)])
      expect(await refusal(saveJudgment(anna, given(3, { idempotencyKey })))).toEqual([
        ['wrong-value', expect.objectContaining({ field: 'idempotency_key', expected: length })],
      ]);
    expect(await judged(units[3]!)).toEqual([]);
    const kept = given(3, { seconds: 86_400, idempotencyKey: 'k'.repeat(200) });
    expect(await saveJudgment(anna, kept)).toMatchObject({ fresh: true });
    expect(await saveJudgment(anna, given(4, { seconds: 0 }))).toMatchObject({ fresh: true });
    expect(await judged(units[4]!)).toMatchObject([{ seconds: 0 }]);
  });

  it('is for those who judge, on units that they hold', async () => {
    const { world, anna, rex, given } = made();
    expect((await refusal(saveJudgment(rex, given(5))))[0]![0]).toBe('role-needed');
    expect(await refusal(saveJudgment(world.lead, given(5)))).toEqual([
      ['not-assigned', { unit: given(5).unit }],
    ]);
    expect(await refusal(saveJudgment(anna, given(5, { unit: 'nosuch' })))).toEqual([
      ['not-assigned', { unit: 'nosuch' }],
    ]);
    expect(await refusal(saveJudgment(anna, given(5, { run: 'nosuch' })))).toEqual([
      ['not-found', { what: codedText('run', { id: 'nosuch' }) }],
    ]);
    expect(await refusal(saveJudgment(anna, given(5, { suggestedBy: 'mini#1' })))).toEqual([
      ['suggestion-not-shown', { unit: given(5).unit, by: 'mini#1' }],
    ]);
  });
});

describe('a round that is closed', () => {
  const databases = testDatabases('sqlite');

  it('takes no judgment any more, and still knows one that is sent again', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { units: 2, annotators: 1 }' }), 2);
    const anna = await world.person('anna');
    const { run } = await openRound(world.lead, { project, round: 'full', seed: 1 });
    const [first, second] = (await nextUnits(anna, { run: run.id, count: 2 })).units;
    const sent = {
      run: run.id,
      unit: first!.unit,
      answers: truthOf(first!.unit),
      idempotencyKey: 'one',
    };
    const saved = await saveJudgment(anna, sent);
    await closeRound(world.lead, { run: run.id, incomplete: true });
    expect(await saveJudgment(anna, sent)).toMatchObject({ id: saved.id, fresh: false });
    const closed = [['round-closed', { round: 'full' }]];
    const late = { ...sent, unit: second!.unit, answers: truthOf(second!.unit) };
    expect(await refusal(saveJudgment(anna, late))).toEqual(closed);
    const revised = { ...sent, idempotencyKey: 'two', supersedes: saved.id };
    expect(await refusal(saveJudgment(anna, revised))).toEqual(closed);
    const draft = { run: run.id, unit: second!.unit, answers: {}, revision: 1 };
    expect(await refusal(saveDraft(anna, draft))).toEqual(closed);
    expect(await refusal(nextUnits(anna, { run: run.id }))).toEqual(closed);
    expect((await ownUnit(anna, { run: run.id, unit: second!.unit })).closed).toBe(true);
  });
});

describe('a training', () => {
  const databases = testDatabases('sqlite');

  it('answers with what is known, and takes the first answer alone', async () => {
    const world = await makeWorld(await databases.open());
    const gate = 'cohen_kappa >= 0.7 against key';
    const training = `  training: { units: 2, key: key.jsonl, gate: ["${gate}"] }`;
    await makeProject(world, protocolContent({ rounds: training, key: trainingKey(2) }), 3);
    const anna = await world.person('anna');
    const { run } = await openRound(world.lead, { project, round: 'training', seed: 1 });
    const [shown] = (await nextUnits(anna, { run: run.id })).units;
    const { unit } = shown!;
    expect((await ownUnit(anna, { run: run.id, unit })).feedback).toBe(null);
    const sent = { run: run.id, unit, answers: wrongOf(unit), idempotencyKey: 'one' };
    const saved = await saveJudgment(anna, sent);
    expect(saved.feedback).not.toBe(null);
    expect((await ownUnit(anna, { run: run.id, unit })).feedback).toEqual(saved.feedback);
    // Sent again with other answers, the feedback is about the first ones.
    expect((await saveJudgment(anna, sent)).feedback).toEqual(saved.feedback);
    const again = { ...sent, answers: truthOf(unit), idempotencyKey: 'two' };
    expect(await refusal(saveJudgment(anna, again))).toEqual([['already-judged', { unit }]]);
    expect(await refusal(saveJudgment(anna, { ...again, supersedes: saved.id }))).toEqual([
      ['already-judged', { unit }],
    ]);
    expect(await judgeAll(anna, run.id, truthOf)).toHaveLength(1);
  });
});

describe('a claim that has expired', () => {
  const databases = testDatabases('sqlite');

  it('is renewed by a judgment with a draft, while the unit still needs somebody', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { units: 4, annotators: 1 }' }), 4);
    const [anna, ben] = [await world.person('anna'), await world.person('ben')];
    const open = { project, round: 'full', seed: 1, handOut: 'open' } as const;
    const run = (await openRound(world.lead, open)).run.id;
    const claimed = (await nextUnits(anna, { run, count: 4 })).units.map(({ unit }) => unit);
    const drafted = claimed.slice(0, 2);
    for (const unit of drafted)
      await saveDraft(anna, { run, unit, answers: { A: 1 }, revision: 1 });
    world.pass(31);
    const [taken] = (await nextUnits(ben, { run })).units;
    const sent = (unit: string) => ({ run, unit, answers: truthOf(unit), idempotencyKey: unit });
    const refused = (unit: string) => [['not-assigned', { unit }]];
    expect(await refusal(saveJudgment(anna, sent(taken!.unit)))).toEqual(refused(taken!.unit));
    const free = claimed.filter((unit) => unit !== taken!.unit);
    const kept = free.find((unit) => drafted.includes(unit))!;
    expect(await saveJudgment(anna, sent(kept))).toMatchObject({ fresh: true });
    expect((await ownUnit(anna, { run, unit: kept })).draft).toBe(null);
    // Without a draft nothing shows that it was ever hers.
    const other = free.find((unit) => !drafted.includes(unit))!;
    expect(await refusal(saveJudgment(anna, sent(other)))).toEqual(refused(other));
  });
});
