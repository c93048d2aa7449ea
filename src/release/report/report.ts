/**
 * The report about a release: its content, in order, without how it looks. The PDF and the page in
 * the browser are two ways to show this value.
 */
export interface Report {
  readonly title: string;
  readonly version: string;
  /** The judgments were simulated: said on every page. */
  readonly simulated: boolean;
  /** Label cards have a page for each section; a draft is not a release, and says so. */
  readonly kind: 'release' | 'draft' | 'cards';
  /** What stands under the title, one line each. */
  readonly lines: readonly string[];
  readonly sections: readonly ReportSection[];
}

/** A chapter of the report. */
export interface ReportSection {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly ReportBlock[];
}

/** One thing that a reader looks at. */
export type ReportBlock =
  | { readonly kind: 'heading' | 'text'; readonly text: string }
  | { readonly kind: 'notice'; readonly tone: NoticeTone; readonly text: string }
  /** What a label means, set apart. */
  | { readonly kind: 'definition'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | ReportSummary
  /** A few large numbers side by side. */
  | { readonly kind: 'facts'; readonly facts: readonly ReportFact[] }
  | ReportTable
  | IntervalChart
  | BarChart
  | CountMatrix;

/** What a notice says about the release: all is well, look at this, or it did not pass. */
export type NoticeTone = 'good' | 'warn' | 'bad';

/** A number with what it is called. */
interface ReportFact {
  readonly title: string;
  readonly value: ReportCell;
}

/** Text that shows a published figure names it, so that a reader can have it computed again. */
export interface ReportCell {
  readonly text: string;
  /** The place of the figure in `figures.json`: `counts.released`. */
  readonly figure?: string;
  /** A second, smaller line: an interval, n, the reason why there is no value. */
  readonly note?: string;
  /** Whether it is good or bad news; never said by colour alone. */
  readonly tone?: NoticeTone;
}

/** What a reader wants to know, each with its answer in one or more lines. */
interface ReportSummary {
  readonly kind: 'summary';
  readonly rows: readonly { readonly title: string; readonly cells: readonly ReportCell[] }[];
}

/** Rows under titles. */
export interface ReportTable {
  readonly kind: 'table';
  readonly caption: string;
  readonly columns: readonly { readonly title: string; readonly align: 'left' | 'right' }[];
  readonly rows: readonly (readonly ReportCell[])[];
}

/** Values with their intervals on one axis, with the target where there is one. */
export interface IntervalChart {
  readonly kind: 'intervals';
  readonly caption: string;
  /** The same in words, for people who cannot see it. */
  readonly alternative: string;
  readonly range: readonly [number, number];
  readonly target: number | null;
  readonly rows: readonly {
    readonly label: string;
    readonly value: number | null;
    readonly low: number | null;
    readonly high: number | null;
    readonly cell: ReportCell;
  }[];
}

/** Shares as bars from 0 to the largest. */
export interface BarChart {
  readonly kind: 'bars';
  readonly caption: string;
  readonly alternative: string;
  readonly most: number;
  readonly rows: readonly {
    readonly label: string;
    readonly value: number;
    readonly cell: ReportCell;
  }[];
}

/** How often two things occur together. */
export interface CountMatrix {
  readonly kind: 'matrix';
  readonly caption: string;
  readonly alternative: string;
  readonly labels: readonly string[];
  readonly counts: readonly (readonly number[])[];
}
