import { beginMeeting, decide, putOnAgenda } from '../../src/operations/discussion/meetings.ts';
import { replyTo } from '../../src/operations/discussion/reply.ts';
import { listThreads } from '../../src/operations/discussion/threads.ts';
import { nextUnits } from '../../src/operations/judging/next-unit.ts';
import { recordFact } from '../../src/operations/judging/record-fact.ts';
import { listRuns } from '../../src/store/rounds/rounds.ts';
import type { LeadProject } from './lead-project.ts';
import type { Workbench } from './workbench.ts';

/** A project in whose open round somebody asked twice, and which held a meeting. */
export interface Discussed {
  readonly run: string;
  readonly meeting: string;
  readonly answered: number;
}

/** An expert asks twice, the adjudicator answers once, and the lead holds a meeting. */
export async function discuss(workbench: Workbench, story: LeadProject): Promise<Discussed> {
  const { project, lead, senior, experts } = story;
  const runs = await workbench.workspace().store.read((db) => listRuns(db, project));
  const run = runs.findLast(({ closedAt }) => closedAt === null)!.id;
  const asker = experts[0]!.work;
  const { units } = await nextUnits(asker, { run, count: 2 });
  const asked = [
    'Does a passage that only names the leverage ratio count as being about it?',
    'The table has no text around it. Do I judge the numbers alone?',
  ];
  for (const [place, text] of asked.entries())
    await recordFact(asker, {
      run,
      unit: units[place]!.unit,
      kind: 'question',
      detail: { text },
      idempotencyKey: `asked ${place}`,
    });
  const { threads } = await listThreads(senior.work, { project });
  const answered = threads.at(-1)!.question;
  await replyTo(senior.work, {
    project,
    question: answered,
    text: 'No. The guideline asks for a requirement or a definition; a name alone is a mention.',
    idempotencyKey: 'answered',
  });
  await putOnAgenda(lead.work, {
    project,
    text: 'Who stands in for Expert B in August?',
    idempotencyKey: 'put',
  });
  const title = 'Week 12';
  const meeting = await beginMeeting(lead.work, { project, title, idempotencyKey: 'held' });
  const point = `question/${threads[0]!.question}`;
  const given = { project, meeting: meeting.id, point };
  const first = await decide(lead.work, {
    ...given,
    text: 'Numbers alone are never judged.',
    replaces: null,
    idempotencyKey: 'decided',
  });
  await decide(lead.work, {
    ...given,
    text: 'Numbers alone are not judged: the unit is excluded.',
    replaces: first.id,
    idempotencyKey: 'corrected',
  });
  return { run, meeting: meeting.id, answered };
}
