import { expect, it } from 'vitest';
import { jsonLines } from '../../../test/run-assay.ts';
import { describeStores } from '../../../test/stores.ts';
import { truthFromRecord } from './truth-from-record.ts';
import { listVerdicts } from './list-verdicts.ts';
import type { VerdictRow } from '../../truth/verdicts/verdict-row.ts';
import { openRound } from '../rounds/open-round.ts';
import { projectRounds } from '../rounds/project-rounds.ts';
import { nextUnits } from '../judging/next-unit.ts';
import { chooseModelVotes } from '../rulings/model-votes.ts';
import { saveJudgment } from '../judging/save-judgment.ts';
import { showVerdict } from './show-verdict.ts';
import type { WorkContext } from '../work-context.ts';
import {
  project,
  protocol,
  units,
  annotators,
  all,
  severe,
  mild,
  irrelevant,
  contextOf,
  imported,
  world,
  judged,
  request,
  rows,
} from '../../../test/review-record.ts';

const brief = (list: readonly VerdictRow[]) =>
  list.map(({ subject, verdict, score, missing, open, rulings }) => ({
    subject,
    verdict,
    score,
    missing,
    open,
    rulings,
  }));

describeStores('evidence from the record', (databases) => {
  it('is the weighted vote, and the K most recent units of a subject', async () => {
    // 2 for severe against 1 + 1 for mild is a tie on a1; on a3 the two small runs outweigh
    // nothing, because large says severe with 2 of 4.
    const lead = await world(
      await databases.open(),
      all((unit, annotator) =>
        unit === 'a1'
          ? annotator === 'large#1'
            ? severe
            : mild
          : unit === 'a3'
            ? severe
            : irrelevant,
      ),
    );
    expect(brief(await rows(lead, 2))).toEqual([
      { subject: 'A', verdict: 'Low', score: 0, missing: 0, open: 1, rulings: 0 },
      { subject: 'B', verdict: 'Low', score: 0, missing: 0, open: 0, rulings: 0 },
    ]);
    expect(brief(await rows(lead, 4))[0]).toMatchObject({ verdict: 'High', score: 10, open: 1 });
  });

  it('follows the record: what is added since changes the verdicts', async () => {
    const lead = await world(
      await databases.open(),
      all(() => irrelevant),
    );
    expect((await rows(lead)).map((row) => row.verdict)).toEqual(['Low', 'Low']);
    await judged(
      lead,
      annotators.map((annotator) => ({ unit: 'b1', annotator, answers: severe })),
    );
    expect((await rows(lead)).map((row) => row.verdict)).toEqual(['Low', 'High']);
    await imported(
      lead,
      'units',
      jsonLines([{ id: 'c1', place: 'C', text: 'New.', date: '2026-01-01' }]),
    );
    expect(brief(await rows(lead))[2]).toEqual({
      subject: 'C',
      verdict: null,
      score: null,
      missing: 1,
      open: 0,
      rulings: 0,
    });
  });

  it('counts units that not all runs have judged as missing, unless partial ones are to count', async () => {
    const { store } = await world(
      await databases.open(),
      all(() => severe).filter(({ unit, annotator }) => unit !== 'a1' || annotator === 'small#1'),
    );
    const states = async (allowPartial: boolean) =>
      [
        ...(await truthFromRecord(store, { ...request, allowPartial })).topics[0]!.subjects(),
      ][0]!.units.map((unit) => [unit.id, unit.state, unit.isPartial]);
    expect((await states(false))[0]).toEqual(['a1', 'missing', false]);
    expect((await states(true))[0]).toEqual(['a1', 'known', true]);
  });

  it('waits for people who are still to judge a unit', async () => {
    const source = protocol(
      undefined,
      undefined,
      '  people: { kind: human, names: [anna, ben] }\n',
      'rounds:\n  full: { units: all, annotators: 2 }\n',
    );
    const lead = await world(await databases.open(), [], source);
    const [anna, ben] = [
      contextOf(lead.store, 'anna', 'annotator'),
      contextOf(lead.store, 'ben', 'annotator'),
    ];
    const { run } = await openRound(lead, {
      project,
      round: 'full',
      seed: 1,
      annotators: ['anna', 'ben'],
    });
    const judge = async (context: WorkContext): Promise<void> => {
      for (const { unit } of (await nextUnits(context, { run: run.id, count: 5 })).units)
        await saveJudgment(context, {
          run: run.id,
          unit,
          answers: { ...severe, why: `Says ${context.actor.login}.` },
          idempotencyKey: `${context.actor.login} ${unit}`,
        });
    };
    await judge(anna);
    expect((await rows(lead)).map((row) => [row.verdict, row.missing])).toEqual([
      [null, 3],
      [null, 2],
    ]);
    await judge(ben);
    expect((await rows(lead)).map((row) => [row.verdict, row.missing])).toEqual([
      ['High', 0],
      ['High', 0],
    ]);
    const [shown] = (await showVerdict(lead, { project, subject: 'B' })).units;
    expect(shown!.grounds.quotes.map((quote) => [quote.annotator, quote.text])).toEqual([
      ['anna', 'Says anna.'],
      ['ben', 'Says ben.'],
    ]);
    const blind = (
      await showVerdict(contextOf(lead.store, 'ada', 'adjudicator'), { project, subject: 'B' })
    ).units[0]!;
    expect(blind.grounds.votes.map((vote) => vote.annotator)).toEqual([
      'Annotator 1',
      'Annotator 2',
    ]);
    expect(JSON.stringify(blind.grounds.quotes.map((quote) => quote.annotator))).not.toMatch(
      /anna|ben/,
    );
  });

  it('hides what models answered from adjudicators until a lead shows it', async () => {
    const panel = 'people: { names: [anna] }\n  large: { kind: model, weight: 2 }\n';
    const lead = await world(
      await databases.open(),
      units.flatMap(({ id: unit }) => [
        { unit, annotator: 'anna', answers: mild },
        { unit, annotator: 'large#1', answers: { ...severe, why: 'The model says so.' } },
      ]),
      protocol(undefined, undefined, `  ${panel}`),
    );
    const ada = contextOf(lead.store, 'ada', 'adjudicator');
    const shownTo = async (context: WorkContext) => {
      const { units: traced, hiddenVotes } = await showVerdict(context, { project, subject: 'B' });
      const { votes, quotes, consensus } = traced[0]!.grounds;
      const severity = consensus!.questions.find(({ question }) => question === 'severity')!;
      const { answer, confidence, votes: weights } = severity;
      const names = votes.map(({ annotator }) => annotator);
      return { names, quotes: quotes.length, answer, confidence, weights, hiddenVotes };
    };
    const whole = { answer: 'severe', confidence: 2 / 3, quotes: 1, hiddenVotes: 0 };
    expect(await shownTo(lead)).toMatchObject({ ...whole, names: ['large#1', 'anna'] });
    // What stands stays; who says so, and with what weight, does not. Two units, one model.
    expect(await shownTo(ada)).toEqual({
      names: ['Annotator 1'],
      quotes: 0,
      answer: 'severe',
      confidence: null,
      weights: [{ answer: 'mild', weight: 1 }],
      hiddenVotes: 2,
    });
    await chooseModelVotes(lead, { project, shown: true, reason: 'There are few people.' });
    expect(await shownTo(ada)).toMatchObject({ ...whole, names: ['large#1', 'Annotator 1'] });
  });

  it('has the runs of models that a file brings into the open round, and no others', async () => {
    const rounds = 'rounds:\n  extraction: { kind: full, units: all, annotators: all }\n';
    const source = protocol(undefined, undefined, undefined, rounds);
    const lead = await world(await databases.open(), [], source);
    await openRound(lead, { project, round: 'extraction', seed: 1 });
    const shown = async () => (await rows(lead)).map((row) => [row.verdict, row.missing]);
    await judged(
      lead,
      all(() => severe),
    );
    expect(await shown()).toEqual([
      [null, 3],
      [null, 2],
    ]);
    await judged(
      lead,
      all(() => mild),
      'extraction',
    );
    expect(await shown()).toEqual([
      ['Low', 0],
      ['Low', 0],
    ]);
    const quotas = await projectRounds(lead.store, project);
    expect(quotas.runs[0]!.figures).toMatchObject({ judged: 15, wanted: 15 });
  });

  it('is not shown to whoever is still to judge the subject', async () => {
    const source = protocol(
      undefined,
      undefined,
      '  people: { kind: human, names: [lena] }\n',
      'rounds:\n  full: { units: all, annotators: 1 }\n',
    );
    const lead = await world(await databases.open(), [], source);
    await openRound(lead, { project, round: 'full', seed: 1, annotators: ['lena'] });
    const inBrowser: WorkContext = { ...lead, actor: { ...lead.actor, via: 'session' } };
    await expect(showVerdict(inBrowser, { project, subject: 'A' })).rejects.toMatchObject({
      faults: [{ code: 'takes-part' }],
    });
    await expect(listVerdicts(inBrowser, { project })).rejects.toMatchObject({
      faults: [{ code: 'takes-part' }],
    });
  });
});
