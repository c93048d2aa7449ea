import { meetingMarkdown } from '../../truth/discussion/meeting-markdown.ts';
import type { PrintedMeeting } from '../../truth/discussion/meeting-markdown.ts';
import { projectProtocol } from '../project-protocol.ts';
import type { WorkContext } from '../work-context.ts';
import { meetingAgenda } from './agenda.ts';
import { showMeeting } from './meetings.ts';

/** The agenda of the next meeting, or an earlier meeting, as data and as Markdown. Overseers. */
export async function printedMeeting(
  context: WorkContext,
  input: { readonly project: string; readonly id?: string; readonly task?: string },
): Promise<{ readonly markdown: string; readonly meeting: PrintedMeeting }> {
  const { project, id } = input;
  const { protocol } = await projectProtocol(context.store, project);
  const meeting = id === undefined ? await next(context, input) : await held(context, project, id);
  return { meeting, markdown: meetingMarkdown(meeting, protocol) };
}

async function next(
  context: WorkContext,
  input: { readonly project: string; readonly task?: string },
): Promise<PrintedMeeting> {
  const agenda = await meetingAgenda(context, input);
  return { ...agenda, title: `Agenda, week ${agenda.week}`, decisions: [] };
}

async function held(context: WorkContext, project: string, id: string): Promise<PrintedMeeting> {
  const { agenda, title, decisions, at } = await showMeeting(context, { project, id });
  return { ...agenda, title, decisions, at };
}
