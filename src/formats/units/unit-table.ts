import type { UnitFields } from '../../domain/units/unit.ts';
import { TextIndex } from '../text-index.ts';
import { recencyRanks } from '../../truth/verdicts/most-recent.ts';
import { readDate } from '../../truth/verdicts/recency.ts';
import type { NumberedSubject, SubjectUnits } from '../../truth/verdicts/subject-units.ts';

/** What was left aside while units were read. */
export interface LeftAside {
  /** Units without an id: they cannot be judged. */
  readonly withoutId: number;
  /** Units that were there again: each counts once. */
  readonly repeated: number;
  /** Units without a date that can be read: they count as the oldest. */
  readonly undated: number;
  /** Units that stand under two subjects: the first has them. */
  readonly elsewhere: number;
}

/** Subjects and their units by number, for millions of units: only ids and days, in columns. */
export class UnitTable implements SubjectUnits {
  readonly ids = new TextIndex();
  #day = new Int32Array(1 << 10);
  #time = new Float64Array(1 << 10);
  #subjectOf = new Int32Array(1 << 10);
  #size = 0;
  readonly #subjects: { readonly id: string; fields: UnitFields; readonly units: number[] }[] = [];
  readonly #places = new Map<string, number>();
  #withoutId = 0;
  #repeated = 0;
  #undated = 0;
  #elsewhere = 0;

  /** How many units there are; a unit with a number from here on is in no subject. */
  get size(): number {
    return this.#size;
  }

  /** True when the subject is there already. */
  hasSubject(id: string): boolean {
    return this.#places.has(id);
  }

  /** Adds a subject without units; of a subject that is there nothing changes. */
  addSubject(id: string, fields: UnitFields): void {
    if (this.#places.has(id)) return;
    this.#places.set(id, this.#subjects.length);
    this.#subjects.push({ id, fields, units: [] });
  }

  /** Adds a unit to a subject that was added. */
  add(subject: string, id: string, date: unknown): void {
    if (id === '') {
      this.#withoutId += 1;
      return;
    }
    const place = this.#places.get(subject)!;
    const before = this.ids.size;
    const unit = this.ids.add(id);
    if (unit < before) {
      if (this.#subjectOf[unit] === place) this.#repeated += 1;
      else this.#elsewhere += 1;
      return;
    }
    if (unit >= this.#day.length) this.#grow();
    const read = readDate(date);
    if (read === null) this.#undated += 1;
    this.#day[unit] = read?.day ?? noDay;
    this.#time[unit] = read?.time ?? Number.NaN;
    this.#subjectOf[unit] = place;
    this.#size = unit + 1;
    this.#subjects[place]!.units.push(unit);
  }

  /** The day of a unit, in days since 1970-01-01. */
  day(unit: number): number | null {
    return this.#day[unit] === noDay ? null : this.#day[unit]!;
  }

  get leftAside(): LeftAside {
    return {
      withoutId: this.#withoutId,
      repeated: this.#repeated,
      undated: this.#undated,
      elsewhere: this.#elsewhere,
    };
  }

  get subjectCount(): number {
    return this.#subjects.length;
  }

  /** Every subject, in the order of the file. */
  *subjects(): IterableIterator<NumberedSubject> {
    for (let place = 0; place < this.#subjects.length; place += 1) yield this.#subject(place);
  }

  /** One subject; null when there is none of that name. */
  subject(id: string): NumberedSubject | null {
    const place = this.#places.get(id);
    return place === undefined ? null : this.#subject(place);
  }

  /** The subject that a unit belongs to. */
  subjectOf(unit: number): string {
    return this.#subjects[this.#subjectOf[unit]!]!.id;
  }

  #subject(place: number): NumberedSubject {
    const { id, fields, units } = this.#subjects[place]!;
    const dated = units.map((unit) => ({
      id: this.ids.at(unit),
      time: Number.isNaN(this.#time[unit]) ? null : this.#time[unit]!,
    }));
    return {
      id,
      fields,
      units: Int32Array.from(units),
      ids: dated.map((unit) => unit.id),
      ranks: recencyRanks(dated),
    };
  }

  #grow(): void {
    const grown = <T extends Int32Array | Float64Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    const size = this.#day.length * 2;
    this.#day = grown(this.#day, new Int32Array(size));
    this.#time = grown(this.#time, new Float64Array(size));
    this.#subjectOf = grown(this.#subjectOf, new Int32Array(size));
  }
}

const noDay = -2_147_483_648;
