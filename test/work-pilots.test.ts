import { inEnglish } from '../src/domain/english.ts';
import { expect, it } from 'vitest';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import { myWork } from '../src/operations/judging/my-work.ts';
import { newProtocolVersion } from '../src/operations/protocol/new-protocol-version.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { showRounds } from '../src/operations/rounds/round-states.ts';
import { waiveGate } from '../src/operations/rounds/waive-gate.ts';
import { listAudit } from '../src/store/workspace/audit.ts';
import { runUnits } from '../src/store/rounds/rounds.ts';
import { describeStores } from './stores.ts';
import {
  judgeAll,
  judgeNext,
  makeWorld,
  project,
  protocolContent,
  trainingKey,
  truthOf,
  wrongOf,
} from './work-world.ts';
import { threeRounds, round, unitsOf, trained } from './trained-people.ts';

describeStores('rounds', (databases) => {
  it('take a failed pilot again with unseen units and a new guideline, then open the full round', async () => {
    const world = await makeWorld(await databases.open());
    const { anna, ben, training } = await trained(world);
    const first = (await openRound(world.lead, { project, round: 'pilot', seed: 5 })).run;
    await judgeAll(anna, first.id, truthOf);
    await judgeAll(ben, first.id, wrongOf);
    await expect(openRound(world.lead, { project, round: 'full', seed: 1 })).rejects.toThrow(
      'The round pilot is still open, with 20 of 20 judgments',
    );
    await closeRound(world.lead, { run: first.id });
    const failed = await round(world, 'full');
    expect(failed.state).toBe('locked');
    expect(failed.blocks).toMatchObject([{ kind: 'gate', round: 'pilot', run: first.id }]);
    // Every answer of one is the opposite of the other's, so agreement is far below chance on every
    // label.
    expect(
      failed.blocks[0]!.kind === 'gate' &&
        failed.blocks[0]!.checks.map((check) => [inEnglish(check.scope), check.status]),
    ).toEqual([
      ['overall (macro)', 'FAIL'],
      ['A', 'FAIL'],
      ['B', 'FAIL'],
      ['C', 'FAIL'],
    ]);

    const changed = protocolContent({
      rounds: threeRounds,
      key: trainingKey(6),
      guideline: '1.1',
      definition: 'A is the first letter. It stands anywhere.',
    });
    const version = await newProtocolVersion(world.lead, { project, content: changed });
    expect(version.changes.cards).toEqual([
      {
        question: 'A',
        change: 'changed',
        parts: [
          {
            part: 'definition',
            removed: ['It stands at the beginning.'],
            added: ['It stands anywhere.'],
          },
        ],
      },
    ]);
    expect(version.stale).toEqual([
      { task: 'topics', judgments: 38, byQuestions: 0, byGuideline: 38 },
    ]);

    world.pass(60);
    const second = (await openRound(world.lead, { project, round: 'pilot', seed: 6 })).run;
    expect(second).toMatchObject({ attempt: 2, protocolVersion: 2, guideline: '1.1' });
    const used = [...(await unitsOf(world, first.id)), ...(await unitsOf(world, training))];
    const fresh = await unitsOf(world, second.id);
    expect(fresh).toHaveLength(8);
    expect(fresh.filter((unit) => used.includes(unit))).toEqual([]);
    expect(
      (await myWork(anna)).runs
        .find((one) => one.run === second.id)!
        .changes!.cards.map((one) => one.question),
    ).toEqual(['A']);
    await judgeAll(anna, second.id, truthOf);
    expect((await myWork(anna)).runs.find((one) => one.run === second.id)!.changes).toBeNull();
    await judgeAll(ben, second.id, truthOf);
    await closeRound(world.lead, { run: second.id });
    const full = await openRound(world.lead, { project, round: 'full', seed: 7 });
    // 60 units, less 6 with known answers and 8 of the pilot that passed; the 10 of the pilot that
    // failed are judged again.
    expect(full.units).toBe(46);
    expect(
      (await round(world, 'pilot')).runs.map((run) => [
        run.attempt,
        run.figures!.status,
        run.stale.guideline,
      ]),
    ).toEqual([
      [1, 'FAIL', true],
      [2, 'PASS', false],
    ]);
    await expect(openRound(world.lead, { project, round: 'pilot', seed: 8 })).rejects.toThrow(
      'It has already passed.',
    );
  });

  it('open after a gate was waived, and not before', async () => {
    const world = await makeWorld(await databases.open());
    const { anna, ben } = await trained(world);
    const { run } = await openRound(world.lead, { project, round: 'pilot', seed: 5 });
    await judgeAll(anna, run.id, truthOf);
    await judgeAll(ben, run.id, (unit) => ({ ...truthOf(unit), C: wrongOf(unit)['C']! }));
    await expect(
      waiveGate(world.lead, {
        run: run.id,
        gate: 'fleiss_kappa >= 0.60 per question',
        reason: 'C will go.',
      }),
    ).rejects.toThrow('still open');
    await closeRound(world.lead, { run: run.id });
    await waiveGate(world.lead, {
      run: run.id,
      gate: 'fleiss_kappa >= 0.60 per question',
      reason: 'C will go.',
    });
    await expect(openRound(world.lead, { project, round: 'full', seed: 1 })).rejects.toThrow(
      'fleiss_kappa >= 0.70 overall',
    );
    await waiveGate(world.lead, {
      run: run.id,
      gate: 'fleiss_kappa >= 0.70 overall',
      reason: 'C pulls it down.',
    });
    expect(
      await waiveGate(world.lead, {
        run: run.id,
        gate: 'fleiss_kappa >= 0.70 overall',
        reason: 'Sent twice.',
      }),
    ).toMatchObject({ reason: 'C pulls it down.' });
    const shown = (await round(world, 'pilot')).runs[0]!.figures!;
    expect(shown).toMatchObject({ status: 'FAIL', passed: true, unmet: [] });
    expect(shown.waivers.map((one) => [one.by, one.reason])).toEqual([
      ['lena', 'C will go.'],
      ['lena', 'C pulls it down.'],
    ]);
    expect((await openRound(world.lead, { project, round: 'full', seed: 1 })).units).toBe(44);
  });

  it('close with judgments missing only when that is said, and then do not pass', async () => {
    const world = await makeWorld(await databases.open());
    const { anna, ben } = await trained(world);
    const { run } = await openRound(world.lead, { project, round: 'pilot', seed: 5 });
    await judgeAll(anna, run.id, truthOf);
    for (let at = 0; at < 9; at += 1) await judgeNext(ben, run.id, truthOf);
    await expect(closeRound(world.lead, { run: run.id })).rejects.toThrow(
      '1 of 20 judgments are missing in the round pilot, from ben. Wait',
    );
    const closed = await closeRound(world.lead, { run: run.id, incomplete: true });
    expect(closed).toMatchObject({ judged: 19, wanted: 20, fresh: true });
    expect(await closeRound(world.lead, { run: run.id })).toEqual({ ...closed, fresh: false });
    expect((await round(world, 'pilot')).runs[0]!.figures!.unmet).toMatchObject([
      { gate: 'all quotas met', actual: 0.95, n: 19, status: 'FAIL' },
    ]);
    await waiveGate(world.lead, { run: run.id, gate: 'all quotas met', reason: 'Ben is ill.' });
    expect((await round(world, 'full')).state).toBe('ready');
  });

  it('do not count a pilot whose guideline has changed since, unless that is waived', async () => {
    const world = await makeWorld(await databases.open());
    const { anna, ben } = await trained(world);
    const { run } = await openRound(world.lead, { project, round: 'pilot', seed: 5 });
    await judgeAll(anna, run.id, truthOf);
    await judgeAll(ben, run.id, truthOf);
    await closeRound(world.lead, { run: run.id });
    expect((await round(world, 'full')).state).toBe('ready');
    await newProtocolVersion(world.lead, {
      project,
      content: protocolContent({
        rounds: threeRounds,
        key: trainingKey(6),
        guideline: '1.1',
        definition: 'Other.',
      }),
    });
    const blocked = await round(world, 'full');
    expect(blocked.state).toBe('locked');
    expect(inEnglish(blocked.blocks[0]!.text)).toContain(
      'Judged under guideline 1.0; the current protocol has guideline 1.1.',
    );
    await waiveGate(world.lead, { run: run.id, gate: 'same guideline', reason: 'Only a comma.' });
    expect((await round(world, 'full')).state).toBe('ready');
  });

  it('ask for training and pilot anew when the questions have changed', async () => {
    const world = await makeWorld(await databases.open());
    await trained(world);
    const changed = protocolContent({
      rounds: threeRounds,
      key: trainingKey(6),
      guideline: '2.0',
      question: 'D: { title: Label D, scale: grade, required: false }',
    });
    const version = await newProtocolVersion(world.lead, {
      project,
      content: changed,
      reason: 'a key for D',
    });
    expect(version.changes.questions).toEqual([
      { task: 'topics', question: 'D', change: 'added', what: [] },
    ]);
    expect(version.stale).toEqual([
      { task: 'topics', judgments: 18, byQuestions: 18, byGuideline: 0 },
    ]);
    const { rounds } = await showRounds(world.lead, { project });
    expect(rounds[1]!.blocks).toMatchObject([{ kind: 'admission', admitted: 0, needed: 2 }]);
    expect(rounds[0]).toMatchObject({
      state: 'open',
      runs: [{ stale: { questions: true, guideline: true } }],
    });
  });

  it('are opened once when two leads open them at once', async () => {
    const world = await makeWorld(await databases.open());
    await trained(world);
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map((seed) => openRound(world.lead, { project, round: 'pilot', seed })),
    );
    expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect((await round(world, 'pilot')).runs).toHaveLength(1);
  });

  it('draw and hand out the same from the same seed, with the chance of each unit recorded', async () => {
    const worlds = [
      await makeWorld(await databases.open()),
      await makeWorld(await databases.open()),
    ];
    const drawn: unknown[] = [];
    for (const world of worlds) {
      const { anna } = await trained(world);
      const { run } = await openRound(world.lead, { project, round: 'pilot', seed: 11 });
      const units = await world.store.read((db) => runUnits(db, run.id));
      drawn.push({ units, order: await judgeAll(anna, run.id, truthOf) });
      // 10 of the 54 units without known answers, all with the same chance.
      expect(units.every((one) => Math.abs(one.inclusionProbability! - 10 / 54) < 1e-12)).toBe(
        true,
      );
    }
    expect(drawn[0]).toEqual(drawn[1]);
  });

  it('leave an entry in the audit log for every act', async () => {
    const world = await makeWorld(await databases.open());
    const { anna } = await trained(world);
    const { run } = await openRound(world.lead, { project, round: 'pilot', seed: 5 });
    await judgeNext(anna, run.id, truthOf);
    await closeRound(world.lead, { run: run.id, incomplete: true });
    await waiveGate(world.lead, { run: run.id, gate: 'all quotas met', reason: 'Enough.' });
    const entries = (
      await world.store.read((db) => listAudit(db, { project, limit: 100 }))
    ).toReversed();
    expect(
      entries.map((one) => one.action).filter((action, at, all) => action !== all[at - 1]),
    ).toEqual([
      'project-create',
      'round-open',
      'judge',
      'round-open',
      'judge',
      'round-close',
      'gate-waive',
    ]);
    expect(entries.filter((one) => one.action === 'judge')).toHaveLength(19);
  });
});
