import type { CodedText, TextValue } from '../../domain/coded-text.ts';
import { faultAbout } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { wrongField } from '../../domain/field-fault.ts';
import type { Ruling } from '../../domain/rulings/ruling.ts';
import { codedText, foundValue } from '../../domain/text-values.ts';

/** A ruling of a file, with its place there. */
interface RulingRow {
  readonly ruling: Ruling;
  readonly file?: string;
  readonly line: number | null;
}

/**
 * The answers of a ruling that contradict those of another. A ruling with a time says that it comes
 * after another; one without does not, so neither can be taken for the later.
 */
export function contradictions(
  ruling: Ruling,
  other: Pick<Ruling, 'decision'>,
  expected: (value: TextValue) => CodedText,
): readonly Fault[] {
  if (ruling.at !== null) return [];
  if (ruling.decision.kind !== 'answers' || other.decision.kind !== 'answers') return [];
  const { answers } = other.decision;
  return Object.entries(ruling.decision.answers).flatMap(([question, answer]) => {
    const before = Object.hasOwn(answers, question) ? answers[question] : undefined;
    if (before === undefined || before === answer) return [];
    const found = wrongField(question, foundValue(answer), expected(foundValue(before)));
    return [faultAbout(found, `${ruling.unit}:`)];
  });
}

/** The faults of rows without a time that rule differently on one unit. */
export function rowContradictions(rows: readonly RulingRow[]): readonly Fault[] {
  const first = new Map<string, RulingRow>();
  return rows.flatMap((row) => {
    const { ruling, file, line } = row;
    if (ruling.at !== null) return [];
    const key = JSON.stringify([ruling.task, ruling.unit]);
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, row);
      return [];
    }
    const where = [earlier.file, earlier.line].filter((part) => part !== undefined).join(':');
    const place = file === undefined ? `line ${earlier.line}` : where;
    const faults = contradictions(ruling, earlier.ruling, (value) =>
      codedText('as-elsewhere', { value, place }),
    );
    const at = { ...(file === undefined ? {} : { file }), ...(line === null ? {} : { line }) };
    return faults.map((one): Fault => ({ ...one, ...at }));
  });
}
