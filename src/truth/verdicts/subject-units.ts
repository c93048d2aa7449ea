import type { UnitFields } from '../../domain/units/unit.ts';

/** A subject with the numbers of its units, each once, in the order of the file. */
export interface NumberedSubject {
  readonly id: string;
  readonly fields: UnitFields;
  readonly units: Int32Array;
  /** The ids of these units. */
  readonly ids: readonly string[];
  /** The place of each unit, the most recent first. */
  readonly ranks: Int32Array;
}

/** Units by number, under their subjects: there may be millions. */
export interface SubjectUnits {
  /** How many units there are; a unit with a number from here on is in no subject. */
  readonly size: number;
  readonly ids: { readonly size: number; find(id: string): number; at(unit: number): string };
  readonly subjectCount: number;
  subjects(): Iterable<NumberedSubject>;
  /** One subject; null when there is none of that name. */
  subject(id: string): NumberedSubject | null;
  /** The subject that a unit belongs to. */
  subjectOf(unit: number): string;
  /** The day of a unit, in days since 1970-01-01; null without a date that can be read. */
  day(unit: number): number | null;
}

/** The number of a unit that is in a subject, or -1. */
export function unitIn(units: SubjectUnits, id: string): number {
  const unit = units.ids.find(id);
  return unit < units.size ? unit : -1;
}
