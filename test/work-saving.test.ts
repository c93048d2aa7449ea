import { expect, it } from 'vitest';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { ownUnit } from '../src/operations/judging/own-units.ts';
import { saveDraft } from '../src/operations/judging/save-draft.ts';
import { saveJudgment } from '../src/operations/judging/save-judgment.ts';
import { listAudit } from '../src/store/workspace/audit.ts';
import { judgmentsOfUnit } from '../src/store/judging/judgments.ts';
import { describeStores } from './stores.ts';
import { makeWorld, project, truthOf, wrongOf } from './work-world.ts';
import { openWorld, first, sent, codesOf } from './saving-world.ts';

describeStores('saving', (databases) => {
  it('keeps a judgment with version, time and asides, and counts on', async () => {
    const world = await makeWorld(await databases.open());
    const { run, anna } = await openWorld(world);
    const unit = await first(anna, run);
    const saved = await saveJudgment(
      anna,
      sent(run, unit, {
        asides: { confidence: 'low', notes: 'hm', flag: false },
        pauses: [10, 20, 600],
      }),
    );
    expect(saved).toMatchObject({
      fresh: true,
      supersedes: null,
      feedback: null,
      progress: { held: 6, judged: 1 },
      remaining: 5,
    });
    const [kept] = await world.store.read((db) =>
      judgmentsOfUnit(db, { project, task: 'topics', unit }),
    );
    // A pause of ten minutes counts as the protocol's limit of one.
    expect(kept).toMatchObject({
      id: saved.id,
      run,
      annotator: 'anna',
      answers: truthOf(unit),
      asides: { confidence: 'low', notes: 'hm' },
      guideline: '1.0',
      seconds: 90,
      origin: 'workbench',
      at: '2026-03-02T08:00:00.000Z',
    });
    expect(kept!.taskHash).toMatch(/^2:[0-9a-f]{16}$/);
    expect((await nextUnits(anna, { run })).units[0]!.unit).not.toBe(unit);
    expect((await nextUnits(anna, { run, count: 3 })).units).toHaveLength(3);
  });

  it('is one judgment however often it is sent, also after the round is closed', async () => {
    const world = await makeWorld(await databases.open());
    const { run, anna } = await openWorld(world);
    const unit = await first(anna, run);
    const all = await Promise.all(
      Array.from({ length: 5 }, () => saveJudgment(anna, sent(run, unit))),
    );
    expect(new Set(all.map((one) => one.id)).size).toBe(1);
    expect(all.filter((one) => one.fresh)).toHaveLength(1);
    await closeRound(world.lead, { run, incomplete: true });
    expect(await saveJudgment(anna, sent(run, unit))).toMatchObject({
      id: all[0]!.id,
      fresh: false,
      progress: { judged: 1 },
    });
    expect(await codesOf(saveJudgment(anna, sent(run, unit, { answers: wrongOf(unit) })))).toEqual([
      'key-reused',
    ]);
    expect(
      await world.store.read((db) => judgmentsOfUnit(db, { project, task: 'topics', unit })),
    ).toHaveLength(1);
  });

  it('saves what comes at the same time each for itself: the rest is kept when one is refused', async () => {
    const world = await makeWorld(await databases.open());
    const { run, anna, ben } = await openWorld(world);
    const units = (await nextUnits(anna, { run, count: 6 })).units.map((one) => one.unit);
    const before = await saveJudgment(anna, sent(run, units[0]!));
    await saveDraft(anna, { run, unit: units[1]!, answers: {}, revision: 1 });
    const results = await Promise.allSettled([
      saveJudgment(anna, sent(run, units[1]!)),
      saveJudgment(anna, sent(run, units[2]!, { idempotencyKey: 'a \0 in it' })),
      saveJudgment(ben, sent(run, units[1]!, { idempotencyKey: 'ben' })),
      saveJudgment(anna, sent(run, units[0]!, { idempotencyKey: 'again', supersedes: before.id })),
      saveJudgment(anna, sent(run, units[0]!)),
      saveJudgment(anna, sent(run, units[3]!)),
    ]);
    expect(results.map((one) => one.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    expect(results[1]).toMatchObject({ reason: { faults: [{ code: 'not-text' }] } });
    const kept = await world.store.read((db) =>
      db
        .selectFrom('judgment')
        .select(['unit', 'annotator'])
        .orderBy('unit')
        .orderBy('annotator')
        .execute(),
    );
    const wanted = [units[0]!, units[0]!, units[1]!, units[3]!].map((unit) => ({
      unit,
      annotator: 'anna',
    }));
    expect(kept).toEqual(
      [...wanted, { unit: units[1]!, annotator: 'ben' }].toSorted((a, b) =>
        a.unit + a.annotator < b.unit + b.annotator ? -1 : 1,
      ),
    );
    expect((await ownUnit(anna, { run, unit: units[1]! })).draft).toBeNull();
    expect((await nextUnits(anna, { run })).progress).toMatchObject({ held: 6, judged: 3 });
    expect(
      (
        await world.store.read((db) =>
          listAudit(db, { actions: ['judge', 'judge-again'], limit: 20 }),
        )
      )
        .map((entry) => entry.action)
        .toSorted(),
    ).toEqual(['judge', 'judge', 'judge', 'judge', 'judge-again']);
  });

  it('refuses what faults() refuses, all at once, and keeps nothing of it', async () => {
    const world = await makeWorld(await databases.open());
    const { run, anna } = await openWorld(world);
    const unit = await first(anna, run);
    expect(
      await codesOf(
        saveJudgment(
          anna,
          sent(run, unit, {
            answers: { A: 3, B: 0, X: 1 },
            asides: { confidence: 'sure', mood: 'good' },
            seconds: -1,
          }),
        ),
      ),
    ).toEqual([
      'wrong-value',
      'unknown-field',
      'missing-field',
      'wrong-value',
      'unknown-field',
      'wrong-value',
    ]);
    expect(await codesOf(saveJudgment(anna, sent(run, unit, { idempotencyKey: '' })))).toEqual([
      'wrong-value',
    ]);
    // Longer than a day: milliseconds, or a mistake that would drown every figure about speed.
    expect(await codesOf(saveJudgment(anna, sent(run, unit, { seconds: 86_401 })))).toEqual([
      'wrong-value',
    ]);
    expect(
      await world.store.read((db) => judgmentsOfUnit(db, { project, task: 'topics', unit })),
    ).toEqual([]);
    expect((await nextUnits(anna, { run })).progress.judged).toBe(0);
  });

  it('revises by a new judgment that supersedes, and never past what somebody has not seen', async () => {
    const world = await makeWorld(await databases.open());
    const { run, anna } = await openWorld(world);
    const unit = await first(anna, run);
    const one = await saveJudgment(anna, sent(run, unit));
    expect(await codesOf(saveJudgment(anna, sent(run, unit, { idempotencyKey: 'again' })))).toEqual(
      ['judged-before'],
    );
    const two = await saveJudgment(
      anna,
      sent(run, unit, { answers: wrongOf(unit), idempotencyKey: 'second', supersedes: one.id }),
    );
    expect(two).toMatchObject({ supersedes: one.id, fresh: true, progress: { judged: 1 } });
    expect(
      await codesOf(
        saveJudgment(anna, sent(run, unit, { idempotencyKey: 'third', supersedes: one.id })),
      ),
    ).toEqual(['revised-meanwhile']);
    expect((await ownUnit(anna, { run, unit })).judgment).toMatchObject({
      id: two.id,
      answers: wrongOf(unit),
    });
    expect(
      await world.store.read((db) => judgmentsOfUnit(db, { project, task: 'topics', unit })),
    ).toHaveLength(2);
    const racing = await Promise.allSettled(
      ['x', 'y'].map((key) =>
        saveJudgment(anna, sent(run, unit, { idempotencyKey: key, supersedes: two.id })),
      ),
    );
    expect(racing.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  });

  it('is for one’s own units, in rounds that are open, of projects that one is a member of', async () => {
    const world = await makeWorld(await databases.open());
    const { run, anna } = await openWorld(world);
    const unit = await first(anna, run);
    const cora = await world.person('cora');
    expect(await codesOf(saveJudgment(cora, sent(run, unit)))).toEqual(['not-assigned']);
    expect(await codesOf(saveDraft(cora, { run, unit, answers: {}, revision: 1 }))).toEqual([
      'not-assigned',
    ]);
    expect(await codesOf(ownUnit(cora, { run, unit }))).toEqual(['not-assigned']);
    expect(await codesOf(nextUnits(cora, { run }))).toEqual(['not-in-round']);
    const stranger = await world.person('sven', 'annotator', 'elsewhere');
    expect(await codesOf(saveJudgment(stranger, sent(run, unit)))).toEqual(['not-found']);
    expect(await codesOf(nextUnits(stranger, { run: 'no-such-run' }))).toEqual(['not-found']);
    const reviewer = await world.person('rosa', 'reviewer');
    expect(await codesOf(saveJudgment(reviewer, sent(run, unit)))).toEqual(['role-needed']);
    await closeRound(world.lead, { run, incomplete: true });
    expect(await codesOf(saveJudgment(anna, sent(run, unit)))).toEqual(['round-closed']);
    expect(await codesOf(saveDraft(anna, { run, unit, answers: {}, revision: 1 }))).toEqual([
      'round-closed',
    ]);
    expect(await codesOf(nextUnits(anna, { run }))).toEqual(['round-closed']);
  });
});
