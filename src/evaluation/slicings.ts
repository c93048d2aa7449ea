import type { UnitShape } from '../domain/protocol/task.ts';
import type { UnitFields } from '../domain/units/unit.ts';
import type { Slicing } from './judged-question.ts';

/** A field with more different values than this is cut into quarters, or not at all. */
const mostGroups = 12;
/** Fields that say in what language a unit is. */
const languageFields = ['language', 'lang', 'locale'];

/**
 * The properties of a task's units by which a judge may be biased: the length of what is shown, the
 * position (the rank within the subject), the language, and fields that are asked for. Lengths are
 * `known` where texts are withheld.
 */
export function taskSlicings(
  units: readonly (UnitFields | undefined)[],
  shape: Pick<UnitShape, 'show' | 'rank'>,
  fields: readonly string[],
  known?: readonly (number | undefined)[],
): readonly Slicing[] {
  const language = languageFields.find((field) => units.some((unit) => unit?.[field] != null));
  const valueOf = (field: string): readonly unknown[] => units.map((unit) => unit?.[field]);
  const lengths =
    known ?? units.map((unit) => (unit === undefined ? undefined : shownLength(unit, shape)));
  return [
    slicing('length', lengths),
    ...(shape.rank === null ? [] : [slicing('position', valueOf(shape.rank))]),
    ...(language === undefined ? [] : [slicing('language', valueOf(language))]),
    ...fields.map((field) => slicing(field, valueOf(field))),
  ].filter((one) => one.groups.length > 1);
}

/**
 * The groups of units by a value that each has, or not: every value is a group; many different
 * numbers are cut into quarters; many different texts give no groups.
 * @example slicing('lang', ['de', 'en', undefined, 'de']).groupOf // [0, 1, -1, 0]
 */
export function slicing(by: string, values: readonly unknown[]): Slicing {
  const present = values.filter((value) => value != null && value !== '');
  const distinct = [...new Set(present.map(String))];
  const isNumeric = distinct.every((text) => Number.isFinite(Number(text)));
  if (distinct.length > mostGroups && isNumeric) return quarters(by, values);
  const order = (a: string, b: string): number =>
    isNumeric ? Number(a) - Number(b) : Number(a > b) - Number(a < b);
  const groups = distinct.length > mostGroups ? [] : distinct.toSorted(order);
  const groupOf = values.map((value) =>
    value == null || value === '' ? -1 : groups.indexOf(String(value)),
  );
  return { by, groups, groupOf };
}

function quarters(by: string, values: readonly unknown[]): Slicing {
  const numberOf = (value: unknown): number =>
    value == null || value === '' ? Number.NaN : Number(value);
  const numbers = values.map(numberOf);
  const sorted = numbers.filter((one) => !Number.isNaN(one)).toSorted((a, b) => a - b);
  const quarter = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1]!;
  const cuts = [...new Set([0.25, 0.5, 0.75].map(quarter))].filter((cut) => cut < sorted.at(-1)!);
  const groups = [...cuts.map((cut) => `≤ ${cut}`), `> ${cuts.at(-1)}`];
  const groupOf = numbers.map((one) => {
    if (Number.isNaN(one)) return -1;
    const at = cuts.findIndex((cut) => one <= cut);
    return at < 0 ? cuts.length : at;
  });
  return { by, groups, groupOf };
}

function shownLength(unit: UnitFields, { show }: Pick<UnitShape, 'show'>): number {
  return show.reduce((length, field) => {
    const value = unit[field];
    return length + (typeof value === 'string' ? value.length : 0);
  }, 0);
}
