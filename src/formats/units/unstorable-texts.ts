import type { Fault } from '../../domain/fault.ts';
import { wrongField } from '../../domain/field-fault.ts';
import { codedText, unstorable } from '../../domain/text-values.ts';
import type { JsonRow } from '../jsonl.ts';
import { shownName } from '../own-field.ts';

/**
 * The fields of a row that hold a text, at any depth, which no table and not every database can
 * keep: null characters and halves of characters. `text` is the row's line, in which JSON can write
 * them only as escapes.
 * @example unstorableTexts({ text: 'a\u0000' })[0].field // 'text'
 */
export function unstorableTexts(row: JsonRow, text?: string): readonly Fault[] {
  if (text !== undefined && !text.includes('\\u')) return [];
  return Object.entries(row).flatMap(([field, value]) => {
    const got = unstorable(field) ?? unstorableIn(value);
    return got === null ? [] : [wrongField(shownName(field), got, codedText('storable-text'))];
  });
}

/** Without recursion, so no nesting is too deep. */
function unstorableIn(value: unknown): ReturnType<typeof unstorable> {
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') {
      const got = unstorable(next);
      if (got !== null) return got;
    } else if (typeof next === 'object' && next !== null)
      for (const [key, one] of Object.entries(next)) open.push(key, one);
  }
  return null;
}
