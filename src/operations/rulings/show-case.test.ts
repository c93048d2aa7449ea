import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import {
  makeProject,
  makeWorld,
  project,
  protocolContent,
  truthOf,
} from '../../../test/work-world.ts';
import { judgmentsOfUnit } from '../../store/judging/judgments.ts';
import { edgeCases } from './edge-cases.ts';
import { closeRound } from '../rounds/close-round.ts';
import { nextUnits } from '../judging/next-unit.ts';
import { openRound } from '../rounds/open-round.ts';
import { recordFact } from '../judging/record-fact.ts';
import { makeRuling } from './make-ruling.ts';
import { rulingQueue } from './ruling-queue.ts';
import { saveJudgment } from '../judging/save-judgment.ts';
import { showCase } from './show-case.ts';
import { contested, request } from '../../../test/contested-case.ts';

describeStores('a case', (databases) => {
  it('shows the votes side by side without names, and with them to a lead who asks', async () => {
    const { sam, world } = await contested(databases);
    const shown = await showCase(sam, { project, unit: 'u5' });
    expect(shown.voices.map((voice) => voice.who)).toEqual(['Annotator 1', 'Annotator 2']);
    expect(shown.questions[0]!.answers.toSorted()).toEqual([0, 1]);
    expect(shown.questions[0]).toMatchObject({
      question: 'A',
      consensus: { answer: null, tied: [0, 1] },
      possible: [0, 1, 2],
    });
    expect(shown.fields).toMatchObject({ text: 'alpha text 5' });
    expect(JSON.stringify(shown)).not.toMatch(/anna|ben|HIDDEN/);
    await expect(showCase(sam, { project, unit: 'u5', names: true })).rejects.toMatchObject({
      faults: [{ code: 'names-are-for-leads' }],
    });
    const named = await showCase(world.lead, { project, unit: 'u5', names: true });
    expect(named.voices.map((voice) => voice.who).toSorted()).toEqual(['anna', 'ben']);
    expect(named.history.map((event) => [event.what, event.who])).toEqual([
      ['judged', 'anna'],
      ['judged', 'ben'],
    ]);
  });

  it('tells the history of the unit: judgments, revisions, questions and rulings', async () => {
    const { sam, ben, world, run } = await contested(databases);
    await recordFact(ben, {
      run,
      unit: 'u5',
      kind: 'question',
      detail: { text: 'Does a footnote count?' },
    });
    world.pass(1);
    const own = (
      await world.store.read((db) => judgmentsOfUnit(db, { project, task: 'topics', unit: 'u5' }))
    ).find((one) => one.annotator === 'ben')!;
    await saveJudgment(ben, {
      run,
      unit: 'u5',
      answers: { A: 1, B: 0, C: 0 },
      idempotencyKey: 'again',
      supersedes: own.id,
      seconds: 10,
    });
    world.pass(1);
    await makeRuling(sam, request());
    const { history, voices } = await showCase(sam, { project, unit: 'u5' });
    expect(history.map((event) => event.what)).toEqual([
      'judged',
      'judged',
      'question',
      'revised',
      'ruled',
    ]);
    expect(history[2]).toMatchObject({ detail: 'Does a footnote count?' });
    expect(new Set(history.slice(1, 4).map((event) => event.who)).size).toBe(1);
    expect(history.at(-1)).toMatchObject({ who: 'sam', detail: 'A and C are both there.' });
    expect(voices.find((voice) => voice.revisions === 1)).toMatchObject({
      answers: { A: 1, B: 0, C: 0 },
    });
  });

  it('is not shown to who judges in an open run, nor is there a queue for them', async () => {
    const world = await makeWorld(await databases.open());
    await makeProject(world, protocolContent({ rounds: '  full: { units: 4, annotators: 2 }' }), 4);
    const anna = await world.person('anna');
    const sam = await world.person('sam', 'adjudicator');
    const run = (
      await openRound(world.lead, { project, round: 'full', seed: 1, annotators: ['anna', 'sam'] })
    ).run.id;
    const [next] = (await nextUnits(anna, { run })).units;
    await saveJudgment(anna, {
      run,
      unit: next!.unit,
      answers: truthOf(next!.unit),
      asides: { flag: true, notes: 'Unsure.' },
      idempotencyKey: 'k',
      seconds: 10,
    });
    expect(
      (await rulingQueue(world.lead, { project })).items.map((item) => [item.unit, item.complete]),
    ).toEqual([[next!.unit, false]]);
    const ruling = request({ unit: next!.unit, answers: truthOf(next!.unit) });
    for (const look of [
      () => rulingQueue(sam, { project }),
      () => showCase(sam, { project, unit: next!.unit }),
      () => makeRuling(sam, ruling),
    ])
      await expect(look()).rejects.toMatchObject({ faults: [{ code: 'takes-part' }] });
    await closeRound(world.lead, { run, incomplete: true });
    expect((await rulingQueue(sam, { project })).items.map((item) => item.unit)).toEqual([
      next!.unit,
    ]);
  });
});

describeStores('the register of edge cases', (databases) => {
  it('grows from rulings, flags and questions, and shows annotators nothing of open rounds', async () => {
    const { world, sam, anna, ben, run } = await contested(databases);
    await recordFact(ben, {
      run,
      unit: 'u4',
      kind: 'question',
      detail: { text: 'Is a heading enough?' },
    });
    world.pass(1);
    await makeRuling(
      sam,
      request({ edgeCase: true, guidelineProposal: 'Headings alone are not enough.' }),
    );
    await makeRuling(
      sam,
      request({
        unit: 'u4',
        answers: { A: 0, B: 0, C: 0 },
        reason: 'Only a heading.',
        idempotencyKey: 'k4',
      }),
    );
    const seen = await edgeCases(sam, { project });
    expect(seen.cases.map((one) => one.unit).toSorted()).toEqual(['u4', 'u5']);
    expect(seen.faq.find((one) => one.unit === 'u4')).toMatchObject({
      asked: ['Is a heading enough?'],
      answer: 'Only a heading.',
    });
    expect(seen.proposals).toEqual([
      { unit: 'u5', text: 'Headings alone are not enough.', by: 'sam', at: expect.any(String) },
    ]);
    expect(seen.markdown).toContain('### Is a heading enough?');
    expect(await edgeCases(anna, { project })).toMatchObject({ cases: [], faq: [], proposals: [] });
    await closeRound(world.lead, { run });
    expect((await edgeCases(anna, { project })).cases.length).toBe(2);
    expect(JSON.stringify(await edgeCases(anna, { project }))).not.toMatch(/"ben"|"anna"/);
  });
});
