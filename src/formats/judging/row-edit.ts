import { stringEnd } from '../json-walk.ts';

/** A key at the top level of an object's text, and the offsets of its value. */
interface Member {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Changes fields of an object in its JSON text and keeps every other character: order, spaces, the
 * spelling of numbers. New fields are appended. The text must be a valid object.
 * @example editRow('{"b": 1.0, "a": 2}', { a: 3, c: true }) // '{"b": 1.0, "a": 3, "c": true}'
 */
export function editRow(text: string, changes: Readonly<Record<string, unknown>>): string {
  const members = topLevelMembers(text);
  let edited = text;
  // From the end, so that the offsets of what comes before stay right.
  for (const member of members.toReversed()) {
    if (Object.hasOwn(changes, member.key))
      edited =
        edited.slice(0, member.start) +
        JSON.stringify(changes[member.key]) +
        edited.slice(member.end);
  }
  const known = new Set(members.map((member) => member.key));
  const added = Object.keys(changes).filter((key) => !known.has(key));
  if (added.length === 0) return edited;
  const close = edited.lastIndexOf('}');
  const [afterComma, afterColon] = spacing(text, members);
  const appended = added
    .map((key) => `${JSON.stringify(key)}:${afterColon}${JSON.stringify(changes[key])}`)
    .join(`,${afterComma}`);
  const body = edited.slice(0, close).trimEnd();
  return `${body}${members.length === 0 ? '' : `,${afterComma}`}${appended}${edited.slice(close)}`;
}

function topLevelMembers(text: string): readonly Member[] {
  const members: Member[] = [];
  let at = text.indexOf('{') + 1;
  for (;;) {
    const open = skipSpace(text, at);
    if (text[open] !== '"') return members;
    const afterKey = stringEnd(text, open);
    const start = skipSpace(text, text.indexOf(':', afterKey) + 1);
    const end = valueEnd(text, start);
    members.push({ key: JSON.parse(text.slice(open, afterKey)) as string, start, end });
    at = skipSpace(text, end);
    if (text[at] !== ',') return members;
    at += 1;
  }
}

function valueEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]!;
    if (character === '"') at = stringEnd(text, at) - 1;
    else if (character === '{' || character === '[') depth += 1;
    else if (depth === 0 && (character === ',' || character === '}'))
      return trimEnd(text, start, at);
    else if (character === '}' || character === ']') depth -= 1;
  }
  return text.length;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function trimEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isSpace(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

/** The space that the text puts after commas and colons. */
function spacing(text: string, members: readonly Member[]): readonly [string, string] {
  const [first, second] = members;
  const afterColon = first !== undefined && text[first.start - 1] === ' ' ? ' ' : '';
  if (first === undefined || second === undefined) return [afterColon, afterColon];
  return [/^\s*,\s/.test(text.slice(first.end, first.end + 20)) ? ' ' : '', afterColon];
}
