import type { TextValue } from '../../domain/coded-text.ts';
import type { Fault } from '../../domain/fault.ts';
import { wrongValue } from '../../domain/field-fault.ts';
import { codedText, isStorable, oneOf } from '../../domain/text-values.ts';
import type { Assistance } from '../../domain/judging/assistance.ts';
import { furtherReasons, whyApart } from '../../domain/judging/further.ts';
import type { Apart } from '../../domain/judging/further.ts';
import { confidences } from '../../domain/judging/judgment.ts';
import type { Asides } from '../../domain/judging/judgment.ts';
import type { JsonRow } from '../jsonl.ts';
import { isFields } from '../own-field.ts';
import { isTime } from '../time-text.ts';

/**
 * What a row may say beside its answers, in both forms. Where it came from and whether it counted
 * in another record is not taken over: here it comes from an import.
 */
export const besideAnswers: readonly string[] = [
  'task_hash',
  'round',
  'at',
  'seconds',
  'confidence',
  'notes',
  'flag',
  'uncertain',
  'assistance',
  'further',
  'origin',
  'counts',
];

type Check = readonly [field: string, isRight: (value: unknown) => boolean, expected: TextValue];

const checks: readonly Check[] = [
  ['confidence', (value) => confidences.some((one) => one === value), oneOf(confidences)],
  ['notes', (value) => typeof value === 'string' && isStorable(value), codedText('storable-text')],
  ['flag', (value) => typeof value === 'boolean', codedText('true-or-false')],
  ['uncertain', (value) => typeof value === 'boolean', codedText('true-or-false')],
  ['assistance', isAssistance, codedText('assistance-of')],
  ['further', (value) => furtherReasons.some((one) => one === value), oneOf(furtherReasons)],
  ['seconds', (value) => typeof value === 'number' && value >= 0, codedText('seconds')],
  ['at', (value) => typeof value === 'string' && isTime(value), codedText('time')],
];

/** Checks confidence, notes, flags and times; what is not there is right. */
export function checkAsides(row: JsonRow, found: Fault[]): void {
  for (const [field, isRight, expected] of checks) {
    const value = row[field];
    if (value !== undefined && value !== null && !isRight(value))
      found.push(wrongValue(field, value, expected));
  }
}

/** The asides of a row without faults. */
export function readAsides(row: JsonRow): Asides {
  const { confidence, notes, flag, uncertain, assistance } = row;
  const known = confidences.find((one) => one === confidence);
  const further = furtherReasons.find((one) => one === row['further']);
  return {
    ...(known === undefined ? {} : { confidence: known }),
    ...(typeof notes === 'string' && notes !== '' ? { notes } : {}),
    ...(flag === true ? { flag } : {}),
    ...(uncertain === true ? { uncertain } : {}),
    ...(isAssistance(assistance) ? { assistance } : {}),
    ...(further === undefined ? {} : { further }),
  };
}

/** Why agreement leaves out the judgment of a row; null where it does not. */
export function rowApart(row: JsonRow): Apart | null {
  const isMarked = row['assistance'] !== undefined || row['further'] !== undefined;
  return isMarked ? whyApart(readAsides(row)) : null;
}

function isAssistance(value: unknown): value is Assistance {
  if (!isFields(value) || Object.keys(value).length !== 3) return false;
  const { by, suggested, shown } = value;
  if (typeof by !== 'string' || by === '' || !isStorable(by)) return false;
  return (
    typeof shown === 'boolean' && isFields(suggested) && Object.values(suggested).every(isAnswer)
  );
}

function isAnswer(value: unknown): boolean {
  return (
    typeof value === 'boolean' ||
    (typeof value === 'string' && isStorable(value)) ||
    (typeof value === 'number' && Number.isFinite(value))
  );
}
