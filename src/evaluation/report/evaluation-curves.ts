import { escaped } from '../../release/report/report-markup.ts';
import type { ShownLabel } from './evaluation-content.ts';

const size = 220;
const margin = 30;

/** Reliability and precision–recall of a label as two small pictures, each also in words. */
export function curvesHtml({ label, reliability, precisionRecall }: ShownLabel): string {
  const parts: string[] = [];
  if (reliability !== null) {
    const bins = reliability.flatMap(({ n, predicted, observed }) =>
      predicted === null || observed === null ? [] : [{ n, predicted, observed }],
    );
    const most = Math.max(...bins.map(({ n }) => n), 1);
    const dots = bins.map(({ n, predicted, observed }) => {
      const radius = (3 + 5 * Math.sqrt(n / most)).toFixed(1);
      return `<circle class="dot" cx="${x(predicted)}" cy="${y(observed)}" r="${radius}"/>`;
    });
    const line = pathOf(bins.map(({ predicted, observed }) => [predicted, observed]));
    const words = bins.map(
      ({ predicted, observed }) => `${predicted.toFixed(2)} predicted, ${observed.toFixed(2)} true`,
    );
    const diagonal = `<path class="target" d="M${x(0)} ${y(0)}L${x(1)} ${y(1)}"/>`;
    parts.push(
      picture(
        `Reliability of ${label}`,
        ['predicted', 'observed'],
        `${words.join('; ')}. The dashed line is perfect calibration.`,
        `${diagonal}<path class="line" d="${line}"/>${dots.join('')}`,
      ),
    );
  }
  if (precisionRecall.length > 0) {
    const points = precisionRecall.map(({ recall, precision }) => [recall, precision] as const);
    const words = [0.25, 0.5, 0.75, 1].map((recall) => {
      const point = precisionRecall.find((one) => one.recall >= recall)!;
      return `recall ${recall}: precision ${point.precision.toFixed(2)}`;
    });
    parts.push(
      picture(
        `Precision and recall of ${label}`,
        ['recall', 'precision'],
        words.join('; '),
        `<path class="line" d="${pathOf(points)}"/>`,
      ),
    );
  }
  return parts.length === 0 ? '' : `<div class="curves">${parts.join('')}</div>`;
}

/** What the curves need beside the sheet of reports. */
export const curveStyle = `
.curves { display: flex; flex-wrap: wrap; gap: 1.5rem; }
.curves figure { margin: .6rem 0; max-width: 17rem; }
.line { fill: none; stroke: var(--accent); stroke-width: 2.5; stroke-linejoin: round; }
.frame { fill: none; stroke: var(--line); }
.axis { fill: var(--soft); font-size: 11px; text-anchor: middle; }
.stamp { border: 3px solid var(--bad); padding: .8rem 1rem; margin: 1rem 0; }
.stamp strong { color: var(--bad); letter-spacing: .04em; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem; }
`;

function picture(
  caption: string,
  [across, up]: readonly [string, string],
  alternative: string,
  content: string,
): string {
  const whole = size + 2 * margin;
  const square = `width="${size}" height="${size}"`;
  const frame = `<rect class="frame" x="${margin}" y="${margin / 2}" ${square}/>`;
  const ticks = [0, 0.5, 1]
    .map(
      (value) =>
        `<text class="tick" x="${x(value)}" y="${size + margin / 2 + 14}">${value}</text>` +
        `<text class="tick" x="${margin - 12}" y="${Number(y(value)) + 4}">${value}</text>`,
    )
    .join('');
  const middle = margin + size / 2;
  const turned = `transform="rotate(-90 8 ${middle - margin / 2})"`;
  const names =
    `<text class="axis" x="${middle}" y="${size + margin / 2 + 28}">${escaped(across)}</text>` +
    `<text class="axis" x="8" y="${middle - margin / 2}" ${turned}>${escaped(up)}</text>`;
  return (
    `<figure><figcaption>${escaped(caption)}</figcaption>` +
    `<svg role="img" aria-label="${escaped(alternative)}" viewBox="0 0 ${whole} ${whole}" ` +
    `width="${whole}" height="${whole}">${frame}${ticks}${names}${content}</svg></figure>`
  );
}

function pathOf(points: readonly (readonly [number, number] | readonly number[])[]): string {
  return points
    .map(([across, up], at) => `${at === 0 ? 'M' : 'L'}${x(across!)} ${y(up!)}`)
    .join('');
}

function x(value: number): string {
  return (margin + value * size).toFixed(1);
}

function y(value: number): string {
  return (margin / 2 + (1 - value) * size).toFixed(1);
}
