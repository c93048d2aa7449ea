import { fault, printValue } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';

/**
 * The longest name of a unit or an annotator: both must fit into one index entry of either
 * database.
 */
export const longestId = 300;

/**
 * What makes a text unfit to be the name of a unit or an annotator, beyond being empty: too long,
 * control characters (a database or a
 * terminal would choke on them), or half of a character that cannot be written as UTF-8.
 * @example idFaults('chunk_id', 'a\u0000b').length // 1
 */
export function idFaults(field: string, id: string): readonly Fault[] {
  if (id.length > longestId)
    return [
      fault('wrong-value', {
        field,
        got: `${id.length} characters long`,
        expected: `at most ${longestId} characters`,
      }),
    ];
  if (/\p{Cc}/u.test(id))
    return [
      fault('wrong-value', {
        field,
        got: printValue(id),
        expected: 'a text without control characters',
      }),
    ];
  if (!id.isWellFormed())
    return [
      fault('wrong-value', {
        field,
        got: printValue(id),
        expected: 'text that can be written as UTF-8',
      }),
    ];
  return [];
}
