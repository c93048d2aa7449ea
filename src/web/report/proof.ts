import { figures } from '../../release/figures.ts';
import { foldRecord } from '../../release/record-fold.ts';
import type { RecordFold } from '../../release/record-fold.ts';
import { readRecordFiles } from '../../release/record-files.ts';
import { reportContent } from '../../release/report/report-content.ts';
import { reportBody } from '../../release/report/report-html.ts';
import type { PublishedFiles } from './published-files.ts';

/** What came of computing everything again. */
export interface Proof {
  readonly fold: RecordFold;
  readonly equal: number;
  readonly differing: readonly Difference[];
  /** Passages of the page that the judgments do not give. */
  readonly changedTexts: readonly string[];
}

/** A figure that the page shows otherwise. */
interface Difference {
  readonly figure: string;
  readonly shown: string;
  readonly now: string;
}

/**
 * Computes the report again from the published record and compares it with the page, figure by
 * figure and passage by passage; each figure on the page is marked.
 */
export function prove(files: PublishedFiles, page: Document): Proof {
  const read = readRecordFiles(files);
  if (read === null) throw new Error('there is no record among the files');
  const { record, choice } = read;
  const fold = foldRecord(record, choice.seed);
  const report = reportContent(fold, figures(fold, choice));
  const again = new DOMParser().parseFromString(reportBody(report), 'text/html');
  const shown = [...page.querySelectorAll<HTMLElement>('main [data-figure]')];
  const expected = [...again.querySelectorAll<HTMLElement>('[data-figure]')];
  const differing: Difference[] = [];
  let equal = 0;
  const most = Math.max(shown.length, expected.length);
  for (let at = 0; at < most; at += 1) {
    const [one, other] = [shown[at], expected[at]];
    const isSame =
      one !== undefined &&
      other !== undefined &&
      one.dataset['figure'] === other.dataset['figure'] &&
      one.textContent === other.textContent &&
      noteOf(one) === noteOf(other);
    if (isSame) equal += 1;
    else
      differing.push({
        figure: one?.dataset['figure'] ?? other?.dataset['figure'] ?? '',
        shown: withNote(one),
        now: withNote(other),
      });
    if (one !== undefined) {
      one.dataset['proven'] = isSame ? 'equal' : 'differs';
      if (!isSame) one.dataset['now'] = other?.textContent ?? '–';
    }
  }
  return { fold, equal, differing, changedTexts: changedTexts(page, again) };
}

function noteOf(cell: HTMLElement): string {
  const next = cell.nextElementSibling;
  return next?.tagName === 'SMALL' ? (next.textContent ?? '') : '';
}

function withNote(cell: HTMLElement | undefined): string {
  return cell === undefined ? '–' : `${cell.textContent ?? ''} ${noteOf(cell)}`.trim();
}

/** The texts of the page that are not figures, compared in order. */
function changedTexts(page: Document, again: Document): readonly string[] {
  const textsOf = (root: ParentNode): readonly string[] =>
    [...root.querySelectorAll(textTags)]
      .filter((node) => node.closest('#units') === null)
      .map((node) => node.getAttribute('aria-label') ?? node.textContent ?? '');
  const [shown, now] = [textsOf(page.querySelector('main')!), textsOf(again)];
  const drawings = (root: ParentNode): readonly string[] =>
    [...root.querySelectorAll('svg')].map((svg) => svg.innerHTML);
  const isDrawn = (at: number): boolean =>
    drawings(page.querySelector('main')!)[at] === drawings(again)[at];
  const pictures = [...again.querySelectorAll('svg')].flatMap((svg, at) =>
    isDrawn(at) ? [] : [svg.getAttribute('aria-label') ?? 'a picture'],
  );
  const missing = shown.filter((text, at) => text !== now[at]);
  return shown.length === now.length ? [...missing, ...pictures] : [...shown, ...pictures];
}

const textTags = 'h2, h3, p, li, caption, figcaption, th, td, dt, svg';
