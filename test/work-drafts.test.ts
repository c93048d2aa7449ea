import { expect, it } from 'vitest';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { ownUnit, ownUnits } from '../src/operations/judging/own-units.ts';
import { recordFact } from '../src/operations/judging/record-fact.ts';
import { runResult } from '../src/operations/rounds/run-result.ts';
import { saveDraft } from '../src/operations/judging/save-draft.ts';
import { saveJudgment } from '../src/operations/judging/save-judgment.ts';
import { listAudit } from '../src/store/workspace/audit.ts';
import { describeStores } from './stores.ts';
import { judgeAll, makeWorld, project, truthOf, wrongOf } from './work-world.ts';
import { factRows } from './record-rows.ts';
import { openWorld, first, sent, codesOf } from './saving-world.ts';

describeStores('saving', (databases) => {
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
