import { expect, it } from 'vitest';
import { addAnnotator } from '../src/operations/rounds/add-annotator.ts';
import { closeRound } from '../src/operations/rounds/close-round.ts';
import { exportFile } from '../src/operations/exchange/export-file.ts';
import { monitorAgreement } from '../src/operations/monitoring/monitor-figures.ts';
import { monitorProgress } from '../src/operations/monitoring/monitor-progress.ts';
import { newProtocolVersion } from '../src/operations/protocol/new-protocol-version.ts';
import { nextUnits } from '../src/operations/judging/next-unit.ts';
import { openRound } from '../src/operations/rounds/open-round.ts';
import { removeAnnotator } from '../src/operations/rounds/remove-annotator.ts';
import { rulingQueue } from '../src/operations/rulings/ruling-queue.ts';
import { saveJudgment } from '../src/operations/judging/save-judgment.ts';
import { showProtocol } from '../src/operations/protocol/show-project.ts';
import type { WorkContext } from '../src/operations/work-context.ts';
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
import { rounds, question, sightOf } from './blind-walk.ts';

describeStores('what an annotator can see before a round is closed', (databases) => {
  it('does not depend on what another answered, and afterwards does', async () => {
    const [agreeing, differing] = [
      await sightOf(databases, truthOf),
      await sightOf(databases, wrongOf),
    ];
    expect(differing.before).toEqual(agreeing.before);
    expect(differing.after).not.toEqual(agreeing.after);
  });

  it.each(['lead', 'adjudicator', 'reviewer'] as const)(
    'does not depend on it either for an annotator who is also a %s',
    async (role) => {
      // Reviewers who judge do so as annotators: of two roles the one that may judge counts.
      const held = role === 'reviewer' ? 'annotator' : role;
      const [agreeing, differing] = [
        await sightOf(databases, truthOf, held),
        await sightOf(databases, wrongOf, held),
      ];
      expect(differing.before).toEqual(agreeing.before);
      expect(differing.after).not.toEqual(agreeing.after);
      expect(JSON.stringify(differing.before)).not.toMatch(
        /BEN-|HIDDEN|"score":|"band"|"flag":true/,
      );
    },
  );

  it('lets a lead who judges change the protocol without seeing its other files', async () => {
    const world = await makeWorld(await databases.open());
    const content = protocolContent({ rounds, question, key: trainingKey(4) });
    await makeProject(world, content, 24);
    const anna = await world.person('anna', 'lead');
    await openRound(world.lead, { project, round: 'training', seed: 1, annotators: ['anna'] });
    const { content: seen } = await showProtocol(anna, { project });
    expect(seen.files).toBeNull();
    const changed = protocolContent({
      rounds,
      question,
      key: trainingKey(4),
      title: 'Other labels',
    });
    expect(
      await newProtocolVersion(anna, { project, content: { ...changed, files: {} } }),
    ).toMatchObject({ version: 2, fresh: true });
    expect((await showProtocol(world.lead, { project })).content.files).toEqual(content.files);
  });

  it('lets nobody join who could see what was answered, nor look who left with answers of their own', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(
      world,
      protocolContent({ rounds: '  full: { units: all, annotators: 2 }' }),
      6,
    );
    const [ada, ben] = [await world.person('ada', 'adjudicator'), await world.person('ben')];
    await world.person('cora');
    const late = await world.person('lars', 'lead');
    const run = (
      await openRound(world.lead, {
        project,
        round: 'full',
        seed: 1,
        annotators: ['ada', 'ben', 'cora'],
      })
    ).run.id;
    await addAnnotator(world.lead, { run, annotator: 'lars' });
    await removeAnnotator(world.lead, { run, annotator: 'lars' });
    await judgeAll(ben, run, truthOf);
    expect(await rulingQueue(late, { project })).toMatchObject({ total: expect.any(Number) });
    await expect(addAnnotator(world.lead, { run, annotator: 'lars' })).rejects.toThrow(
      'lars could see the answers of others in this round',
    );
    const [next] = (await nextUnits(ada, { run })).units;
    await saveJudgment(ada, {
      run,
      unit: next!.unit,
      answers: truthOf(next!.unit),
      idempotencyKey: 'a',
    });
    await removeAnnotator(world.lead, { run, annotator: 'ada' });
    await expect(rulingQueue(ada, { project })).rejects.toMatchObject({
      faults: [{ code: 'takes-part' }],
    });
    // An annotator who became a reviewer after judging.
    const reviewing: WorkContext = { ...ben, actor: { ...ben.actor, roleIn: () => 'reviewer' } };
    await expect(monitorAgreement(reviewing, { project })).rejects.toMatchObject({
      faults: [{ code: 'takes-part' }],
    });
    await expect(exportFile(reviewing, { project, kind: 'judgments' })).rejects.toMatchObject({
      faults: [{ code: 'takes-part' }],
    });
    expect(await monitorProgress(reviewing, { project })).toMatchObject({
      runs: expect.any(Array),
      account: null,
    });
    expect((await addAnnotator(world.lead, { run, annotator: 'ada' })).changed).toBe(true);
    await closeRound(world.lead, { run, incomplete: true });
    expect(await rulingQueue(ada, { project })).toMatchObject({ total: expect.any(Number) });
  });
});
