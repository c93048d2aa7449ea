import type { LoggedJudgment } from '../../domain/judging/judgment.ts';
import { isoWeek, weekAfter } from '../judging/iso-week.ts';
import { NameNumbers } from './name-numbers.ts';

/**
 * The weeks in which judgments were recorded, with numbers in the order in which they come. What is
 * imported in the first week of the record is of the week of its date: nothing was shown of the
 * weeks before.
 */
export class RecordedWeeks {
  readonly #weeks = new NameNumbers();
  readonly #ofDay = new Map<string, number>();
  /** The week of the first judgment, and the last so far; −1 before. */
  #first = -1;
  #last = -1;

  /** The number of the week of a judgment; asked of each once, in the order of the log. */
  add({ at, recordedAt }: Pick<LoggedJudgment, 'at' | 'recordedAt'>): number {
    const recorded = this.#recordedIn(recordedAt ?? at);
    if (this.#first < 0) this.#first = recorded;
    if (recorded !== this.#first || (recordedAt ?? null) === null) return recorded;
    const dated = this.#number(at);
    return this.isBefore(dated, recorded) ? dated : recorded;
  }

  /** The week with a number. */
  name(number: number): string {
    return this.#weeks.names[number]!;
  }

  isBefore(one: number, other: number): boolean {
    return one !== other && this.name(one) < this.name(other);
  }

  /** The week in which the first judgment was recorded; earlier ones are the dates of an import. */
  get since(): string | null {
    return this.#first < 0 ? null : this.name(this.#first);
  }

  /** The weeks in their order, each with its number. */
  get inOrder(): readonly { readonly week: string; readonly number: number }[] {
    return this.#weeks.names
      .map((week, number) => ({ week, number }))
      .toSorted((a, b) => (a.week < b.week ? -1 : 1));
  }

  #recordedIn(time: string): number {
    const week = this.#number(time);
    if (week === this.#last) return week;
    // Of two saves around midnight the later may be first in the log: then the week is over.
    if (this.#last >= 0 && weekAfter(this.name(week)) === this.name(this.#last)) return this.#last;
    if (this.#last < 0 || this.isBefore(this.#last, week)) this.#last = week;
    return week;
  }

  #number(time: string): number {
    if (!time.endsWith('Z')) return this.#weeks.number(isoWeek(time));
    const day = time.slice(0, 10);
    const known = this.#ofDay.get(day) ?? this.#weeks.number(isoWeek(time));
    this.#ofDay.set(day, known);
    return known;
  }
}
