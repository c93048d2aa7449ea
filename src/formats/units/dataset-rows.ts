import type { TextValue } from '../../domain/coded-text.ts';
import type { Fault } from '../../domain/fault.ts';
import { badField } from '../../domain/field-fault.ts';
import { codedText } from '../../domain/text-values.ts';
import type { UnitFields } from '../../domain/units/unit.ts';
import type { JsonRow } from '../jsonl.ts';
import { isFields, ownField } from '../own-field.ts';

/** A unit in a legacy dataset. */
interface DatasetUnit {
  /** Empty when it has none; such a unit cannot be judged. */
  readonly id: string;
  readonly date: unknown;
  readonly fields: UnitFields;
}

/** A subject with its units: a business with its reviews. */
export interface DatasetRow {
  readonly subject: string;
  readonly fields: UnitFields;
  readonly units: readonly DatasetUnit[];
}

/** Reads a row of a legacy dataset: a business with its reviews, or one review alone. */
export function readDatasetRow(
  row: JsonRow,
):
  | { readonly ok: true; readonly value: DatasetRow }
  | { readonly ok: false; readonly faults: readonly Fault[] } {
  const business = ownField(row, 'business');
  const about = isFields(business) ? business : row;
  const subject = ownField(row, 'business_id') ?? ownField(about, 'business_id');
  const reviews = ownField(row, 'reviews');
  const faults: Fault[] = [];
  if (!isName(subject)) faults.push(wrong('business_id', subject, codedText('non-empty-text')));
  const listed: unknown =
    reviews === undefined && ownField(row, 'review_id') !== undefined ? [row] : reviews;
  if (!Array.isArray(listed)) faults.push(wrong('reviews', listed, codedText('review-list')));
  else
    listed.forEach((review, at) => {
      if (!isFields(review))
        faults.push(wrong(`reviews.${at}`, review, codedText('review-object')));
    });
  if (faults.length > 0) return { ok: false, faults };
  const units = (listed as readonly UnitFields[]).map((review): DatasetUnit => {
    const id = ownField(review, 'review_id');
    return {
      id: isName(id) ? String(id).trim() : '',
      date: ownField(review, 'date'),
      fields: review,
    };
  });
  const fields =
    about === row
      ? Object.fromEntries(Object.entries(row).filter(([key]) => key !== 'reviews'))
      : about;
  return { ok: true, value: { subject: String(subject).trim(), fields, units } };
}

function isName(value: unknown): boolean {
  return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
}

function wrong(field: string, value: unknown, expected: TextValue): Fault {
  return badField(field, value, expected);
}
