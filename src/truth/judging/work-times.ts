import { isoWeek, utcDay } from './iso-week.ts';

/** Work done in some period. */
export interface WorkDone {
  /** Units that were judged for the first time. */
  readonly units: number;
  /** Judgments, revisions included. */
  readonly judgments: number;
  /** Units among these whose time is known, and that time in active seconds, revisions included. */
  readonly timed: number;
  readonly seconds: number;
}

/** Who judged how much, and when: counted as judgments come. */
export class WorkTimes {
  readonly #byAnnotator = new Map<string, AnnotatorTimes>();
  readonly #units = new Map<string, number>();
  readonly #weeks = new Map<string, string>();

  /** Takes one judgment in; `first` says that its annotator had not judged the unit before. */
  add(annotator: string, at: string, seconds: number | null, first: boolean): void {
    const day = utcDay(at);
    if (first) this.#units.set(day, (this.#units.get(day) ?? 0) + 1);
    let own = this.#byAnnotator.get(annotator);
    own ??= { whole: emptyWork(), weeks: new Map(), from: at, to: at };
    this.#byAnnotator.set(annotator, own);
    if (at < own.from) own.from = at;
    if (at > own.to) own.to = at;
    const week = this.#week(day);
    let inWeek = own.weeks.get(week);
    if (inWeek === undefined) own.weeks.set(week, (inWeek = emptyWork()));
    count(own.whole, seconds, first);
    count(inWeek, seconds, first);
  }

  get annotators(): readonly string[] {
    return [...this.#byAnnotator.keys()];
  }

  /** What an annotator did, in all or in one week. */
  of(annotator: string, week?: string): WorkDone {
    const own = this.#byAnnotator.get(annotator);
    return (week === undefined ? own?.whole : own?.weeks.get(week)) ?? emptyWork();
  }

  /** When an annotator began and when they last judged; null when they have not. */
  span(annotator: string): { readonly from: string; readonly to: string } | null {
    const own = this.#byAnnotator.get(annotator);
    return own === undefined ? null : { from: own.from, to: own.to };
  }

  /** The weeks in which somebody judged, in order. */
  get weeks(): readonly string[] {
    const weeks = [...this.#byAnnotator.values()].flatMap((own) => [...own.weeks.keys()]);
    return [...new Set(weeks)].toSorted();
  }

  /** Units judged for the first time, by day and annotator; days without any are left out. */
  get days(): ReadonlyMap<string, number> {
    return this.#units;
  }

  #week(day: string): string {
    const known = this.#weeks.get(day);
    if (known !== undefined) return known;
    const week = isoWeek(`${day}T00:00:00Z`);
    this.#weeks.set(day, week);
    return week;
  }
}

interface AnnotatorTimes {
  readonly whole: Counts;
  readonly weeks: Map<string, Counts>;
  from: string;
  to: string;
}

type Counts = { -readonly [Key in keyof WorkDone]: number };

function emptyWork(): Counts {
  return { units: 0, judgments: 0, timed: 0, seconds: 0 };
}

function count(work: Counts, seconds: number | null, first: boolean): void {
  work.judgments += 1;
  if (first) work.units += 1;
  if (seconds === null) return;
  work.seconds += seconds;
  if (first) work.timed += 1;
}
