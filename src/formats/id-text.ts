import type { Fault } from '../domain/fault.ts';
import { wrongField, wrongValue } from '../domain/field-fault.ts';
import { codedText } from '../domain/text-values.ts';

/** The longest name of a unit or annotator: both must fit into one index entry of a database. */
const longestId = 300;

/**
 * The faults of a name of a unit or annotator: too long, control characters, or half of a surrogate
 * pair.
 * @example idFaults('chunk_id', 'a\u0000b').length // 1
 */
export function idFaults(field: string, id: string): readonly Fault[] {
  if (id.length > longestId)
    return [
      wrongField(
        field,
        codedText('length', { count: id.length }),
        codedText('at-most-characters', { most: longestId }),
      ),
    ];
  if (/\p{Cc}/u.test(id)) return [wrongValue(field, id, codedText('no-controls'))];
  if (!id.isWellFormed()) return [wrongValue(field, id, codedText('utf8-text'))];
  return [];
}
