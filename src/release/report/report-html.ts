import { barsSvg, intervalsSvg, matrixHtml } from './report-charts.ts';
import { cellHtml, escaped, toneMark } from './report-markup.ts';
import { hashSource, reportPage } from './report-page.ts';
import { reportStyle } from './report-style.ts';
import type { Report, ReportBlock, ReportTable } from './report.ts';

/** What makes the page prove itself: a program, and what it reads. */
export interface ReportProof {
  /** Plain JavaScript that runs in the page. */
  readonly script: string;
  /** The published files, compressed and in base64, where they are small enough; else null. */
  readonly files: string | null;
}

/**
 * The report as one page that needs nothing else: no network, no other file. Every figure names its
 * place in `figures.json`; the script makes the page again from the published judgments.
 */
export function reportHtml(report: Report, proof: ReportProof): string {
  const title = `${report.title}, release ${report.version}`;
  const { script, files } = proof;
  return reportPage({
    title,
    style: reportStyle,
    allowed: [
      `style-src '${hashSource(reportStyle)}' 'unsafe-hashes'`,
      `script-src '${hashSource(script)}'`,
      'img-src data:',
    ],
    skip: 'Skip to the report',
    header: [
      `<h1>${escaped(report.title)}</h1>`,
      `<p class="lines">${report.lines.map(escaped).join(' · ')}</p>`,
      report.simulated ? simulatedNotice : '',
    ],
    chapters: [...report.sections, { id: 'units', title: 'Units' }],
    behind: ['<div id="proof" class="proof"></div>'],
    main: [reportBody(report), unitsSection].join('\n'),
    footer: [...(report.simulated ? ['Simulated data'] : []), title],
    end: [files === null ? '' : filesHtml(files), `<script>${script}</script>`],
  });
}

/** The program of such a page. */
export function scriptOf(page: string): string {
  // The program has such words, too; all other text of a page is escaped.
  const start = page.indexOf('<script>');
  const end = page.lastIndexOf('</script>');
  return start < 0 || end < start ? '' : page.slice(start + '<script>'.length, end);
}

function reportBody({ sections }: Report): string {
  return sections.map(({ id, title, blocks }) => sectionHtml(id, title, blocks)).join('\n');
}

function filesHtml(files: string): string {
  return `<script type="application/octet-stream" id="files">${files}</script>`;
}

const unitsSection = '<section id="units"><h2>Units</h2><div id="explorer"></div></section>';

const simulatedNotice =
  '<p class="notice warn"><span class="mark">!</span> Simulated data: the judgments were ' +
  'made by simulated annotators.</p>';

function sectionHtml(id: string, title: string, blocks: readonly ReportBlock[]): string {
  const body = blocks.map(blockHtml).join('\n');
  return `<section id="${escaped(id)}"><h2>${escaped(title)}</h2>\n${body}\n</section>`;
}

/** One block as HTML. */
export function blockHtml(block: ReportBlock): string {
  switch (block.kind) {
    case 'heading':
      return `<h3>${escaped(block.text)}</h3>`;
    case 'text':
      return `<p>${escaped(block.text)}</p>`;
    case 'definition':
      return `<p class="notice">${escaped(block.text)}</p>`;
    case 'notice':
      return `<p class="notice ${block.tone}">${toneMark(block.tone)} ${escaped(block.text)}</p>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${escaped(item)}</li>`).join('')}</ul>`;
    case 'facts':
      return `<dl class="facts">${block.facts
        .map(
          ({ title, value }) => `<div><dt>${escaped(title)}</dt><dd>${cellHtml(value)}</dd></div>`,
        )
        .join('')}</dl>`;
    case 'summary':
      return `<dl class="summary">${block.rows
        .map(
          ({ title, cells }) =>
            `<div><dt>${escaped(title)}</dt>${cells
              .map((cell) => `<dd>${cellHtml(cell)}</dd>`)
              .join('')}</div>`,
        )
        .join('')}</dl>`;
    case 'table':
      return tableHtml(block);
    case 'intervals':
      return intervalsSvg(block);
    case 'bars':
      return barsSvg(block);
    case 'matrix':
      return matrixHtml(block);
  }
}

function tableHtml({ caption, columns, rows }: ReportTable): string {
  const head = columns
    .map(({ title, align }) => `<th scope="col" class="${align}">${escaped(title)}</th>`)
    .join('');
  const body = rows
    .map((row) => {
      const cells = row.map((cell, at) => {
        const inner = cellHtml(cell);
        const align = columns[at]?.align ?? 'left';
        return at === 0
          ? `<th scope="row" class="${align}">${inner}</th>`
          : `<td class="${align}">${inner}</td>`;
      });
      return `<tr>${cells.join('')}</tr>`;
    })
    .join('\n');
  return (
    `<div class="scroll" tabindex="0" role="group" aria-label="${escaped(caption)}">` +
    `<table><caption>${escaped(caption)}</caption><thead><tr>${head}</tr></thead>\n` +
    `<tbody>${body}</tbody></table></div>`
  );
}
