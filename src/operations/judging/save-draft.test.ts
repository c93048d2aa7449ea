import { describe, expect, it } from 'vitest';
import { lastingWorld, latestAudit } from '../../../test/lasting-world.ts';
import { factRows } from '../../../test/record-rows.ts';
import { refusal } from '../../../test/refusals.ts';
import { testDatabases } from '../../../test/stores.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from '../../../test/work-world.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { closeRound } from '../rounds/close-round.ts';
import { openRound } from '../rounds/open-round.ts';
import { nextUnits } from './next-unit.ts';
import { ownUnit } from './own-units.ts';
import { recordFact } from './record-fact.ts';
import type { RecordFact } from './record-fact.ts';
import { saveDraft } from './save-draft.ts';
import { saveJudgment } from './save-judgment.ts';

const rounds = '  full: { units: 4, annotators: 1 }';
const at = '2026-03-02T08:00:00.000Z';

describe('a draft', () => {
  const made = lastingWorld(async (world) => {
    await makeProject(world, protocolContent({ rounds }), 4);
    const anna = await world.person('anna');
    const rex = await world.person('rex', 'reviewer');
    const { run } = await openRound(world.lead, { project, round: 'full', seed: 1 });
    const { units } = await nextUnits(anna, { run: run.id, count: 4 });
    return { anna, rex, run: run.id, units: units.map(({ unit }) => unit) };
  });

  it('is kept with asides, replaced by newer ones alone, and not audited', async () => {
    const { world, anna, run, units } = made();
    const unit = units[0]!;
    const before = await latestAudit(world, 1);
    const draft = { run, unit, answers: { A: 2 }, asides: { notes: 'first' }, revision: 3 };
    expect(await saveDraft(anna, draft)).toEqual({ revision: 3, updatedAt: at });
    expect((await ownUnit(anna, { run, unit })).draft).toMatchObject({
      answers: { A: 2 },
      asides: { notes: 'first' },
      revision: 3,
    });
    expect(await refusal(saveDraft(anna, { ...draft, answers: {}, revision: 2 }))).toEqual([
      ['draft-outdated', { unit }],
    ]);
    // Without asides there are none.
    expect(await saveDraft(anna, { run, unit, answers: {}, revision: 4 })).toMatchObject({
      revision: 4,
    });
    expect((await ownUnit(anna, { run, unit })).draft).toMatchObject({ answers: {}, asides: {} });
    expect(await latestAudit(world, 1)).toEqual(before);
  });

  it('is refused with all faults: questions, asides, and a wrong number', async () => {
    const { anna, run, units } = made();
    const hint = codedText('questions-are', { questions: oneOf(['A', 'B', 'C']) });
    const draft = { run, unit: units[1]!, answers: { D: 1, E: 2 }, asides: { notes: 3 } };
    expect(await refusal(saveDraft(anna, { ...draft, revision: -1 }))).toEqual([
      ['wrong-value', expect.objectContaining({ field: 'notes' })],
      ['unknown-field', { field: 'D', hint }],
      ['unknown-field', { field: 'E', hint }],
      [
        'wrong-value',
        expect.objectContaining({ field: 'revision', expected: codedText('counting-number') }),
      ],
    ]);
    for (const revision of [0.5, Number.NaN, 2 ** 53])
      expect(
        await refusal(saveDraft(anna, { run, unit: units[1]!, answers: {}, revision })),
      ).toHaveLength(1);
    expect(await saveDraft(anna, { run, unit: units[1]!, answers: {}, revision: 0 })).toMatchObject(
      { revision: 0 },
    );
  });

  it('belongs to whoever holds the unit, and to the judgment that it revises', async () => {
    const { world, anna, rex, run, units } = made();
    const unit = units[2]!;
    const draft = { run, unit, answers: { A: 1 }, revision: 1 };
    expect(await refusal(saveDraft(world.lead, draft))).toEqual([['not-assigned', { unit }]]);
    expect((await refusal(saveDraft(rex, draft)))[0]![0]).toBe('role-needed');
    expect(await refusal(saveDraft(anna, { ...draft, supersedes: 'other' }))).toEqual([
      ['draft-outdated', { unit }],
    ]);
    const sent = { run, unit, answers: truthOf(unit), idempotencyKey: unit };
    const { id } = await saveJudgment(anna, sent);
    expect(await refusal(saveDraft(anna, { ...draft, revision: 2 }))).toEqual([
      ['draft-outdated', { unit }],
    ]);
    expect(await saveDraft(anna, { ...draft, supersedes: id })).toMatchObject({ revision: 1 });
  });
});

describe('a fact about a unit', () => {
  const made = lastingWorld(async (world) => {
    await makeProject(world, protocolContent({ rounds }), 4);
    const anna = await world.person('anna');
    const { run } = await openRound(world.lead, { project, round: 'full', seed: 1 });
    const { units } = await nextUnits(anna, { run: run.id, count: 4 });
    return { anna, run: run.id, units: units.map(({ unit }) => unit) };
  });
  const facts = () => made().world.store.read((db) => factRows(db, project));

  it('is recorded with what belongs to it, and audited without', async () => {
    const { world, anna, run, units } = made();
    const unit = units[0]!;
    const asked = { run, unit, kind: 'question', detail: { text: ' Is this A? ' } } as const;
    expect(await recordFact(anna, asked)).toEqual({ kind: 'question', at, fresh: true });
    expect(await latestAudit(world, 1)).toEqual([
      { at, actor: 'anna', action: 'fact-question', object: `run/${run}`, detail: { unit } },
    ]);
    await recordFact(anna, { run, unit, kind: 'opened', detail: { field: 'source', more: 1 } });
    expect(await latestAudit(world, 1)).toMatchObject([{ action: 'fact-opened' }]);
    expect((await facts()).map(({ kind, detail }) => [kind, detail])).toEqual([
      ['question', { text: 'Is this A?' }],
      ['opened', { field: 'source' }],
    ]);
    // Neither moves the unit.
    expect((await nextUnits(anna, { run })).units[0]!.unit).toBe(unit);
  });

  it('is refused where its text or field is none', async () => {
    const { world, anna, run, units } = made();
    const fact = { run, unit: units[1]! };
    const text = codedText('short-text', { most: 10_000 });
    const wrong: readonly [Omit<RecordFact, 'run' | 'unit'>, string, unknown][] = [
      [{ kind: 'opened', detail: { field: 'score' } }, 'detail.field', oneOf(['source'])],
      [{ kind: 'opened' }, 'detail.field', oneOf(['source'])],
      [{ kind: 'question' }, 'detail.text', text],
      [{ kind: 'question', detail: { text: '  ' } }, 'detail.text', text],
      [{ kind: 'question', detail: { text: 'x'.repeat(10_001) } }, 'detail.text', text],
      [{ kind: 'skipped', detail: { reason: 5 } }, 'detail.reason', text],
    ];
    const before = (await facts()).length;
    for (const [given, field, expected] of wrong)
      expect(await refusal(recordFact(anna, { ...fact, ...given }))).toEqual([
        ['wrong-value', expect.objectContaining({ field, expected })],
      ]);
    expect(await refusal(recordFact(world.lead, { ...fact, kind: 'skipped' }))).toEqual([
      ['not-assigned', { unit: units[1]! }],
    ]);
    expect((await facts()).length).toBe(before);
    const long = { text: 'x'.repeat(10_000) };
    expect(await recordFact(anna, { ...fact, kind: 'question', detail: long })).toMatchObject({
      fresh: true,
    });
  });

  it('is one under its key, and another under the same key is refused', async () => {
    const { world, anna, run, units } = made();
    const fact = { run, unit: units[1]!, kind: 'question', detail: { text: 'A?' } } as const;
    const keyed = { ...fact, idempotencyKey: 'once' };
    const recorded = await recordFact(anna, keyed);
    world.pass(3);
    expect(await recordFact(anna, keyed)).toEqual({ ...recorded, fresh: false });
    expect(await refusal(recordFact(anna, { ...keyed, detail: { text: 'B?' } }))).toEqual([
      ['key-reused', { key: 'once', what: codedText('fact') }],
    ]);
    // Without a key each is a fact of its own.
    const before = (await facts()).length;
    await recordFact(anna, fact);
    await recordFact(anna, fact);
    expect((await facts()).length).toBe(before + 2);
  });

  it('puts a skipped unit behind the others, unless it was judged', async () => {
    const { world, anna, run, units } = made();
    await recordFact(anna, {
      run,
      unit: units[0]!,
      kind: 'skipped',
      detail: { reason: ' Later. ' },
    });
    expect((await facts()).at(-1)).toMatchObject({ kind: 'skipped', detail: { reason: 'Later.' } });
    const sent = { answers: truthOf(units[1]!), idempotencyKey: 'u' };
    await saveJudgment(anna, { run, unit: units[1]!, ...sent });
    await recordFact(anna, { run, unit: units[1]!, kind: 'skipped' });
    expect((await ownUnit(anna, { run, unit: units[1]! })).position).toBe(1);
    expect(await judgeAll(anna, run, truthOf)).toEqual([units[2], units[3], units[0]]);
    await closeRound(world.lead, { run });
    const late = { run, unit: units[0]!, kind: 'skipped' } as const;
    expect(await refusal(recordFact(anna, late))).toEqual([['round-closed', { round: 'full' }]]);
  });
});

describe('a claimed unit', () => {
  const databases = testDatabases('sqlite');

  it('is kept longer by a draft, and given back when it is skipped', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds }), 4);
    const anna = await world.person('anna');
    const open = { project, round: 'full', seed: 1, handOut: 'open' } as const;
    const run = (await openRound(world.lead, open)).run.id;
    const [claimed] = (await nextUnits(anna, { run })).units;
    expect(claimed!.leasedUntil).toBe('2026-03-02T08:30:00.000Z');
    world.pass(12);
    const unit = claimed!.unit;
    await saveDraft(anna, { run, unit, answers: {}, revision: 1 });
    expect((await ownUnit(anna, { run, unit })).leasedUntil).toBe('2026-03-02T08:42:00.000Z');
    await recordFact(anna, { run, unit, kind: 'skipped' });
    const { units, progress } = await nextUnits(anna, { run, claim: false });
    expect([units, progress.held]).toEqual([[], 0]);
    expect(await refusal(ownUnit(anna, { run, unit }))).toEqual([['not-assigned', { unit }]]);
  });
});
