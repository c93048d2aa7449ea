import type { Figures } from '../figures.ts';
import { plain, table } from './cells.ts';
import type { ReportCell, ReportSection } from './report.ts';

/** The checklists of quality control, computed from the record: nothing in them was typed in. */
export function checklistsSection({ tasks }: Figures): ReportSection {
  const blocks = tasks.map(({ title, checklists }) =>
    table(
      tasks.length === 1 ? 'Before and after the work' : `Before and after the work on “${title}”`,
      ['Item', 'Status', 'In numbers'],
      checklists.map(({ when, item, status, sentence }): readonly ReportCell[] => [
        { text: item, note: when === 'before' ? 'before the work' : 'after the work' },
        statusCell[status],
        plain(sentence),
      ]),
    ),
  );
  return { id: 'checklists', title: 'Checklists', blocks };
}

const statusCell: Readonly<Record<string, ReportCell>> = {
  done: { text: 'Done', tone: 'good' },
  'not done': { text: 'Not done', tone: 'bad' },
  cannot: { text: 'Does not apply' },
};
