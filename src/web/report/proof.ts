import { inEnglish } from '../../domain/english.ts';
import { figures } from '../../release/figures.ts';
import { blockers } from '../../release/obstacles.ts';
import { foldRecord } from '../../release/record-fold.ts';
import type { RecordFold } from '../../release/record-fold.ts';
import { readRecordFiles } from '../../release/record-files.ts';
import { reportContent } from '../../release/report/report-content.ts';
import { reportHtml } from '../../release/report/report-html.ts';
import type { ReportProof } from '../../release/report/report-html.ts';
import { unitDifferences } from '../../release/unit-check.ts';
import { pageParts } from './page-parts.ts';
import type { PublishedFiles } from './published-files.ts';

/** The page as it was opened, with what its program needs. */
export interface OpenedPage extends ReportProof {
  readonly page: Document;
  /** The two places that the program fills, as they were before, by their ids. */
  readonly places: ReadonlyMap<string, string>;
}

/** What came of computing everything again. */
export interface Proof {
  readonly fold: RecordFold;
  /** The page as the judgments give it, without a program. */
  readonly drawn: Document;
  readonly equal: number;
  readonly differing: readonly Difference[];
  /** What else the page had that the judgments do not give, or lacked. */
  readonly changes: readonly string[];
}

/** A figure that the page showed otherwise. */
interface Difference {
  readonly figure: string;
  readonly shown: string;
  readonly now: string;
}

/**
 * Draws the whole page again from the published record, and compares it with the page as it was:
 * every element, attribute, text and comment, in order. Each figure that is drawn is marked.
 */
export function prove(files: PublishedFiles, opened: OpenedPage): Proof {
  const { page } = opened;
  const read = readRecordFiles(files);
  if (read === null) throw new Error('there is no record among the files');
  const { record, choice } = read;
  const fold = foldRecord(record, choice.seed);
  const report = reportContent(fold, figures(fold, choice));
  const drawn = new DOMParser().parseFromString(reportHtml(report, opened), 'text/html');
  const { equal, differing } = compareFigures(page, drawn);
  const faults = [
    ...blockers(fold, choice),
    ...unitDifferences(record, fold).map(({ what }) => what),
  ];
  const changes = [...changedParts(opened, drawn, differing.length > 0), ...faults.map(inEnglish)];
  for (const [at, cell] of figuresOf(drawn).entries()) {
    const found = differing.find((one) => one.at === at);
    cell.dataset['proven'] = found === undefined ? 'equal' : 'differs';
    if (found !== undefined) cell.dataset['shown'] = found.shown;
  }
  // The one that runs has drawn this; another would be a stranger's.
  for (const script of drawn.querySelectorAll('script')) script.remove();
  return { fold, drawn, equal, differing, changes };
}

function figuresOf(page: ParentNode): readonly HTMLElement[] {
  return [...page.querySelectorAll<HTMLElement>('[data-figure]')];
}

/** The figures by their names, and by their order where a name stands at several. */
function compareFigures(
  page: Document,
  drawn: Document,
): {
  readonly equal: number;
  readonly differing: readonly (Difference & { readonly at: number | null })[];
} {
  const named = (root: Document): ReadonlyMap<string, HTMLElement> => {
    const seen = new Map<string, number>();
    return new Map(
      figuresOf(root).map((cell) => {
        const name = cell.dataset['figure'] ?? '';
        const before = seen.get(name) ?? 0;
        seen.set(name, before + 1);
        return [`${name} ${before}`, cell] as const;
      }),
    );
  };
  const [shown, expected] = [named(page), named(drawn)];
  const places = new Map(figuresOf(drawn).map((cell, at) => [cell, at] as const));
  const keys = [...new Set([...expected.keys(), ...shown.keys()])];
  const differing = keys.flatMap((key) => {
    const [one, other] = [shown.get(key), expected.get(key)];
    if (one !== undefined && withNote(one) === withNote(other)) return [];
    const at = other === undefined ? null : places.get(other)!;
    const figure = key.slice(0, key.lastIndexOf(' '));
    return [{ figure, at, shown: withNote(one), now: withNote(other) }];
  });
  return { equal: keys.length - differing.length, differing };
}

function withNote(cell: HTMLElement | undefined): string {
  if (cell === undefined) return 'nothing';
  const next = cell.nextElementSibling;
  const note = next?.tagName === 'SMALL' ? (next.textContent ?? '') : '';
  return `${cell.textContent ?? ''} ${note}`.trim();
}

/** What the page has besides, lacks, or has in another order where that is not explained. */
function changedParts(
  { page, places }: OpenedPage,
  drawn: Document,
  isExplained: boolean,
): readonly string[] {
  const shown = pageParts(page, [...places.keys()]);
  const expected = pageParts(drawn, []);
  const filled = [...places].filter(([id, html]) => drawn.getElementById(id)?.outerHTML !== html);
  const more = without(shown, expected).map((part) => `The page had ${shortened(part)}`);
  const less = without(expected, shown).map((part) => `The page lacked ${shortened(part)}`);
  const isSame = shown.length === expected.length && shown.every((one, at) => one === expected[at]);
  const before = filled.map(([, html]) => `The page had ${shortened(html)}`);
  const found = [...more, ...less, ...before];
  return isSame || isExplained || found.length > 0 ? found : [otherOrder];
}

function shortened(part: string): string {
  return part.length > longest ? `${part.slice(0, longest)}…` : part;
}

const otherOrder = 'The page had its parts in another order, or other spaces between them.';

/** How much of a part is told. */
const longest = 200;

/** The parts of a list that another has not, or not as often. */
function without(parts: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const part of others) left.set(part, (left.get(part) ?? 0) + 1);
  return parts.filter((part) => {
    const count = left.get(part) ?? 0;
    left.set(part, count - 1);
    return count <= 0 && !part.startsWith(' ');
  });
}
