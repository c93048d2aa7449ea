import { describe, expect, it } from 'vitest';
import { refusedFor } from '../../../test/refusals.ts';
import { testDatabases } from '../../../test/stores.ts';
import { makeProject, makeWorld, project, protocolContent } from '../../../test/work-world.ts';
import { insertUnits } from '../../store/units/units.ts';
import { openRound } from '../rounds/open-round.ts';
import { makeRuling } from '../rulings/make-ruling.ts';
import { markUnits } from '../units/mark-units.ts';
import type { WorkContext } from '../work-context.ts';
import { auditLog } from '../workspace/audit-log.ts';
import { isShown, meetingAgenda } from './agenda.ts';
import { beginMeeting, decide, listMeetings, putOnAgenda, showMeeting } from './meetings.ts';
import { printedMeeting } from './print-meeting.ts';
import { standingFlags } from './standing-flags.ts';
import { withdrawNotes } from './withdraw-notes.ts';

const databases = testDatabases('sqlite');
const begun = '2026-03-02T08:00:00.000Z';

const latest = async (lead: WorkContext) => (await auditLog(lead, { project, limit: 1 })).entries;

it('a point of a hidden task is hidden, and one of no task while any task is', () => {
  const points = [{ task: 'topics' }, { task: 'tone' }, { task: null }];
  const seen = (...hidden: readonly string[]) =>
    points.filter(isShown(hidden)).map(({ task }) => task);
  expect(seen()).toEqual(['topics', 'tone', null]);
  // It might be about units that the reader still has to judge.
  expect(seen('tone')).toEqual(['topics']);
  expect(seen('topics', 'tone')).toEqual([]);
});

/** Two tasks; lea judges one of them in an open round, and may not hear of it. */
async function twoTasks() {
  const world = await makeWorld(await databases.open());
  const content = protocolContent({
    rounds:
      '  full: { task: topics, units: 2, annotators: 1 }\n' +
      '  tone: { kind: full, task: tone, units: 2, annotators: 1 }',
  });
  const tone = '\n  tone: { unit: { id: id, show: text }, questions: { polite: {} } }\npanel:\n';
  const source = content.source.replace('\npanel:\n', tone);
  await makeProject(world, { ...content, source }, 3);
  const long = `${'word '.repeat(70)}end`;
  const units = [long, 'x'.repeat(300), ' short\n text '].map((text, at) => {
    return { id: `t${at + 1}`, subject: null, fields: { id: `t${at + 1}`, text } };
  });
  await world.store.write((tx) => insertUnits(tx, { project, task: 'tone' }, units, begun));
  const lea = await world.person('lea', 'lead');
  const put = (text: string, rest: object, idempotencyKey = text) =>
    putOnAgenda(world.lead, { project, text, ...rest, idempotencyKey });
  await put('Holidays', {});
  await put('A letter', { task: 'topics', unit: 'u1' });
  for (const unit of ['t1', 't2', 't3']) await put(`Tone of ${unit}`, { task: 'tone', unit });
  const given = { project, title: ' Week 10 ', idempotencyKey: 'm' };
  const { id } = await beginMeeting(world.lead, given);
  return { world, lead: world.lead, lea, meeting: id };
}

describe('a meeting', () => {
  it('is shown with its agenda and decisions, as data and as Markdown', async () => {
    const { lead, world, meeting: id } = await twoTasks();
    const now = await meetingAgenda(lead, { project });
    expect(now).toMatchObject({ at: begun, week: '2026-W10', simulated: false, hiddenTasks: [] });
    expect(now.unitTexts).toEqual({
      'topics/u1': 'alpha text 1',
      // Cut at a space before the 280th character, or there where no space is near.
      'tone/t1': `${'word '.repeat(56).trim()}…`,
      'tone/t2': `${'x'.repeat(280)}…`,
      'tone/t3': 'short text',
    });
    const only = await meetingAgenda(lead, { project, task: 'topics' });
    const texts = (points: typeof now.points) =>
      points.map((point) => ('text' in point ? point.text : point.kind));
    expect(texts(only.points)).toEqual(['Holidays', 'A letter']);
    expect(only.tasks.map(({ task }) => task)).toEqual(['topics']);
    world.pass(60);
    const shown = await showMeeting(lead, { project, id });
    expect(shown).toEqual({
      id,
      by: 'lena',
      at: begun,
      title: 'Week 10',
      agenda: now,
      decisions: [],
    });
    const request = { project, meeting: id, point: null, text: 'Next on Friday.', replaces: null };
    const decision = await decide(lead, { ...request, idempotencyKey: 'd' });
    const { key } = now.points.find((point) => 'unit' in point && point.unit === 't2')!;
    await decide(lead, { ...request, point: key, text: 'Drop it.', idempotencyKey: 'e' });
    expect(await latest(lead)).toMatchObject([
      { action: 'note-decision', detail: { task: 'tone', unit: 't2', about: id } },
    ]);
    const { decisions } = await showMeeting(lead, { project, id });
    const at = '2026-03-02T09:00:00.000Z';
    const said = { by: 'lena', at, replaces: null };
    expect(decisions).toEqual([
      { ...said, id: decision.id, text: 'Next on Friday.', task: null, point: null },
      { ...said, id: expect.any(String), text: 'Drop it.', task: 'tone', point: key },
    ]);
    const later = await beginMeeting(lead, { project, title: 'Later', idempotencyKey: 'n' });
    const head = { by: 'lena', points: now.points.length };
    expect(await listMeetings(lead, project)).toEqual([
      // What was decided is on no further agenda.
      { ...head, id: later.id, title: 'Later', at, points: head.points - 1, decisions: 0 },
      { ...head, id, title: 'Week 10', at: begun, decisions: 2 },
    ]);
    const held = await printedMeeting(lead, { project, id });
    expect(held.meeting).toEqual({ ...now, title: 'Week 10', decisions, at: begun });
    expect(held.markdown).toContain('Next on Friday.');
    const next = await printedMeeting(lead, { project, task: 'topics' });
    expect(next.meeting).toMatchObject({
      title: 'Agenda, week 2026-W10',
      decisions: [],
      tasks: [{ task: 'topics' }],
    });
    expect(next.markdown).toContain('Agenda, week 2026-W10');
  });

  it('leaves out what its reader judges', async () => {
    const { lead, lea, meeting: id } = await twoTasks();
    const all = (await showMeeting(lead, { project, id })).agenda.points;
    const { key } = all.find((point) => 'unit' in point && point.unit === 't3')!;
    const request = { project, meeting: id, point: key, text: 'Keep it.', replaces: null };
    await decide(lead, { ...request, idempotencyKey: 'd' });
    await openRound(lead, { project, round: 'tone', seed: 1, annotators: ['lea'] });
    const { agenda, decisions } = await showMeeting(lea, { project, id });
    expect(agenda.points.map(({ task }) => task)).toEqual(['topics']);
    expect(agenda.tasks.map(({ task }) => task)).toEqual(['topics']);
    expect(Object.keys(agenda.unitTexts)).toEqual(['topics/u1']);
    expect(agenda.hiddenTasks).toEqual(['tone']);
    expect(decisions).toEqual([]);
    expect(await listMeetings(lea, project)).toMatchObject([{ points: 1, decisions: 0 }]);
    const now = await meetingAgenda(lea, { project });
    expect(now.hiddenTasks).toEqual(['tone']);
    expect(now.points.map(({ task }) => task)).toEqual(['topics']);
    const blind = refusedFor('takes-part');
    const decided = decide(lea, { ...request, idempotencyKey: 'e' });
    await expect(decided).rejects.toMatchObject(blind);
    const whole = decide(lea, { ...request, point: null, idempotencyKey: 'e' });
    await expect(whole).rejects.toMatchObject(blind);
    const put = (task: string) =>
      putOnAgenda(lea, { project, task, text: 'More', idempotencyKey: task });
    await expect(put('tone')).rejects.toMatchObject(blind);
    expect(await put('topics')).toMatchObject({ fresh: true });
  });

  it('takes what is there, from those who may', async () => {
    const { lead, world, meeting } = await twoTasks();
    const rex = await world.person('rex', 'reviewer');
    const given = { project, text: 'x', idempotencyKey: 'x' };
    const missing = (code: string) => refusedFor('not-found', { values: { what: { code } } });
    const attempt = (rest: object, refused: object) =>
      expect(putOnAgenda(lead, { ...given, ...rest })).rejects.toMatchObject(refused);
    await attempt({ task: 'nosuch' }, refusedFor('not-found'));
    await attempt({ task: 'tone', unit: 'u1' }, missing('unit'));
    await attempt({ unit: 'u1' }, missing('unit'));
    await attempt({ text: '' }, refusedFor('wrong-value', { values: { field: 'text' } }));
    const begin = { project, title: 'x', idempotencyKey: 'y' };
    await expect(beginMeeting(lead, { ...begin, title: ' ' })).rejects.toMatchObject(
      refusedFor('wrong-value', { values: { field: 'title' } }),
    );
    for (const act of [() => putOnAgenda(rex, given), () => beginMeeting(rex, begin)])
      await expect(act()).rejects.toMatchObject(refusedFor('role-needed'));
    const anna = await world.person('anna');
    for (const act of [
      () => listMeetings(anna, project),
      () => showMeeting(anna, { project, id: meeting }),
      () => meetingAgenda(anna, { project }),
    ])
      await expect(act()).rejects.toMatchObject(refusedFor('role-needed'));
    await expect(showMeeting(lead, { project, id: 'nosuch' })).rejects.toMatchObject(
      missing('meeting-here'),
    );
    const put = await putOnAgenda(lead, { ...given, text: 'No meeting' });
    await expect(showMeeting(lead, { project, id: put.id })).rejects.toMatchObject(
      missing('meeting-here'),
    );
    const text = { project, meeting, point: null, text: '', replaces: null, idempotencyKey: 'z' };
    await expect(decide(lead, text)).rejects.toMatchObject(refusedFor('wrong-value'));
  });

  it('talks of a flag until it is taken back or there is a ruling on the unit since', async () => {
    const { lead, world } = await twoTasks();
    const mark = { project, task: 'topics', text: 'Odd', as: 'flag' } as const;
    const flagged = (idempotencyKey: string) =>
      markUnits(lead, { ...mark, chosen: { units: ['u2'] }, idempotencyKey });
    await flagged('f');
    const flags = async () =>
      (await meetingAgenda(lead, { project })).points.filter(({ kind }) => kind === 'flag').length;
    expect(await flags()).toBe(1);
    const [flag] = await standingFlags(lead.store, { project, task: 'topics' });
    await withdrawNotes(lead, { project, notes: [flag!.id], idempotencyKey: 'w' });
    expect(await flags()).toBe(0);
    await flagged('g');
    world.pass(1);
    const ruling = { project, task: 'topics', unit: 'u2', exclude: true, reason: 'A table.' };
    await makeRuling(lead, { ...ruling, seen: null, idempotencyKey: 'r' });
    expect(await flags()).toBe(0);
    world.pass(1);
    await flagged('h');
    expect(await flags()).toBe(1);
  });
});

describe('an agenda of a project with many flags', () => {
  const flagged = async (count: number) => {
    const world = await makeWorld(await databases.open(), false);
    await makeProject(world, protocolContent({ rounds: '  {}' }), count);
    const units = Array.from({ length: count }, (_, at) => `u${at + 1}`);
    const flag = { project, task: 'topics', as: 'flag', text: `${'Odd. '.repeat(300)}` } as const;
    const { notes } = await markUnits(world.lead, {
      ...flag,
      chosen: { units },
      idempotencyKey: 'flags',
    });
    return { ...world, notes };
  };

  it('has the first hundred, cut to what can be read, and counts the rest', async () => {
    const { lead, notes } = await flagged(1100);
    const { id } = await beginMeeting(lead, { project, title: 'Many', idempotencyKey: 'm' });
    const { agenda } = await showMeeting(lead, { project, id });
    expect(agenda.more).toEqual({ put: 0, flag: 1000, question: 0 });
    expect(agenda.points.map((point) => point.key)).toEqual(
      notes.slice(0, 100).map((note) => `note/${note}`),
    );
    for (const point of agenda.points) expect('text' in point && point.text.length).toBe(1000);
    expect((await listMeetings(lead, project)).map(({ title, points }) => [title, points])).toEqual(
      [['Many', 100]],
    );
    const { markdown } = await printedMeeting(lead, { project });
    expect(markdown).toContain('## Flagged units (1100)');
    expect(markdown).toContain('- … and 1000 more\n');
    // What was taken back, decided or ruled on is neither shown nor counted, wherever it stands.
    const withdrawn = [...notes.slice(0, 2), ...notes.slice(600, 700)];
    await withdrawNotes(lead, { project, notes: withdrawn, idempotencyKey: 'w' });
    const ruling = { project, unit: 'u900', answers: { A: 0, B: 0, C: 0 }, reason: 'Clear.' };
    await makeRuling(lead, { ...ruling, seen: null, idempotencyKey: 'r' });
    const later = await meetingAgenda(lead, { project });
    expect(later.more.flag).toBe(1100 - 102 - 1 - 100);
    expect(later.points[0]!.key).toBe(`note/${notes[2]}`);
  });
});
