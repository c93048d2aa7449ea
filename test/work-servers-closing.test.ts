import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { InputError } from '../src/domain/fault.ts';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import { newProtocolVersion } from '../src/operations/protocol/new-protocol-version.ts';
import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { ownUnit } from '../src/operations/judging/own-units.ts';
import { removeAnnotator } from '../src/operations/rounds/remove-annotator.ts';
import { saveDraft } from '../src/operations/judging/save-draft.ts';
import { saveJudgment } from '../src/operations/judging/save-judgment.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
import { listAudit } from '../src/store/workspace/audit.ts';
import type { Store } from '../src/store/open-store.ts';
import { expireClaims } from '../src/store/judging/claims.ts';
import { testDatabases } from './stores.ts';
import { judgeAll, project, protocolContent, truthOf } from './work-world.ts';
import { slotRows } from './record-rows.ts';
import { full, loadsOf, theLogs, twoServers } from './two-servers.ts';

describe('two servers over one PostgreSQL', () => {
  const databases = testDatabases('postgres');

  const begin = twoServers(databases);

  it('take no judgment into a round that the other one has closed', async () => {
    const { world, run, other, people, meanwhile } = await begin(4, ['anna', 'ben']);
    const { anna, ben } = people as { readonly anna: WorkContext; readonly ben: WorkContext };
    const revised = await saveJudgment(ben, sent(run, 'u2'));
    const [closed, first, again] = await meanwhile(theLogs, [
      () => closeRound(other(world.lead), { run, incomplete: true }),
      () => saveJudgment(anna, sent(run, 'u1')),
      () => saveJudgment(ben, { ...sent(run, 'u2', 'again'), supersedes: revised.id }),
    ]);
    expect([closed, first, again]).toMatchObject([
      { ok: { fresh: true } },
      { codes: ['round-closed'] },
      { codes: ['round-closed'] },
    ]);
    expect(await actionsIn(world.store)).toEqual(['judge', 'round-close']);
    expect(
      (await world.store.read((db) => slotRows(db, run))).filter((slot) => slot.judgedAt !== null),
    ).toHaveLength(1);
    // What was kept before is the same judgment still, when it is sent again.
    expect(await saveJudgment(ben, sent(run, 'u2'))).toMatchObject({
      id: revised.id,
      fresh: false,
    });
  });

  it('close a round behind the judgments that came first', async () => {
    const { world, run, other, people, meanwhile } = await begin(4, ['anna', 'ben']);
    const [saved, closed] = await meanwhile(theLogs, [
      () => saveJudgment(people['anna']!, sent(run, 'u1')),
      () => closeRound(other(world.lead), { run, incomplete: true }),
    ]);
    expect([saved, closed]).toMatchObject([{ ok: { fresh: true } }, { ok: { fresh: true } }]);
    expect(await actionsIn(world.store)).toEqual(['judge', 'round-close']);
  });

  it('close a round in the midst of work on both', async () => {
    const logins = Array.from({ length: 16 }, (_, at) => `annotator-${at}`);
    const { world, run, other, people } = await begin(200, logins);
    const work = Object.values(people).map((who, at) =>
      judgeAll(at % 2 === 0 ? who : other(who), run, truthOf).catch(onlyClosed),
    );
    while ((await actionsIn(world.store)).length < 2) await pause(5);
    await closeRound(other(world.lead), { run, incomplete: true });
    await Promise.all(work);
    const actions = await actionsIn(world.store);
    expect(actions.length).toBeGreaterThan(1);
    expect(actions.at(-1)).toBe('round-close');
  });

  it('close a round once, whoever asks at the same time', async () => {
    const { world, run, other, meanwhile } = await begin(4, ['anna', 'ben']);
    const closed = await meanwhile('select * from round_run for update', [
      () => closeRound(world.lead, { run, incomplete: true }),
      () => closeRound(other(world.lead), { run, incomplete: true }),
    ]);
    expect(closed).toMatchObject([
      { ok: { fresh: true, closedBy: 'lena' } },
      { ok: { fresh: false, closedBy: 'lena' } },
    ]);
    expect(await actionsIn(world.store)).toEqual(['round-close']);
  });

  it('give nothing to claim to somebody who is just being taken out', async () => {
    const { world, run, other, people, meanwhile } = await begin(6, ['anna', 'ben'], {
      handOut: 'open',
    });
    const [removed, claimed] = await meanwhile(theLogs, [
      () => removeAnnotator(other(world.lead), { run, annotator: 'anna' }),
      () => nextUnits(people['anna']!, { run, count: 2 }),
    ]);
    expect([removed, claimed]).toMatchObject([
      { ok: { changed: true } },
      { codes: ['not-in-round'] },
    ]);
    expect(await loadsOf(world.store, run)).toEqual({ nobody: 12 });
  });

  it('take up no claim again for somebody who is just being taken out', async () => {
    const { world, run, other, people, meanwhile } = await begin(6, ['anna', 'ben'], {
      handOut: 'open',
    });
    const anna = people['anna']!;
    const unit = (await nextUnits(anna, { run })).units[0]!.unit;
    await saveDraft(anna, { run, unit, answers: { A: 1 }, revision: 1 });
    world.pass(60);
    await world.store.write((tx) =>
      expireClaims(tx, { run, now: world.lead.clock().toISOString() }),
    );
    const [, saved] = await meanwhile(theLogs, [
      () => removeAnnotator(other(world.lead), { run, annotator: 'anna' }),
      () => saveJudgment(anna, sent(run, unit)),
    ]);
    expect(saved).toEqual({ codes: ['not-assigned'] });
  });

  it('add one version of a protocol when two come at once', async () => {
    const { world, other, meanwhile } = await begin(4, ['anna', 'ben']);
    const version = (guideline: string): ReturnType<typeof protocolContent> =>
      protocolContent({ rounds: full, guideline, definition: `A as ${guideline} says.` });
    const added = await meanwhile('lock table protocol_version in share mode', [
      () => newProtocolVersion(world.lead, { project, content: version('1.1') }),
      () => newProtocolVersion(other(world.lead), { project, content: version('1.2') }),
    ]);
    expect(added).toMatchObject([{ ok: { version: 2 } }, { codes: ['version-added'] }]);
  });

  it('keep no draft of what is being judged', async () => {
    const { run, other, people, meanwhile } = await begin(4, ['anna', 'ben']);
    const anna = people['anna']!;
    const [saved, late] = await meanwhile(theLogs, [
      () => saveJudgment(anna, sent(run, 'u1')),
      () => saveDraft(other(anna), { run, unit: 'u1', answers: { A: 2 }, revision: 3 }),
    ]);
    expect([saved, late]).toMatchObject([{ ok: { fresh: true } }, { codes: ['draft-outdated'] }]);
    // The other way round: the draft is there first, but not before the judgment has begun.
    const [early, behind] = await meanwhile('lock table draft in share mode', [
      () => saveDraft(other(anna), { run, unit: 'u2', answers: { A: 2 }, revision: 3 }),
      () => saveJudgment(anna, sent(run, 'u2')),
    ]);
    expect([early, behind]).toMatchObject([{ ok: { revision: 3 } }, { ok: { fresh: true } }]);
    for (const unit of ['u1', 'u2']) expect((await ownUnit(anna, { run, unit })).draft).toBeNull();
  });
});

function sent(
  run: string,
  unit: string,
  key = 'first',
): {
  readonly run: string;
  readonly unit: string;
  readonly answers: ReturnType<typeof truthOf>;
  readonly idempotencyKey: string;
} {
  return { run, unit, answers: truthOf(unit), idempotencyKey: `${key} ${unit}` };
}

function onlyClosed(failure: unknown): void {
  if (
    !(failure instanceof InputError && failure.faults.every((one) => one.code === 'round-closed'))
  )
    throw failure;
}

/** What was judged and closed, in the order of the log. */
async function actionsIn(store: Store): Promise<readonly string[]> {
  return (
    await store.read((db) =>
      listAudit(db, { limit: 1000, actions: ['judge', 'judge-again', 'round-close'] }),
    )
  )
    .map((row) => row.action)
    .toReversed();
}
