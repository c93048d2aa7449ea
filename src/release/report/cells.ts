import { inEnglish } from '../../domain/english.ts';
import type { Estimate } from '../../statistics/estimate.ts';
import type { ReportCell, ReportTable } from './report.ts';

/** Plain text. */
export function plain(text: string): ReportCell {
  return { text };
}

/** A count with separators between thousands. */
export function count(value: number, figure?: string): ReportCell {
  return named({ text: grouped(value) }, figure);
}

/** A value with two decimals, below it the interval and n; a dash with the reason without one. */
export function estimate(given: Estimate, figure?: string, as: NumberStyle = decimal): ReportCell {
  if (given.value === null) return named({ text: '–', note: inEnglish(given.why) }, figure);
  const n = `n = ${grouped(given.n)}`;
  const [low, high] = given.interval ?? [null, null];
  const note = low === null ? n : `${as(low)} to ${as(high!)}, ${n}`;
  return named({ text: as(given.value), note }, figure);
}

/** A value with two decimals, below it only the interval: where n stands elsewhere. */
export function range(given: Estimate, figure?: string, as: NumberStyle = decimal): ReportCell {
  const { text, note } = estimate(given, figure, as);
  if (given.value === null) return named({ text, note: note! }, figure);
  const [low, high] = given.interval ?? [null, null];
  return named(low === null ? { text } : { text, note: `${as(low)} to ${as(high!)}` }, figure);
}

/** How a number is written. */
export type NumberStyle = (value: number) => string;

/** Two decimals; a value that rounds to 1 or to a bound is not shown as if it were that. */
export function decimal(value: number): string {
  return (Object.is(Math.round(value * 100), -0) ? 0 : value).toFixed(2);
}

/** One decimal and a percent sign. */
export function percent(value: number): string {
  return `${(value * 100).toFixed(1)} %`;
}

/** Thousands apart: 12,345. */
export function grouped(value: number): string {
  const [whole, part] = String(value).split('.');
  const text = whole!.replace(/\B(?=(\d{3})+$)/g, ',');
  return part === undefined ? text : `${text}.${part}`;
}

/** The date of a time, as 17 Nov 2026. */
export function day(at: string): string {
  const [year, month, date] = at.slice(0, 10).split('-');
  return `${Number(date)} ${months[Number(month) - 1] ?? ''} ${year ?? ''}`;
}

/** A table whose columns are titles; those that begin with `#` are right-aligned numbers. */
export function table(
  caption: string,
  titles: readonly string[],
  rows: readonly (readonly ReportCell[])[],
): ReportTable {
  const columns = titles.map((title) => ({
    title: title.replace(/^#/, ''),
    align: title.startsWith('#') ? ('right' as const) : ('left' as const),
  }));
  return { kind: 'table', caption, columns, rows };
}

/** One of two words by a count: `word(1, 'unit')` is 'unit', else 'units'. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${grouped(value)} ${value === 1 ? one : many}`;
}

/** Texts in one: `a, b and c`. */
export function listed(texts: readonly string[]): string {
  return texts.length < 2
    ? texts.join('')
    : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)!}`;
}

function named(cell: ReportCell, figure: string | undefined): ReportCell {
  return figure === undefined ? cell : { ...cell, figure };
}

const months = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;
