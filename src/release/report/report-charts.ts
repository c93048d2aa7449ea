import { cellHtml, escaped } from './report-markup.ts';
import type { BarChart, CountMatrix, IntervalChart } from './report.ts';

const width = 460;
const rowHeight = 22;

/** Values with intervals: a row each, drawn beside its label and its number. */
export function intervalsSvg(chart: IntervalChart): string {
  const { caption, alternative, range, target, rows } = chart;
  const [low, high] = range;
  const at = (value: number): string =>
    (((Math.min(Math.max(value, low), high) - low) / (high - low)) * (width - 20) + 10).toFixed(1);
  const height = rows.length * rowHeight;
  const grid = ticks(low, high)
    .map(
      (value) =>
        `<line class="grid" x1="${at(value)}" x2="${at(value)}" y1="0" y2="${height}"/>` +
        `<text class="tick" x="${at(value)}" y="${height + 14}">${value}</text>`,
    )
    .join('');
  const aim =
    target === null
      ? ''
      : `<line class="target" x1="${at(target)}" x2="${at(target)}" y1="0" y2="${height}"/>`;
  const drawn = rows
    .map(({ value, low: from, high: to }, place) => {
      const y = place * rowHeight + rowHeight / 2;
      const line =
        from === null || to === null
          ? ''
          : `<line class="span" x1="${at(from)}" x2="${at(to)}" y1="${y}" y2="${y}"/>`;
      const dot = value === null ? '' : `<circle class="dot" cx="${at(value)}" cy="${y}" r="5"/>`;
      return line + dot;
    })
    .join('');
  const note = target === null ? '' : `<p class="legend">Dashed line: target ${target}</p>`;
  const picture = svg(alternative, height + 20, grid + aim + drawn);
  return figure(caption, rowsBeside(rows, picture) + note);
}

/** Shares as bars. */
export function barsSvg({ caption, alternative, most, rows }: BarChart): string {
  const height = rows.length * rowHeight;
  const bars = rows
    .map(({ value }, place) => {
      const y = place * rowHeight + 5;
      const length = Math.max((value / most) * width, 1).toFixed(1);
      return (
        `<rect class="track" x="0" y="${y}" width="${width}" height="${rowHeight - 10}"/>` +
        `<rect class="bar" x="0" y="${y}" width="${length}" height="${rowHeight - 10}"/>`
      );
    })
    .join('');
  return figure(caption, rowsBeside(rows, svg(alternative, height, bars)));
}

/** Counts of pairs as a table, shaded by size. */
export function matrixHtml({ caption, alternative, labels, counts }: CountMatrix): string {
  const pairs = counts.flatMap((row, at) => row.filter((_, other) => other !== at));
  const most = Math.max(1, ...pairs);
  const head = labels.map((_, at) => `<th scope="col">${at + 1}</th>`).join('');
  const body = labels
    .map((label, at) => {
      const cells = counts[at]!.map((n, other) => {
        const level = at === other ? 'own' : `level${Math.ceil((n / most) * 4)}`;
        return `<td class="${level}">${n === 0 ? '·' : n}</td>`;
      });
      return `<tr><th scope="row">${at + 1} ${escaped(label)}</th>${cells.join('')}</tr>`;
    })
    .join('');
  return figure(
    caption,
    `<div class="scroll" tabindex="0" role="group" aria-label="${escaped(caption)}">` +
      `<table class="matrix"><thead><tr><td></td>${head}</tr></thead>` +
      `<tbody>${body}</tbody></table>` +
      `</div><p class="legend">${escaped(alternative)}</p>`,
  );
}

type Row = IntervalChart['rows'][number] | BarChart['rows'][number];

function rowsBeside(rows: readonly Row[], picture: string): string {
  const labels = rows.map(({ label }) => `<li>${escaped(label)}</li>`).join('');
  const values = rows
    .map(({ label, cell }) => `<li><b>${escaped(label)}</b>${cellHtml(cell)}</li>`)
    .join('');
  return `<div class="chart"><ul>${labels}</ul>${picture}<ul class="values">${values}</ul></div>`;
}

function svg(alternative: string, height: number, content: string): string {
  return (
    `<svg role="img" aria-label="${escaped(alternative)}" viewBox="0 0 ${width} ${height}" ` +
    `width="${width}" height="${height}">${content}</svg>`
  );
}

function figure(caption: string, content: string): string {
  return `<figure><figcaption>${escaped(caption)}</figcaption>${content}</figure>`;
}

function ticks(low: number, high: number): readonly number[] {
  const fineStep = high - low > 0.6 ? 0.2 : 0.1;
  const step = high - low > 1.2 ? 0.5 : fineStep;
  const count = Math.floor((high - low) / step + 1e-9) + 1;
  return Array.from({ length: count }, (_, at) => Number((low + at * step).toFixed(4)));
}
