import { utcDay } from './iso-week.ts';

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

  /** Takes one judgment in; `first` says that its annotator had not judged the unit before. */
  add(entry: TimedJudgment, week: string, first: boolean): void {
    const day = utcDay(entry.at);
    if (first) this.#units.set(day, (this.#units.get(day) ?? 0) + 1);
    count(this.#of(entry).counted, entry.seconds, first);
    this.addInWeek(entry, week, first);
  }

  /** The same for one that no longer counts: it took its time in the week all the same. */
  addInWeek(entry: TimedJudgment, week: string, first: boolean): void {
    const own = this.#of(entry);
    if (entry.at < own.from) own.from = entry.at;
    if (entry.at > own.to) own.to = entry.at;
    const inWeek = own.weeks.get(week) ?? emptyWork();
    own.weeks.set(week, inWeek);
    count(inWeek, entry.seconds, first);
  }

  get annotators(): readonly string[] {
    return [...this.#byAnnotator.keys()];
  }

  /** What an annotator did in one week; without it, what of their work counts. */
  of(annotator: string, week?: string): WorkDone {
    const own = this.#byAnnotator.get(annotator);
    return (week === undefined ? own?.counted : own?.weeks.get(week)) ?? emptyWork();
  }

  /** What an annotator did in all weeks, also what no longer counts. */
  inAllWeeks(annotator: string): WorkDone {
    const sum = emptyWork();
    for (const work of this.#byAnnotator.get(annotator)?.weeks.values() ?? [])
      for (const name of ['units', 'judgments', 'timed', 'seconds'] as const)
        sum[name] += work[name];
    return sum;
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

  #of({ annotator, at }: TimedJudgment): AnnotatorTimes {
    const own = this.#byAnnotator.get(annotator);
    if (own !== undefined) return own;
    const made = { counted: emptyWork(), weeks: new Map<string, Counts>(), from: at, to: at };
    this.#byAnnotator.set(annotator, made);
    return made;
  }
}

/** Who gave a judgment, when, and in how many seconds. */
export interface TimedJudgment {
  readonly annotator: string;
  readonly at: string;
  readonly seconds: number | null;
}

interface AnnotatorTimes {
  readonly counted: Counts;
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
