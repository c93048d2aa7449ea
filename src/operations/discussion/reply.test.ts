import { describe, expect, it } from 'vitest';
import { askQuestion } from '../../../test/asked-question.ts';
import { refusedFor } from '../../../test/refusals.ts';
import { testDatabases } from '../../../test/stores.ts';
import { judgeAll, project, truthOf } from '../../../test/work-world.ts';
import { longestNote } from '../../domain/discussion/note.ts';
import { closeRound } from '../rounds/close-round.ts';
import type { WorkContext } from '../work-context.ts';
import { auditLog } from '../workspace/audit-log.ts';
import { addNotes, checkedText } from './add-note.ts';
import { commentOnUnit, keepAnswer, replyTo } from './reply.ts';
import { standingFlags } from './standing-flags.ts';
import { listThreads } from './threads.ts';
import { withdrawNotes } from './withdraw-notes.ts';

const databases = testDatabases('sqlite');
const begun = '2026-03-02T08:00:00.000Z';

async function asked() {
  const made = await askQuestion(databases, {
    rounds: '  full: { units: 3, annotators: 2 }',
    units: 4,
    text: 'Does a table count?',
    others: { ada: 'adjudicator' },
  });
  const { question } = (await listThreads(made.anna, { project })).threads[0]!;
  return { ...made, ada: made.others['ada']!, question, lead: made.world.lead };
}

const latest = async (lead: WorkContext) => (await auditLog(lead, { project, limit: 1 })).entries;

describe('a thread', () => {
  it('has the question with its unit and round, and what was said to it', async () => {
    const { lead, anna, ada, question, unit, run } = await asked();
    const reply = { project, question, text: ' Yes. ', idempotencyKey: 'a' };
    const answer = await replyTo(ada, reply);
    expect(answer).toEqual({ id: expect.any(String), at: begun, fresh: true });
    expect(await latest(lead)).toMatchObject([
      {
        actor: 'ada',
        action: 'note-answer',
        project,
        object: `note/${answer.id}`,
        detail: { task: 'topics', unit, about: `question/${question}` },
      },
    ]);
    const comment = await replyTo(anna, { ...reply, text: 'Thanks.', idempotencyKey: 'b' });
    const kept = {
      project,
      question,
      as: 'edge-case',
      asked: ' Tables? ',
      answer: ' Yes. ',
    } as const;
    const entry = await keepAnswer(ada, { ...kept, idempotencyKey: 'e' });
    expect(await latest(lead)).toMatchObject([{ actor: 'ada', action: 'note-entry' }]);
    const thread = {
      question,
      task: 'topics',
      unit,
      unitText: expect.stringContaining(`text ${unit.slice(1)}`),
      run,
      round: 'full',
      attempt: 1,
      by: 'anna',
      own: true,
      text: 'Does a table count?',
      at: begun,
      state: 'answered',
      isPrivate: true,
      replies: [
        { id: answer.id, kind: 'answer', text: 'Yes.', at: begun, by: 'ada', own: false },
        { id: comment.id, kind: 'comment', text: 'Thanks.', at: begun, by: 'anna', own: true },
      ],
      entries: [{ id: entry.id, as: 'edge-case' }],
    };
    const [first, second] = thread.replies;
    expect(await listThreads(anna, { project })).toEqual({
      threads: [thread],
      comments: [],
      mayAnswer: false,
      hiddenTasks: [],
    });
    // Whoever rules does not know which annotator it was.
    expect(await listThreads(ada, { project })).toEqual({
      threads: [
        {
          ...thread,
          by: null,
          own: false,
          replies: [
            { ...first, own: true },
            { ...second, by: null, own: false },
          ],
        },
      ],
      comments: [],
      mayAnswer: true,
      hiddenTasks: [],
    });
  });

  it('is chosen by task, unit, run, state and whose it is', async () => {
    const { lead, anna, rex, unit, run, ben } = await asked();
    const found = async (who: WorkContext, filter: object) =>
      (await listThreads(who, { project, ...filter })).threads.length;
    for (const filter of [
      { task: 'topics' },
      { unit },
      { run },
      { state: 'open' },
      { mine: false },
    ])
      expect(await found(lead, filter), JSON.stringify(filter)).toBe(1);
    for (const filter of [
      { task: 'nosuch' },
      { unit: 'u9' },
      { run: 'nosuch' },
      { state: 'answered' },
      { mine: true },
    ])
      expect(await found(lead, filter), JSON.stringify(filter)).toBe(0);
    expect(await found(anna, { mine: true })).toBe(1);
    expect(await listThreads(rex, { project })).toMatchObject({ mayAnswer: false, threads: [{}] });
    for (const who of [anna, ben]) await judgeAll(who, run, truthOf);
    await closeRound(lead, { run });
    const thread = (await listThreads(lead, { project })).threads[0];
    expect(thread).toMatchObject({ isPrivate: false });
  });

  it('is spoken in by those who see it and change things, in words', async () => {
    const { lead, anna, rex, ada, question, unit } = await asked();
    const reply = { project, question, text: 'Yes.', idempotencyKey: 'a' };
    await expect(replyTo(rex, reply)).rejects.toMatchObject(refusedFor('role-needed'));
    const missing = (code: string, id: string) =>
      refusedFor('not-found', { values: { what: { code, values: { id } } } });
    await expect(replyTo(ada, { ...reply, question: 99 })).rejects.toMatchObject(
      missing('question-here', '99'),
    );
    await expect(replyTo(ada, { ...reply, text: ' ' })).rejects.toMatchObject(
      refusedFor('wrong-value', { values: { field: 'text' } }),
    );
    const kept = {
      project,
      question,
      as: 'faq',
      asked: 'a',
      answer: 'b',
      idempotencyKey: 'e',
    } as const;
    await expect(keepAnswer(anna, kept)).rejects.toMatchObject(refusedFor('role-needed'));
    for (const field of ['asked', 'answer'])
      await expect(keepAnswer(ada, { ...kept, [field]: '' })).rejects.toMatchObject(
        refusedFor('wrong-value', { values: { field } }),
      );
    const comment = { project, task: 'topics', unit, text: 'Hm.', idempotencyKey: 'c' };
    await expect(commentOnUnit(anna, comment)).rejects.toMatchObject(refusedFor('role-needed'));
    await expect(commentOnUnit(ada, { ...comment, unit: 'u9' })).rejects.toMatchObject(
      missing('unit', 'u9'),
    );
    await expect(commentOnUnit(ada, { ...comment, task: 'nosuch' })).rejects.toMatchObject(
      refusedFor('not-found'),
    );
    await expect(commentOnUnit(ada, { ...comment, text: '' })).rejects.toMatchObject(
      refusedFor('wrong-value'),
    );
    const { id } = await commentOnUnit(ada, comment);
    expect((await listThreads(lead, { project })).comments).toEqual([
      { id, task: 'topics', unit, text: 'Hm.', at: begun, by: 'ada', own: false },
    ]);
    expect((await listThreads(anna, { project })).comments).toEqual([]);
  });

  it('has texts of so many characters at most, which can be stored', () => {
    expect(checkedText('text', ` ${'x'.repeat(longestNote)} `)).toHaveLength(longestNote);
    for (const text of ['', ' \n', 'x'.repeat(longestNote + 1), 'a\0b'])
      expect(() => checkedText('text', text)).toThrow();
  });
});

describe('notes', () => {
  it('are written together, once, and taken back together by those who may', async () => {
    const { lead, anna, ada } = await asked();
    const given = ['u1', 'u2'].map((unit) => {
      return { project, kind: 'flag', task: 'topics', unit, text: 'Odd' } as const;
    });
    const counted: number[] = [];
    const onWritten = (count: number) => counted.push(count);
    const written = await addNotes(ada, given, 'both', { onWritten });
    expect(written).toMatchObject([
      { at: begun, fresh: true },
      { at: begun, fresh: true },
    ]);
    expect(counted).toEqual([2]);
    expect(await latest(lead)).toMatchObject([
      { action: 'note-flag', object: 'notes/both', detail: { task: 'topics', units: 2 } },
    ]);
    expect(await addNotes(ada, given, 'both', { onWritten })).toEqual(
      written.map((one) => ({ ...one, fresh: false })),
    );
    expect(await addNotes(ada, [], 'none')).toEqual([]);
    expect(counted).toEqual([2]);
    const place = { project, task: 'topics' };
    const flags = async (units?: readonly string[]) =>
      (await standingFlags(lead.store, place, units)).map(({ unit }) => unit);
    expect(await standingFlags(lead.store, place, ['u2'])).toEqual([
      { id: written[1]!.id, unit: 'u2', text: 'Odd', by: 'ada', at: begun },
    ]);
    expect(await flags([])).toEqual([]);
    const notes = written.map(({ id }) => id);
    const back = { project, notes, idempotencyKey: 'w' };
    await expect(withdrawNotes(anna, back)).rejects.toMatchObject(
      refusedFor('not-found', {
        values: { what: { code: 'note-here', values: { id: notes[0] } } },
      }),
    );
    await expect(
      withdrawNotes(ada, { ...back, notes: [notes[0]!, 'nosuch'] }),
    ).rejects.toMatchObject(refusedFor('not-found'));
    expect(await flags()).toEqual(['u1', 'u2']);
    // A lead takes back what anybody wrote; twice named is once meant.
    const twice = { ...back, notes: [notes[0]!, notes[0]!] };
    expect(await withdrawNotes(lead, twice)).toEqual({ withdrawn: 1 });
    expect(await flags()).toEqual(['u2']);
    expect(await latest(lead)).toMatchObject([
      { action: 'note-withdrawal', actor: 'lena', detail: { unit: 'u1', about: notes[0] } },
    ]);
  });

  it('are checked in the write, which then writes nothing', async () => {
    const { ada, lead } = await asked();
    const given = { project, kind: 'agenda', text: 'Holidays' } as const;
    const before = await latest(lead);
    const check = () => Promise.reject(new Error('changed meanwhile'));
    await expect(addNotes(ada, [given], 'k', { check })).rejects.toThrow('changed meanwhile');
    expect(await latest(lead)).toEqual(before);
    expect(await addNotes(ada, [given], 'k')).toMatchObject([{ fresh: true }]);
    expect(await latest(lead)).toMatchObject([
      { action: 'note-agenda', detail: { task: null, unit: null, about: null } },
    ]);
  });
});
