import { describe, expect, it } from 'vitest';
import { lastingWorld } from '../../../test/lasting-world.ts';
import { refusal } from '../../../test/refusals.ts';
import * as reviews from '../../../test/review-record.ts';
import { jsonLines } from '../../../test/run-assay.ts';
import { createProject } from '../protocol/create-project.ts';
import { chooseModelVotes } from '../rulings/model-votes.ts';
import { previewRuling } from '../rulings/preview-ruling.ts';
import { openRound } from '../rounds/open-round.ts';
import { listPolicies, listVerdicts } from './list-verdicts.ts';
import { previewVerdict } from './preview-verdict.ts';
import { showVerdict } from './show-verdict.ts';

const { project, severe, mild } = reviews;

/** Two people and a model judge all; the model alone finds what is severe in the units of A. */
const verdicts = lastingWorld(async (world) => {
  const panel = '  people: { names: [anna, ben] }\n  large: { kind: model, weight: 3 }\n';
  const tone = '  tone:\n    unit: { id: id, show: text }\n    questions: { kind: {} }\npanel:';
  const rounds = 'rounds:\n  full: { task: tone, units: all, annotators: 1 }\n';
  const source = reviews.protocol('none, mild, severe', '1.0', panel, rounds);
  const votes = reviews.units.flatMap(({ id }) =>
    ['anna', 'ben', 'large#1'].map((annotator) => {
      const isGrave = annotator === 'large#1' && id.startsWith('a');
      return { unit: id, annotator, answers: isGrave ? severe : mild };
    }),
  );
  const lead = reviews.contextOf(world.store);
  await createProject(lead, reviews.content(source.replace('panel:', tone)));
  const rows = votes.map(({ unit, annotator, answers }) => {
    return { id: unit, ...answers, annotator_id: annotator, guideline_version: '1.0' };
  });
  const given = { task: 'safety' };
  await reviews.imported(lead, 'units', jsonLines(reviews.units), given);
  await reviews.imported(lead, 'judgments', jsonLines(rows), given);
  return { lead, sam: reviews.contextOf(world.store, 'sam', 'adjudicator') };
});
const shown = async (who: 'lead' | 'sam', subject = 'A') => {
  const found = await showVerdict(verdicts()[who], { project, subject, k: 4 });
  return {
    ...found,
    names: found.units.map(({ grounds }) => grounds.votes.map(({ annotator }) => annotator)),
  };
};

describe('verdicts on what people judged', () => {
  it('name people to leads, and number them for those who rule', async () => {
    const { lead } = verdicts();
    await chooseModelVotes(lead, { project, shown: true, reason: 'To compare.' });
    const open = await shown('lead');
    expect(open.names).toEqual(open.units.map(() => ['large#1', 'anna', 'ben']));
    const numbered = await shown('sam');
    expect(numbered.hiddenVotes).toBe(0);
    expect(numbered.names).toEqual(open.units.map(() => ['large#1', 'Annotator 1', 'Annotator 2']));
    expect(JSON.stringify(numbered)).not.toMatch(/anna|"ben/);
  });

  it('hide what models weigh from those who rule, and keep what is decided', async () => {
    const { lead } = verdicts();
    await chooseModelVotes(lead, { project, shown: false, reason: 'Blind again.' });
    const hidden = await shown('sam');
    expect(hidden.hiddenVotes).toBe(3);
    expect(hidden.names).toEqual(hidden.units.map(() => ['Annotator 1', 'Annotator 2']));
    expect(hidden.units[0]!.grounds.consensus!.questions).toMatchObject([
      { question: 'relevant', answer: true, confidence: null },
      {
        question: 'severity',
        answer: 'severe',
        confidence: null,
        votes: [{ answer: 'mild', weight: 2 }],
      },
    ]);
    expect((await shown('lead')).hiddenVotes).toBe(0);
  });

  it('are refused to who judges in any task, and left out of what a ruling would change', async () => {
    const { lead, world } = verdicts();
    // Somebody who judged before, and now rules.
    const anna = reviews.contextOf(world.store, 'anna', 'adjudicator');
    const online = { ...anna, actor: { ...anna.actor, via: 'session' } } as const;
    const ruling = { project, task: 'safety', unit: 'a1', exclude: true };
    const before = await previewRuling(online, ruling);
    expect(before.verdicts).toMatchObject([{ subject: 'A' }]);
    await world.person('anna', 'adjudicator', project);
    await reviews.imported(lead, 'units', jsonLines([{ id: 't1', text: 'A text.' }]), {
      task: 'tone',
    });
    await openRound(lead, { project, round: 'full', seed: 1, annotators: ['anna'] });
    for (const ask of [
      listPolicies(online, { project }),
      listVerdicts(online, { project }),
      showVerdict(online, { project, subject: 'A' }),
      previewVerdict(online, { project, task: 'safety', unit: 'a1', exclude: true }),
    ])
      expect(await refusal(ask)).toEqual([['takes-part', { round: 'full', attempt: 1 }]]);
    expect(await previewRuling(online, ruling)).toEqual({ ...before, verdicts: null });
    expect(await refusal(previewRuling(online, { ...ruling, task: 'tone', unit: 't1' }))).toEqual([
      ['takes-part', { round: 'full', attempt: 1 }],
    ]);
  });
});
