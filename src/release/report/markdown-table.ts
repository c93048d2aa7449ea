import { markdownText } from '../../domain/markdown-text.ts';
import type { ReportTable } from './report.ts';

/** A table of the report in Markdown: the same words and numbers, notes behind them. */
export function markdownTable({ columns, rows }: ReportTable): string {
  const head = columns.map(({ title }) => title);
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownText).join(' | ')} |`;
  const rule = `| ${columns.map(({ align }) => (align === 'right' ? '--:' : '---')).join(' | ')} |`;
  const body = rows.map((row) =>
    line(row.map(({ text, note }) => (note === undefined ? text : `${text} (${note})`.trim()))),
  );
  return [line(head), rule, ...body].join('\n');
}
