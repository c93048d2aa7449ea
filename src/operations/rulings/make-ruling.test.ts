import { expect, it } from 'vitest';
import { inEnglish } from '../../domain/english.ts';
import { describeStores } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import { listAudit } from '../../store/workspace/audit.ts';
import { judgmentsOfUnit } from '../../store/judging/judgments.ts';
import { listRulings } from '../../store/rulings/rulings.ts';
import { closeRound } from '../rounds/close-round.ts';
import { openRound } from '../rounds/open-round.ts';
import { allowOwnRulings } from './own-rulings.ts';
import { makeRuling } from './make-ruling.ts';
import type { RulingRequest } from './make-ruling.ts';
import { rulingQueue } from './ruling-queue.ts';
import { showCase } from './show-case.ts';
import type { WorkContext } from '../work-context.ts';
import { contested, request } from '../../../test/contested-case.ts';

describeStores('rulings', (databases) => {
  it('wait in a queue, lowest agreement first, until they are made', async () => {
    const { sam } = await contested(databases);
    const queue = await rulingQueue(sam, { project });
    await expect(rulingQueue(sam, { project, cursor: 'zzz' })).rejects.toThrow('cursor is "zzz"');
    expect(queue).toMatchObject({ task: 'topics', total: 3, nextCursor: null });
    expect(queue.items.map((item) => item.unit).toSorted()).toEqual(['u4', 'u5', 'u6']);
    expect(queue.items[0]).toMatchObject({ agreement: 0, judgments: 2, complete: true });
    expect(queue.items[0]!.reasons.map((reason) => inEnglish(reason.sentence))).toEqual([
      'A is tied between 0 and 1',
      'B is tied between 0 and 1',
      'C is tied between 0 and 1',
    ]);
    const first = await rulingQueue(sam, { project, limit: 2 });
    const second = await rulingQueue(sam, { project, limit: 2, cursor: first.nextCursor! });
    expect([...first.items, ...second.items].map((item) => item.unit)).toEqual(
      queue.items.map((item) => item.unit),
    );
    expect(second.nextCursor).toBeNull();
    await makeRuling(sam, request());
    expect((await rulingQueue(sam, { project })).total).toBe(2);
  });

  it('leave every vote, and every earlier ruling, as it was', async () => {
    const { sam, world } = await contested(databases);
    const place = { project, task: 'topics', unit: 'u5' };
    const votes = await world.store.read((db) => judgmentsOfUnit(db, place));
    const first = await makeRuling(sam, request());
    world.pass(1);
    const second = await makeRuling(
      world.lead,
      request({
        exclude: true,
        answers: undefined as never,
        reason: 'Unreadable.',
        seen: first.id,
        idempotencyKey: 'k2',
      }),
    );
    expect(await world.store.read((db) => judgmentsOfUnit(db, place))).toEqual(votes);
    const rulings = await world.store.read((db) => listRulings(db, place));
    expect(rulings.map(({ id, by, decision, reason }) => ({ id, by, decision, reason }))).toEqual([
      {
        id: first.id,
        by: 'sam',
        decision: { kind: 'answers', answers: { A: 1, B: 0, C: 2 } },
        reason: 'A and C are both there.',
      },
      { id: second.id, by: 'lena', decision: { kind: 'exclude' }, reason: 'Unreadable.' },
    ]);
    const shown = await showCase(sam, { project, unit: 'u5' });
    expect(shown).toMatchObject({ state: 'excluded', lastRuling: second.id });
    expect(shown.rulings.length).toBe(2);
  });

  it('sent twice are one, also when somebody has ruled in between', async () => {
    const { sam, world } = await contested(databases);
    const first = await makeRuling(sam, request());
    await makeRuling(
      world.lead,
      request({ seen: first.id, idempotencyKey: 'k2', reason: 'Rather so.' }),
    );
    const again = await makeRuling(sam, request());
    expect(again).toMatchObject({ id: first.id, fresh: false });
    expect((await world.store.read((db) => listRulings(db, { project }))).length).toBe(2);
    await expect(makeRuling(sam, request({ reason: 'Another reason.' }))).rejects.toMatchObject({
      faults: [{ code: 'key-reused' }],
    });
  });

  it('do not override one that was not seen: of many at once exactly one is made', async () => {
    const { sam, world } = await contested(databases);
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, (_, at) =>
        makeRuling(at % 2 === 0 ? sam : world.lead, request({ idempotencyKey: `try-${at}` })),
      ),
    );
    expect(tries.filter((one) => one.status === 'fulfilled').length).toBe(1);
    for (const one of tries)
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ faults: [{ code: 'ruled-meanwhile' }] });
    expect((await world.store.read((db) => listRulings(db, { project }))).length).toBe(1);
  });

  it('need a reason, answers or an exclusion, and answers that fit', async () => {
    const { sam } = await contested(databases);
    const refused = (given: Partial<RulingRequest>, code: string): Promise<void> =>
      expect(makeRuling(sam, request(given))).rejects.toMatchObject({ faults: [{ code }] });
    await refused({ reason: '  ' }, 'reason-required');
    await refused({ exclude: true }, 'wrong-value');
    await refused({ answers: {} }, 'missing-field');
    await refused({ answers: { A: 3 } }, 'wrong-value');
    await refused({ answers: { D: 1 } }, 'unknown-field');
    await refused({ unit: 'u99' }, 'not-found');
    await refused({ idempotencyKey: '' }, 'wrong-value');
    await refused({ seen: 'r-unknown' }, 'ruling-unknown');
  });

  it('may state some answers only, and say what they leave open', async () => {
    const { sam } = await contested(databases);
    const made = await makeRuling(sam, request({ answers: { A: 1 } }));
    expect(made.stillOpen).toEqual(['B', 'C']);
    const left = (await rulingQueue(sam, { project })).items.find((item) => item.unit === 'u5');
    expect(left!.reasons[0]!.kind).toBe('ruling');
    const whole = await makeRuling(
      sam,
      request({ answers: { A: 1, B: 0, C: 0 }, seen: made.id, idempotencyKey: 'k2' }),
    );
    expect(whole.stillOpen).toEqual([]);
    expect((await showCase(sam, { project, unit: 'u5' })).state).toBe('ruled');
  });

  it('are not made by who judged the unit, unless a lead allows it, and then they are marked', async () => {
    const { world, run } = await contested(databases);
    const both = await world.person('bea', 'adjudicator');
    const judge = { ...both, actor: { ...both.actor, login: 'ben' } };
    await expect(makeRuling(judge, request())).rejects.toMatchObject({
      faults: [{ code: 'takes-part' }],
    });
    await closeRound(world.lead, { run });
    expect((await showCase(judge, { project, unit: 'u5' })).mayRule).toMatchObject({
      allowed: false,
      own: true,
    });
    await expect(makeRuling(judge, request())).rejects.toMatchObject({
      faults: [{ code: 'own-judgment' }],
    });
    await expect(
      allowOwnRulings(judge, { project, allowed: true, reason: 'me' }),
    ).rejects.toMatchObject({ faults: [{ code: 'role-needed' }] });
    await expect(
      allowOwnRulings(world.lead, { project, allowed: true, reason: ' ' }),
    ).rejects.toMatchObject({ faults: [{ code: 'reason-required' }] });
    await allowOwnRulings(world.lead, {
      project,
      allowed: true,
      reason: 'There are only three of us.',
    });
    expect(await makeRuling(judge, request())).toMatchObject({ ownJudgment: true, by: 'ben' });
    const { rulings, mayRule } = await showCase(judge, { project, unit: 'u5' });
    expect([rulings[0]!.ownJudgment, mayRule.allowed]).toEqual([true, true]);
    await allowOwnRulings(world.lead, { project, allowed: false, reason: 'Sam is back.' });
    await expect(
      makeRuling(judge, request({ unit: 'u4', idempotencyKey: 'k4' })),
    ).rejects.toMatchObject({ faults: [{ code: 'own-judgment' }] });
  });

  it('are not made on a unit that the one who rules still has to judge, on the command line either', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { units: 4, annotators: 2 }' }), 4);
    await world.person('anna');
    const sam = await world.person('sam', 'adjudicator');
    const annotators = ['anna', 'sam'];
    const { run } = await openRound(world.lead, { project, round: 'full', seed: 1, annotators });
    // On the machine of the database nobody is blind, so only this check is left.
    const atTheMachine: WorkContext = { ...sam, actor: { ...sam.actor, via: 'cli' } };
    await expect(makeRuling(atTheMachine, request({ unit: 'u2' }))).rejects.toMatchObject({
      faults: [{ code: 'judge-first' }],
    });
    await closeRound(world.lead, { run: run.id, incomplete: true });
    expect(await makeRuling(atTheMachine, request({ unit: 'u2' }))).toMatchObject({ fresh: true });
  });

  it('are for adjudicators and leads; for others the project or the verb does not exist', async () => {
    const { world, anna } = await contested(databases);
    const stranger = await world.person('eve', 'lead', 'another');
    const reviewer = await world.person('rita', 'reviewer');
    for (const act of [rulingQueue, showCase, makeRuling]) {
      await expect(act(anna, request())).rejects.toMatchObject({
        faults: [{ code: 'role-needed' }],
      });
      await expect(act(reviewer, request())).rejects.toMatchObject({
        faults: [{ code: 'role-needed' }],
      });
      await expect(act(stranger, request())).rejects.toMatchObject({
        faults: [{ code: 'not-found' }],
      });
    }
  });

  it('are on the audit log, without what annotators wrote', async () => {
    const { sam, world } = await contested(databases);
    const made = await makeRuling(sam, request({ edgeCase: true }));
    const [entry] = await world.store.read((db) => listAudit(db, { project, limit: 1 }));
    expect(entry).toMatchObject({ actor: 'sam', action: 'rule', object: `ruling/${made.id}` });
    expect(JSON.parse(entry!.detail)).toEqual({
      task: 'topics',
      unit: 'u5',
      kind: 'answers',
      own: false,
      edge_case: true,
    });
  });
});
