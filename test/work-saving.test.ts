import { expect, it } from 'vitest';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { ownUnit, ownUnits } from '../src/operations/judging/own-units.ts';
import { recordFact } from '../src/operations/judging/record-fact.ts';
import { runResult } from '../src/operations/rounds/run-result.ts';
import { saveDraft } from '../src/operations/judging/save-draft.ts';
import { saveJudgment } from '../src/operations/judging/save-judgment.ts';
import type { SaveJudgment } from '../src/operations/judging/save-judgment.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { InputError } from '../src/domain/fault.ts';
import { listAudit } from '../src/store/workspace/audit.ts';
import { judgmentsOfUnit } from '../src/store/judging/judgments.ts';
import { describeStores } from './stores.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  trainingKey,
  truthOf,
  wrongOf,
} from './work-world.ts';
import type { WorkWorld } from './work-world.ts';
import { factRows } from './record-rows.ts';

const oneRound = '  full: { units: all, annotators: 2 }';

/** An open round of six units for two annotators. */
async function openWorld(
  world: WorkWorld,
  rounds = oneRound,
): Promise<{ readonly run: string; readonly anna: WorkContext; readonly ben: WorkContext }> {
  await makeProject(
    world,
    protocolContent({ rounds, key: rounds.includes('key.jsonl') ? trainingKey(4) : [] }),
    6,
  );
  const [anna, ben] = [await world.person('anna'), await world.person('ben')];
  const { run } = await openRound(world.lead, {
    project,
    round: rounds.includes('key.jsonl') ? 'training' : 'full',
    seed: 2,
  });
  return { run: run.id, anna, ben };
}

const first = async (who: WorkContext, run: string): Promise<string> =>
  (await nextUnits(who, { run })).units[0]!.unit;
const sent = (run: string, unit: string, given: Partial<SaveJudgment> = {}): SaveJudgment => ({
  run,
  unit,
  answers: truthOf(unit),
  idempotencyKey: `key ${unit}`,
  ...given,
});
const codesOf = async (work: Promise<unknown>): Promise<readonly string[]> => {
  const failure: unknown = await work.then(
    () => null,
    (error: unknown) => error,
  );
  return failure instanceof InputError
    ? failure.faults.map((one) => one.code)
    : [`no input error: ${String(failure)}`];
};

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

  it('keeps drafts apart: newer ones only, incomplete or not, until the judgment comes', async () => {
    const world = await makeWorld(await databases.open());
    const { run, anna } = await openWorld(world);
    const unit = await first(anna, run);
    await saveDraft(anna, {
      run,
      unit,
      answers: { A: 2 },
      asides: { notes: 'first' },
      revision: 2,
    });
    expect(await codesOf(saveDraft(anna, { run, unit, answers: {}, revision: 1 }))).toEqual([
      'draft-outdated',
    ]);
    expect(
      await saveDraft(anna, {
        run,
        unit,
        answers: { A: 2 },
        asides: { notes: 'first' },
        revision: 2,
      }),
    ).toMatchObject({ revision: 2 });
    expect(await codesOf(saveDraft(anna, { run, unit, answers: { Z: 1 }, revision: 0.5 }))).toEqual(
      ['unknown-field', 'wrong-value'],
    );
    const [shown] = (await nextUnits(anna, { run })).units;
    expect(shown).toMatchObject({
      unit,
      draft: { answers: { A: 2 }, asides: { notes: 'first' }, revision: 2 },
      judgment: null,
    });
    const saved = await saveJudgment(anna, sent(run, unit));
    expect((await ownUnit(anna, { run, unit })).draft).toBeNull();
    // A draft that was under way when the judgment was saved does not come back.
    expect(await codesOf(saveDraft(anna, { run, unit, answers: { A: 1 }, revision: 3 }))).toEqual([
      'draft-outdated',
    ]);
    await saveDraft(anna, { run, unit, answers: { A: 1 }, revision: 1, supersedes: saved.id });
    expect(await ownUnit(anna, { run, unit })).toMatchObject({
      draft: { revision: 1 },
      judgment: { id: saved.id },
    });
  });

  it('records what happened around a unit: folded parts, questions, and units passed over', async () => {
    const world = await makeWorld(await databases.open());
    const { run, anna } = await openWorld(world);
    const unit = await first(anna, run);
    await recordFact(anna, { run, unit, kind: 'opened', detail: { field: 'source', more: 'x' } });
    await recordFact(anna, { run, unit, kind: 'question', detail: { text: ' Is this A? ' } });
    await recordFact(anna, { run, unit, kind: 'skipped' });
    expect(
      await codesOf(recordFact(anna, { run, unit, kind: 'opened', detail: { field: 'score' } })),
    ).toEqual(['wrong-value']);
    const facts = await world.store.read((db) => factRows(db, project));
    expect(facts.map(({ kind, detail }) => ({ kind, detail }))).toEqual([
      { kind: 'opened', detail: { field: 'source' } },
      { kind: 'question', detail: { text: 'Is this A?' } },
      { kind: 'skipped', detail: {} },
    ]);
    const order = await judgeAll(anna, run, truthOf);
    expect(order.at(-1)).toBe(unit);
    expect(order).toHaveLength(6);
  });

  it('records a fact that is sent again with its key once, also when the round is closed by then', async () => {
    const world = await makeWorld(await databases.open());
    const { run, anna } = await openWorld(world);
    const unit = await first(anna, run);
    const asked = {
      run,
      unit,
      kind: 'question',
      detail: { text: 'Is this A?' },
      idempotencyKey: 'k1',
    } as const;
    const recorded = await recordFact(anna, asked);
    world.pass(1);
    expect([recorded.fresh, await recordFact(anna, asked)]).toEqual([
      true,
      { ...recorded, fresh: false },
    ]);
    expect(await codesOf(recordFact(anna, { ...asked, detail: { text: 'Is this B?' } }))).toEqual([
      'key-reused',
    ]);
    const passed = { run, unit, kind: 'skipped', idempotencyKey: 'k2' } as const;
    const both = await Promise.all([recordFact(anna, passed), recordFact(anna, passed)]);
    expect(both.map((one) => one.fresh).toSorted()).toEqual([false, true]);
    await closeRound(world.lead, { run, incomplete: true });
    expect(await recordFact(anna, passed)).toMatchObject({ kind: 'skipped', fresh: false });
    expect(await codesOf(recordFact(anna, { ...passed, idempotencyKey: 'k3' }))).toEqual([
      'round-closed',
    ]);
    const kinds = (await world.store.read((db) => factRows(db, project))).map((one) => one.kind);
    expect(kinds).toEqual(['question', 'skipped']);
  });

  it('lists one’s own units, what is to come and what was judged, page by page', async () => {
    const world = await makeWorld(await databases.open());
    const { run, anna } = await openWorld(world);
    const ahead = (await ownUnits(anna, { run, which: 'open' })).places.map((one) => one.unit);
    const firstPage = await ownUnits(anna, { run, which: 'open', limit: 4 });
    expect(
      [
        ...firstPage.places,
        ...(await ownUnits(anna, { run, which: 'open', cursor: firstPage.next!, limit: 4 })).places,
      ].map((one) => one.unit),
    ).toEqual(ahead);
    const order: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      const unit = await first(anna, run);
      order.push(unit);
      await saveJudgment(anna, sent(run, unit));
      // Two of them at the same moment.
      if (at !== 2) world.pass(1);
    }
    expect(order).toEqual(ahead);
    const pages: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await ownUnits(anna, {
        run,
        which: 'judged',
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      });
      pages.push(...page.places.map((one) => one.unit));
      cursor = page.next;
    }
    const [a, b, c, d, e, f] = order as [string, string, string, string, string, string];
    expect(pages).toEqual([f, e, ...[c, d].toSorted(), b, a]);
    for (const cursor of ['x', ' ', 'a b', '1'])
      await expect(ownUnits(anna, { run, which: 'judged', cursor })).rejects.toThrow(
        `cursor is ${JSON.stringify(cursor)}`,
      );
    for (const cursor of ['x', ' ', '1e3', '-1', '99999999999999999'])
      await expect(ownUnits(anna, { run, which: 'open', cursor })).rejects.toThrow(
        `cursor is ${JSON.stringify(cursor)}`,
      );
  });

  it('writes no answers and no notes into the audit log', async () => {
    const world = await makeWorld(await databases.open());
    const { run, anna } = await openWorld(world);
    const unit = await first(anna, run);
    await saveJudgment(anna, sent(run, unit, { asides: { notes: 'PRIVATE-NOTE' } }));
    await recordFact(anna, { run, unit, kind: 'question', detail: { text: 'PRIVATE-QUESTION' } });
    const log = JSON.stringify(await world.store.read((db) => listAudit(db, { limit: 100 })));
    expect(log).toContain(unit);
    expect(log).not.toMatch(/PRIVATE|"A":/);
  });
});

describeStores('training', (databases) => {
  const rounds =
    '  training: { units: 4, key: key.jsonl, gate: ["cohen_kappa >= 0.70 against key"] }\n' +
    '  full: { units: all, annotators: 2 }';

  it('answers each unit with what was right, and with the guideline’s reason', async () => {
    const world = await makeWorld(await databases.open());
    const { run, anna } = await openWorld(world, rounds);
    const unit = await first(anna, run);
    expect((await ownUnit(anna, { run, unit })).feedback).toBeNull();
    const { feedback } = await saveJudgment(
      anna,
      sent(run, unit, { answers: { ...truthOf(unit), A: wrongOf(unit)['A']! } }),
    );
    expect(feedback).toMatchObject({ right: 2, wrong: 1, reason: `Reason ${unit.slice(1)}` });
    expect(feedback!.answers[0]).toEqual({
      question: 'A',
      given: wrongOf(unit)['A'],
      expected: truthOf(unit)['A'],
      right: false,
      exact: false,
      card: {
        definition: 'A is the first letter. It stands at the beginning.',
        include: ['Texts about A.'],
        exclude: ['Texts about B.'],
      },
    });
    expect((await ownUnit(anna, { run, unit })).feedback).toEqual(feedback);
  });

  it('counts the first answer: who knows the key does not answer again', async () => {
    const world = await makeWorld(await databases.open());
    const { run, anna } = await openWorld(world, rounds);
    const unit = await first(anna, run);
    const saved = await saveJudgment(anna, sent(run, unit, { answers: wrongOf(unit) }));
    expect(
      await codesOf(
        saveJudgment(anna, sent(run, unit, { idempotencyKey: 'better', supersedes: saved.id })),
      ),
    ).toEqual(['already-judged']);
    const result = await runResult(anna, { run });
    expect(result.training).toMatchObject({
      judged: 1,
      wanted: 4,
      status: 'unfinished',
      admitted: false,
    });
    expect(result.training!.questions.map((one) => one.wrong)).toEqual([1, 1, 1]);
  });

  it('takes a label of another grade as right, and says that the grade is not', async () => {
    const world = await makeWorld(await databases.open());
    const { run, anna } = await openWorld(world, rounds);
    let unit = await first(anna, run);
    while (truthOf(unit)['A'] === 0) {
      await saveJudgment(anna, sent(run, unit));
      unit = await first(anna, run);
    }
    const { feedback } = await saveJudgment(
      anna,
      sent(run, unit, { answers: { ...truthOf(unit), A: 2 } }),
    );
    expect(feedback!.answers[0]).toMatchObject({
      given: 2,
      expected: 1,
      right: true,
      exact: false,
    });
  });
});
