import { defined } from '../../../domain/defined.ts';
import { printedMeeting } from '../../../operations/discussion/print-meeting.ts';
import { listMeetings } from '../../../operations/discussion/meetings.ts';
import type { AddCommand } from '../../commands.ts';
import { inProject, onProject } from '../../in-project.ts';
import type { ProjectOptions } from '../../in-project.ts';
import { examples } from '../../options.ts';
import { numeric, print, printJson, table } from '../../output.ts';

interface MeetingOptions extends ProjectOptions {
  readonly task?: string;
  readonly list?: true;
}

/** `assay meeting`: what there is to talk about, and what earlier meetings decided. */
export const addMeeting: AddCommand = (program, exit) => {
  onProject(
    program.command('meeting'),
    'print the agenda of the next meeting, or an earlier one with its decisions, as Markdown',
  )
    .argument('[meeting]', 'an earlier meeting, by its id (see --list)')
    .option('--task <name>', 'only this task')
    .option('--list', 'list earlier meetings')
    .addHelpText(
      'after',
      examples(['assay meeting --project regulatory-topics > agenda.md', 'assay meeting --list']),
    )
    .action(async (id: string | undefined, options: MeetingOptions) => {
      await inProject(options, async (context, project) => {
        if (options.list === true) {
          const meetings = await listMeetings(context, project);
          if (options.json) return void printJson(meetings);
          const rows = meetings.map(({ id: name, title, at, by, points, decisions }) => [
            name,
            title,
            at.slice(0, 16),
            by,
            String(points),
            String(decisions),
          ]);
          const head = ['id', 'meeting', 'at', 'by', numeric('points'), numeric('decisions')];
          return void print(
            rows.length === 0 ? 'No meeting has been held yet.' : table(head, rows),
          );
        }
        const { task } = options;
        const { markdown, meeting } = await printedMeeting(context, {
          project,
          ...defined({ id, task }),
        });
        if (options.json) printJson(meeting);
        else print(markdown.trimEnd());
      });
      exit(0);
    });
};
