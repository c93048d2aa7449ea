import { isoWeek } from '../judging/iso-week.ts';
import { NameNumbers } from './name-numbers.ts';

/** Numbers for the weeks of times, in the order in which they come. */
export class WeekNumbers {
  readonly #weeks = new NameNumbers();
  readonly #ofDay = new Map<string, number>();

  /** The number of the week of a time. */
  number(at: string): number {
    if (!at.endsWith('Z')) return this.#weeks.number(isoWeek(at));
    const day = at.slice(0, 10);
    const known = this.#ofDay.get(day) ?? this.#weeks.number(isoWeek(at));
    this.#ofDay.set(day, known);
    return known;
  }

  /** The week with a number. */
  name(number: number): string {
    return this.#weeks.names[number]!;
  }

  /** The weeks in their order, each with its number. */
  get inOrder(): readonly { readonly week: string; readonly number: number }[] {
    return this.#weeks.names
      .map((week, number) => ({ week, number }))
      .toSorted((a, b) => (a.week < b.week ? -1 : 1));
  }
}
