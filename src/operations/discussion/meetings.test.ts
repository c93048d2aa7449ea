import { expect, it } from 'vitest';
import { describeStores } from '../../../test/stores.ts';
import type { TestDatabases } from '../../../test/stores.ts';
import { askQuestion } from '../../../test/asked-question.ts';
import { judgeAll, project, truthOf, wrongOf } from '../../../test/work-world.ts';
import { monitorAgreement } from '../monitoring/monitor-figures.ts';
import { closeRound } from '../rounds/close-round.ts';
import { openRound } from '../rounds/open-round.ts';
import { markUnits } from '../units/mark-units.ts';
import { meetingAgenda } from './agenda.ts';
import { beginMeeting, decide, listMeetings, putOnAgenda, showMeeting } from './meetings.ts';
import { replyTo } from './reply.ts';
import { withdrawNotes } from './withdraw-notes.ts';

describeStores('the weekly meeting', (databases) => {
  it('has an agenda from the record, with the figures of monitoring', async () => {
    const { world } = await judged(databases);
    const { points, tasks, week, unitTexts } = await meetingAgenda(world.lead, { project });
    expect(week).toBe('2026-W10');
    const kinds = ['question', 'label', 'label', 'label', 'unit', 'speed', 'speed'];
    expect(points.map(({ kind }) => kind)).toEqual(kinds);
    const figures = await monitorAgreement(world.lead, { project });
    expect(tasks).toMatchObject([
      { task: 'topics', judgments: 24, agreement: figures.overall[figures.leading] },
    ]);
    const label = points.find(({ kind }) => kind === 'label')!;
    const own = figures.questions.find(({ question }) => label.key === `label/topics/${question}`)!;
    expect(label).toMatchObject({ target: 0.99, estimate: own.measures[figures.leading] });
    const hardest = points.find(({ kind }) => kind === 'unit');
    expect(hardest).toMatchObject({ unit: 'u4', agreement: 0, judgments: 2 });
    expect(unitTexts['topics/u4']).toContain('text 4');
  });

  it('keeps the agenda as it was; decisions are corrected and never changed', async () => {
    const { world, rex, question } = await judged(databases);
    await putOnAgenda(world.lead, { project, text: 'Holidays', idempotencyKey: 'p' });
    const title = 'Week 10';
    const { id } = await beginMeeting(world.lead, { project, title, idempotencyKey: 'm' });
    const given = { project, meeting: id, point: 'unit/topics/u4', replaces: null };
    const wrong = { ...given, text: 'We exlcude it.', idempotencyKey: 'd1' };
    const first = await decide(world.lead, wrong);
    await decide(world.lead, {
      ...given,
      text: 'We exclude it.',
      replaces: first.id,
      idempotencyKey: 'd2',
    });
    await replyTo(world.lead, { project, question, text: 'Yes.', idempotencyKey: 'a' });
    const meeting = await showMeeting(rex, { project, id });
    expect(meeting.agenda.points).toHaveLength(8);
    expect(meeting.decisions).toMatchObject([
      { text: 'We exlcude it.', by: 'lena', replaces: null },
      { text: 'We exclude it.', replaces: first.id, point: 'unit/topics/u4' },
    ]);
    expect(await listMeetings(rex, project)).toMatchObject([
      { id, title, points: 8, decisions: 1 },
    ]);
    const now = await meetingAgenda(rex, { project });
    expect(now.points.some(({ kind }) => kind === 'question')).toBe(false);
    const faults = (code: string) => ({ faults: [{ code }] });
    const unknown = { ...given, point: 'unit/topics/u5', text: 'x', idempotencyKey: 'd3' };
    await expect(decide(world.lead, unknown)).rejects.toMatchObject(faults('wrong-value'));
    const other = { ...unknown, point: null, replaces: first.id };
    await expect(decide(world.lead, other)).rejects.toMatchObject(faults('wrong-value'));
    await expect(
      withdrawNotes(world.lead, { project, notes: [first.id], idempotencyKey: 'w' }),
    ).rejects.toMatchObject(faults('not-found'));
    await expect(decide(rex, wrong)).rejects.toMatchObject(faults('role-needed'));
  });

  it('talks about what was put on it or flagged, until that is decided', async () => {
    const { world } = await judged(databases);
    const keys = async () =>
      (await meetingAgenda(world.lead, { project })).points
        .filter(({ kind }) => kind === 'put' || kind === 'flag')
        .map((point) => [point.kind, 'unit' in point ? point.unit : null]);
    await putOnAgenda(world.lead, { project, text: 'Holidays', idempotencyKey: 'p' });
    const mark = { project, task: 'topics', text: 'Odd', idempotencyKey: 'f' };
    await markUnits(world.lead, { ...mark, as: 'flag', chosen: { units: ['u2'] } });
    expect(await keys()).toEqual([
      ['put', null],
      ['flag', 'u2'],
    ]);
    const { id } = await beginMeeting(world.lead, { project, title: 'W', idempotencyKey: 'm' });
    const { points } = (await showMeeting(world.lead, { project, id })).agenda;
    const point = points.find(({ kind }) => kind === 'put')!.key;
    const decision = { project, meeting: id, point, text: 'In August.', replaces: null };
    await decide(world.lead, { ...decision, idempotencyKey: 'd' });
    expect(await keys()).toEqual([['flag', 'u2']]);
  });

  it('is refused to somebody who judges in an open round of the task', async () => {
    const { world } = await judged(databases);
    const lea = await world.person('lea', 'lead');
    await beginMeeting(world.lead, { project, title: 'W', idempotencyKey: 'm' });
    const annotators = ['lea', 'ben'];
    await openRound(world.lead, { project, round: 'again', seed: 1, annotators });
    const calls = [
      () => meetingAgenda(lea, { project }),
      () => listMeetings(lea, project),
      () => beginMeeting(lea, { project, title: 'x', idempotencyKey: 'x' }),
      () => putOnAgenda(lea, { project, text: 'x', idempotencyKey: 'y' }),
    ];
    for (const call of calls)
      await expect(call()).rejects.toMatchObject({ faults: [{ code: 'takes-part' }] });
  });
});

/** Anna and ben agree on twelve units but one, about which anna asked. */
async function judged(databases: TestDatabases) {
  const gate = `gate: ["fleiss_kappa >= 0.99 per question"]`;
  const rounds = `  full: { units: 12, annotators: 2 }
  again: { kind: full, units: all, annotators: 2, ${gate} }`;
  const plan = { rounds, units: 18, text: 'Tables?' };
  const { world, anna, ben, rex, run } = await askQuestion(databases, plan);
  await judgeAll(anna, run, truthOf);
  await judgeAll(ben, run, (one) => (one === 'u4' ? wrongOf(one) : truthOf(one)));
  await closeRound(world.lead, { run });
  const { points } = await meetingAgenda(world.lead, { project });
  const asked = points.find(({ kind }) => kind === 'question')!;
  return { world, rex, question: asked.kind === 'question' ? asked.question : 0 };
}
