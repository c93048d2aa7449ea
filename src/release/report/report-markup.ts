import type { NoticeTone, ReportCell } from './report.ts';

/** Text as HTML: nothing in it is markup. */
export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

const marks: Readonly<Record<NoticeTone, string>> = { good: '✓', warn: '!', bad: '✗' };

/** The sign of a tone, so that colour is never alone. */
export function toneMark(tone: NoticeTone): string {
  return `<span class="mark" aria-hidden="true">${marks[tone]}</span>`;
}

/** A cell: its text, the figure it shows, and the smaller line below. */
export function cellHtml({ text, figure, note, tone }: ReportCell): string {
  const mark = tone === undefined ? '' : `${toneMark(tone)} `;
  const named = figure === undefined ? '' : ` data-figure="${escaped(figure)}"`;
  const kind = tone === undefined ? '' : ` class="${tone}"`;
  const shown = `<span${kind}${named}>${mark}${escaped(text)}</span>`;
  return note === undefined ? shown : `${shown}<small>${escaped(note)}</small>`;
}
