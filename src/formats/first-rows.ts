import { isFields } from './own-field.ts';
import type { JsonRow } from './jsonl.ts';

/**
 * The first objects of a JSON array or of JSON lines, of which only the beginning may be given.
 * None when the text is not JSON or its first object does not end.
 * @example firstRows('[{"a":1},{"a":2},{"a"', 5) // [{ a: 1 }, { a: 2 }]
 */
export function firstRows(text: string, most: number): readonly JsonRow[] {
  const rows: JsonRow[] = [];
  let at = text.search(/[^\s\uFEFF]/);
  if (at >= 0 && text[at] === '[') at += 1;
  while (at >= 0 && at < text.length && rows.length < most) {
    while (at < text.length && (text.charCodeAt(at) <= 32 || text[at] === ',')) at += 1;
    if (text[at] !== '{') break;
    const end = objectEnd(text, at);
    const value = end < 0 ? null : parsed(text.slice(at, end));
    if (!isFields(value)) break;
    rows.push(value);
    at = end;
  }
  return rows;
}

function objectEnd(text: string, start: number): number {
  let depth = 0;
  let inText = false;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inText) {
      if (code === 92) at += 1;
      else if (code === 34) inText = false;
    } else if (code === 34) inText = true;
    else if (code === 123 || code === 91) depth += 1;
    else if (code === 125 || code === 93) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The reader of the whole file reports what is wrong with it.
    return null;
  }
}
