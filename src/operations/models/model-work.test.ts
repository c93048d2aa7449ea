import { describe, expect, it } from 'vitest';
import { asked, notes, place, project } from '../../../test/noted-models.ts';
import { testDatabases } from '../../../test/stores.ts';
import { streamJudgments } from '../../store/judging/judgments.ts';
import { closeRound } from '../rounds/close-round.ts';
import { openRound } from '../rounds/open-round.ts';
import { chosenPanel, jobPanel, modelRound, openWorkspaceWork } from './model-work.ts';
import { modelPresets } from './model-presets.ts';
import { modelsOverview } from './overview/models-overview.ts';
import { estimateModels, startModels } from './overview/start-models.ts';

const databases = testDatabases('sqlite');
const rounds = 'rounds:\n  full: { units: 3, annotators: 1 }\n';
const refused = (code: string, values: object) => ({ faults: [{ code, values }] });
const inRounds = { ...asked, models: 'nano:2' };

/** The notes with rounds, of which one is open to some. */
async function rounded(...annotators: readonly string[]) {
  const made = await notes(await databases.open(), rounds);
  const { world } = made;
  await world.person('anna', 'annotator', project);
  const round = async () => await modelRound(world.lead, project, 'relevance');
  const opening = { project, round: 'full', seed: 3, annotators };
  const { run } = await openRound(world.lead, opening);
  return { ...made, round, run: run.id };
}

describe('the round that answers of models go into', () => {
  it('is none where the task is not judged in rounds', async () => {
    const { world } = await notes(await databases.open());
    expect(await modelRound(world.lead, project, 'relevance')).toEqual({ kind: 'outside' });
    const work = await openWorkspaceWork(world.lead, { ...place, outsideRounds: false });
    expect([work.run, work.join, work.by]).toEqual([null, null, 'lena']);
  });

  it('is missing while only people are in the open ones', async () => {
    const { world, round } = await rounded('anna');
    expect(await round()).toEqual({ kind: 'missing' });
    await expect(startModels(world.lead, inRounds)).rejects.toMatchObject(
      refused('no-model-round', { task: 'relevance' }),
    );
    const outside = { ...inRounds, outsideRounds: true };
    expect((await estimateModels(world.lead, outside)).counts).toMatchObject({ cells: 8 });
  });

  it('has the answers of those who are in it, on its units, and no others', async () => {
    const { world, work, round, run } = await rounded('anna', 'nano#1');
    expect(await round()).toEqual({ kind: 'open', run, round: 'full' });
    const { job } = await startModels(world.lead, inRounds);
    const counts = { cells: 3, judged: 3, stale: 0, pending: 0, givenUp: 0 };
    expect(await work()).toMatchObject([{ job, state: 'done', counts, open: 0 }]);
    expect((await modelsOverview(world.lead, place)).jobs).toMatchObject([{ id: job, run }]);
    const found: string[] = [];
    for await (const one of streamJudgments(world.store, { project }))
      found.push(`${one.annotator} ${one.run === run}`);
    expect(found).toEqual(['nano#1 true', 'nano#1 true', 'nano#1 true']);
    // Outside of rounds what stands in a round is there already, and nano#2 has judged nothing.
    const outside = { ...inRounds, outsideRounds: true };
    expect((await estimateModels(world.lead, outside)).counts).toMatchObject({
      cells: 8,
      judged: 3,
    });
    expect((await estimateModels(world.lead, inRounds)).counts).toEqual(counts);
  });

  it('is closed once it was: nothing more is asked for it', async () => {
    const { world, work, round, run } = await rounded('anna', 'nano#1');
    const { job } = await startModels(world.lead, inRounds);
    await closeRound(world.lead, { run, incomplete: true });
    expect(await round()).toEqual({ kind: 'closed', round: 'full' });
    expect(await work()).toMatchObject([{ job, state: 'done', open: 0, counts: { judged: 0 } }]);
    expect((await modelsOverview(world.lead, place)).runs).toEqual([]);
    await expect(startModels(world.lead, inRounds)).rejects.toMatchObject(
      refused('model-round-closed', { task: 'relevance', round: 'full' }),
    );
  });
});

describe('the panel that is asked', () => {
  it('is the models of the protocol, a list, or one that is ready by its name', async () => {
    const { world } = await notes(await databases.open());
    const { content } = await openWorkspaceWork(world.lead, { ...place, outsideRounds: false });
    // People are on the panel of the project too.
    expect(Object.keys(chosenPanel(content, undefined))).toEqual(['nano', 'mini']);
    const list = chosenPanel(content, 'mini:3');
    expect([Object.keys(list), list['mini']!.runs]).toEqual([['mini'], 3]);
    expect(chosenPanel(content, 'default')).toEqual(modelPresets().panels['default']);
    expect(() => chosenPanel(content, 'nano:none')).toThrow(/nano has "none"/);
    const plan = { runs: { nano: [1, 3, 2] }, k: null, budget: null };
    const whole = { ...plan, invalidate: false, again: false };
    const own = jobPanel(content, { plan: { ...whole, recording: null } });
    expect([Object.keys(own), own['nano']!.runs]).toEqual([['nano'], 3]);
    expect(own['nano']).toMatchObject({ recording: 'replies.jsonl' });
    const replayed = jobPanel(content, { plan: { ...whole, recording: 'other.jsonl' } });
    expect(replayed['nano']).toMatchObject({ provider: 'recorded', recording: 'other.jsonl' });
  });
});
