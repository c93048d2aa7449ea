import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { barsSvg, intervalsSvg, matrixHtml } from './report-charts.ts';
import { cellHtml, escaped, toneMark } from './report-markup.ts';
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
 * place in `figures.json`; the script computes all of them again from the published judgments.
 */
export function reportHtml(report: Report, proof: ReportProof): string {
  const title = `${report.title}, release ${report.version}`;
  const policy = [
    "default-src 'none'",
    `style-src '${hashSource(reportStyle)}' 'unsafe-hashes'`,
    `script-src '${hashSource(proof.script)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const navigation = report.sections
    .map(({ id, title: name }) => `<a href="#${escaped(id)}">${escaped(name)}</a>`)
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<style>${reportStyle}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
<header>
<h1>${escaped(report.title)}</h1>
<p class="lines">${report.lines.map(escaped).join(' · ')}</p>
${report.simulated ? simulatedNotice : ''}
<nav aria-label="Chapters">${navigation}<a href="#units">Units</a></nav>
<div id="proof" class="proof"></div>
</header>
<main id="main">
${reportBody(report)}
<section id="units"><h2>Units</h2><div id="explorer"></div></section>
</main>
<footer>${report.simulated ? 'Simulated data · ' : ''}${escaped(title)}</footer>
${proof.files === null ? '' : filesHtml(proof.files)}
<script>${proof.script}</script>
</body>
</html>
`;
}

/** The program of such a page. */
export function scriptOf(page: string): string {
  const start = page.lastIndexOf('<script>');
  const end = page.lastIndexOf('</script>');
  return start < 0 || end < start ? '' : page.slice(start + '<script>'.length, end);
}

/** The chapters as HTML: for the page, and for comparing it with the judgments. @internal */
export function reportBody({ sections }: Report): string {
  return sections.map(({ id, title, blocks }) => sectionHtml(id, title, blocks)).join('\n');
}

function filesHtml(files: string): string {
  return `<script type="application/octet-stream" id="files">${files}</script>`;
}

const simulatedNotice =
  '<p class="notice warn"><span class="mark">!</span> Simulated data: the judgments in this ' +
  'release were made by simulated annotators.</p>';

/** How a content security policy names a script or a style that it lets run. */
export function hashSource(text: string): string {
  return `sha256-${base64(sha256(utf8ToBytes(text)))}`;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [one = 0, two = 0, three = 0] = bytes.subarray(at, at + 3);
    const bits = (one << 16) | (two << 8) | three;
    const digits = [18, 12, 6, 0].map((shift) => letters[(bits >> shift) & 63]!);
    text += digits.join('').slice(0, Math.min(bytes.length - at, 3) + 1);
  }
  return text.padEnd(Math.ceil(bytes.length / 3) * 4, '=');
}

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
