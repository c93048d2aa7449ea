import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import type { TestDatabases } from '../../../test/stores.ts';
import { askQuestion } from '../../../test/asked-question.ts';
import {
  judgeAll,
  makeProject,
  makeWorld,
  project,
  protocolContent,
  trainingKey,
  truthOf,
} from '../../../test/work-world.ts';
import { recordFact } from '../judging/record-fact.ts';
import { nextUnits } from '../judging/next-unit.ts';
import { closeRound } from '../rounds/close-round.ts';
import { openRound } from '../rounds/open-round.ts';
import { edgeCases } from '../rulings/edge-cases.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import type { WorkContext } from '../work-context.ts';
import { commentOnUnit, keepAnswer, replyTo } from './reply.ts';
import { listThreads } from './threads.ts';
import { withdrawNotes } from './withdraw-notes.ts';

describeStores('a question about a unit', (databases) => {
  it('is seen by the asker and those who oversee while the round is open', async () => {
    const { anna, ben, ada, rex, world, question } = await asked(databases);
    const texts = async (who: WorkContext) =>
      (await listThreads(who, { project })).threads.map(({ text }) => text);
    for (const who of [anna, ada, rex, world.lead])
      expect(await texts(who)).toEqual(['Does a table count?']);
    expect(await texts(ben)).toEqual([]);
    const secret = replyTo(ben, { project, question, text: 'Yes.', idempotencyKey: 'b' });
    await expect(secret).rejects.toMatchObject({ faults: [{ code: 'not-found' }] });
    await replyTo(ada, { project, question, text: 'Yes, it does.', idempotencyKey: 'a' });
    const [thread] = (await listThreads(anna, { project })).threads;
    expect(thread).toMatchObject({
      own: true,
      state: 'answered',
      isPrivate: true,
      replies: [{ kind: 'answer', by: 'ada', text: 'Yes, it does.' }],
    });
    expect(await texts(ben)).toEqual([]);
  });

  it('shows who asked to leads and reviewers, not to those who rule', async () => {
    const { ada, rex, world } = await asked(databases);
    const askers = [];
    for (const who of [ada, rex, world.lead])
      askers.push((await listThreads(who, { project })).threads[0]!.by);
    expect(askers).toEqual([null, 'anna', 'anna']);
  });

  it('is open to all who took part once the round is closed, and to no one else', async () => {
    const { anna, ben, ada, run, world, question } = await asked(databases);
    await replyTo(ada, { project, question, text: 'Yes, it does.', idempotencyKey: 'a' });
    const cora = await world.person('cora');
    for (const who of [anna, ben]) await judgeAll(who, run, truthOf);
    await closeRound(world.lead, { run });
    expect((await listThreads(ben, { project })).threads).toMatchObject([
      { by: null, own: false, isPrivate: false, replies: [{ by: 'ada' }] },
    ]);
    expect((await listThreads(cora, { project })).threads).toEqual([]);
    await replyTo(ben, { project, question, text: 'I saw it too.', idempotencyKey: 'b' });
    const [mine] = (await listThreads(anna, { project })).threads;
    expect(mine!.replies[1]).toMatchObject({ kind: 'comment', by: null, text: 'I saw it too.' });
  });

  it('is hidden from a lead who judges in an open round of the task', async () => {
    const { world, run } = await asked(databases, ['anna', 'ben', 'lea']);
    const lea = world.people.lea;
    const view = await listThreads(lea, { project });
    expect(view).toMatchObject({ threads: [], hiddenTasks: ['topics'], mayAnswer: false });
    const unit = (await nextUnits(world.people.anna, { run, count: 1 })).units[0]!.unit;
    const comment = { project, task: 'topics', unit, text: 'Hm.', idempotencyKey: 'c' };
    await expect(commentOnUnit(lea, comment)).rejects.toMatchObject({
      faults: [{ code: 'takes-part' }],
    });
  });

  it('of a lead who judges too is not theirs to answer or to keep while the round is open', async () => {
    const { world, run } = await asked(databases, ['anna', 'ben', 'lea']);
    const { lea } = world.people;
    const { unit } = (await nextUnits(lea, { run, count: 1 })).units[0]!;
    const detail = { text: 'Is this a table?' };
    await recordFact(lea, { run, unit, kind: 'question', detail, idempotencyKey: 'own' });
    const [own] = (await listThreads(lea, { project })).threads;
    const given = { project, question: own!.question, idempotencyKey: 'k' };
    const kept = { ...given, as: 'faq', asked: 'Is it?', answer: 'Yes.' } as const;
    await expect(keepAnswer(lea, kept)).rejects.toMatchObject({ faults: [{ code: 'takes-part' }] });
    // What they say to their own question is a comment, and leaves it open.
    await replyTo(lea, { ...given, text: 'The small one.' });
    expect((await listThreads(lea, { project })).threads).toMatchObject([
      { own: true, state: 'open', replies: [{ kind: 'comment' }] },
    ]);
  });

  it('stays open until somebody answers; an answer that is taken back opens it again', async () => {
    const { anna, ada, rex, question } = await asked(databases);
    const state = async () => (await listThreads(ada, { project })).threads[0]!.state;
    await replyTo(anna, { project, question, text: 'I mean the small one.', idempotencyKey: 'a' });
    expect(await state()).toBe('open');
    const given = { project, question, text: 'Yes.', idempotencyKey: 'k' };
    const { id } = await replyTo(ada, given);
    expect(await replyTo(ada, given)).toMatchObject({ id, fresh: false });
    await expect(replyTo(ada, { ...given, text: 'No.' })).rejects.toMatchObject({
      faults: [{ code: 'key-reused' }],
    });
    expect(await state()).toBe('answered');
    expect((await listThreads(ada, { project, state: 'open' })).threads).toEqual([]);
    const back = { project, notes: [id], idempotencyKey: 'w' };
    await expect(withdrawNotes(anna, back)).rejects.toMatchObject({
      faults: [{ code: 'not-found' }],
    });
    await expect(withdrawNotes(rex, back)).rejects.toMatchObject({
      faults: [{ code: 'role-needed' }],
    });
    await withdrawNotes(ada, back);
    expect(await state()).toBe('open');
  });

  it('is answered by a ruling too, which only those who oversee are told', async () => {
    const { anna, ada, unit, world } = await asked(databases);
    world.pass(1);
    await makeRuling(ada, {
      project,
      unit,
      exclude: true,
      reason: 'Only a table.',
      seen: null,
      idempotencyKey: 'r',
    });
    expect((await listThreads(ada, { project })).threads[0]!.state).toBe('answered');
    expect((await listThreads(anna, { project })).threads[0]!.state).toBe('open');
  });

  it('becomes an entry of the FAQ, which those who judge see after the round', async () => {
    const { anna, ben, ada, run, world, question, unit } = await asked(databases);
    await replyTo(ada, { project, question, text: 'Yes, it does.', idempotencyKey: 'a' });
    const kept = { asked: 'Do tables count?', answer: 'Yes.', idempotencyKey: 'e' };
    await keepAnswer(ada, { project, question, as: 'faq', ...kept });
    const faq = async (who: WorkContext) => await edgeCases(who, { project });
    expect(await faq(ada)).toMatchObject({
      faq: [{ unit, asked: ['Do tables count?'], answer: 'Yes.' }],
      unanswered: [],
    });
    expect((await faq(ada)).markdown).toContain('### Do tables count?\n\n> ');
    expect((await faq(ben)).faq).toEqual([]);
    expect((await listThreads(ada, { project })).threads[0]!.entries).toMatchObject([
      { as: 'faq' },
    ]);
    for (const who of [anna, ben]) await judgeAll(who, run, truthOf);
    await closeRound(world.lead, { run });
    expect((await faq(ben)).faq).toHaveLength(1);
  });

  it('is hidden again while its unit is in another open round', async () => {
    const world = await makeWorld(await databases.open());
    const rounds = '  training: { key: key.jsonl, gate: [cohen_kappa >= 0.70 against key] }';
    await makeProject(world, protocolContent({ rounds, key: trainingKey(4) }), 6);
    const [anna, ben, cora] = [
      await world.person('anna'),
      await world.person('ben'),
      await world.person('cora'),
    ];
    const open = async (annotators: readonly string[]) =>
      (await openRound(world.lead, { project, round: 'training', seed: 1, annotators })).run.id;
    const first = await open(['anna', 'ben']);
    const unit = (await nextUnits(anna, { run: first, count: 1 })).units[0]!.unit;
    const detail = { text: 'Does a table count?' };
    await recordFact(anna, { run: first, unit, kind: 'question', detail, idempotencyKey: 'q' });
    const sees = async (who: WorkContext) => (await listThreads(who, { project })).threads.length;
    for (const who of [anna, ben]) await judgeAll(who, first, truthOf);
    await closeRound(world.lead, { run: first });
    expect([await sees(anna), await sees(ben), await sees(cora)]).toEqual([1, 1, 0]);
    const second = await open(['cora']);
    expect(
      (await nextUnits(cora, { run: second, count: 9 })).units.map((one) => one.unit),
    ).toContain(unit);
    // Whoever asked keeps their own question.
    expect([await sees(anna), await sees(ben), await sees(cora)]).toEqual([1, 0, 0]);
    await judgeAll(cora, second, truthOf);
    await closeRound(world.lead, { run: second });
    // The question belongs to the first run, in which cora had no part.
    expect([await sees(anna), await sees(ben), await sees(cora)]).toEqual([1, 1, 0]);
  });

  it('needs no question: what a lead says of a unit is for all after the round', async () => {
    const { anna, ben, run, world, unit } = await asked(databases);
    const comment = { project, task: 'topics', unit, text: 'See page 2.', idempotencyKey: 'c' };
    await commentOnUnit(world.lead, comment);
    const seen = async (who: WorkContext) =>
      (await listThreads(who, { project, unit })).comments.map(({ text, by }) => [by, text]);
    expect(await seen(world.lead)).toEqual([['lena', 'See page 2.']]);
    expect(await seen(anna)).toEqual([]);
    for (const who of [anna, ben]) await judgeAll(who, run, truthOf);
    await closeRound(world.lead, { run });
    expect(await seen(anna)).toEqual([['lena', 'See page 2.']]);
  });
});

/** Anna has asked about her first unit in an open round, in which ben judges too. */
async function asked(databases: TestDatabases, annotators: readonly string[] = ['anna', 'ben']) {
  const {
    world: made,
    others,
    ...rest
  } = await askQuestion(databases, {
    rounds: '  full: { units: 6, annotators: 2 }',
    units: 6,
    text: 'Does a table count?',
    annotators,
    others: { ada: 'adjudicator', lea: 'lead' },
  });
  const { anna, ben, rex } = rest;
  const people = { anna, ben, rex, ada: others['ada']!, lea: others['lea']! };
  const { question } = (await listThreads(anna, { project })).threads[0]!;
  return { world: { ...made, people }, ...people, ...rest, question };
}
