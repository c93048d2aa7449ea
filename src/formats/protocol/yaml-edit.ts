import { isCollection, isMap, isPair, isScalar, parseDocument, stringify } from 'yaml';
import type { Document, Pair, YAMLMap, YAMLSeq } from 'yaml';

/** Names of keys and positions of entries, from the root of a file. */
export type YamlPath = readonly (string | number)[];

/** A value that is written in one line. */
export type YamlValue =
  | string
  | number
  | boolean
  | readonly YamlValue[]
  | { readonly [name: string]: YamlValue };

/**
 * Sets what stands at a path of a YAML text, and writes nothing else: comments, quotes and line
 * breaks elsewhere stay as they are. What is missing on the way is added. Null where the text is no
 * YAML, or something on the way is neither a map nor a list.
 * @example setInYaml('a: 1 # one\n', ['a'], 2) // 'a: 2 # one\n'
 */
export function setInYaml(text: string, path: YamlPath, value: YamlValue): string | null {
  const document = documentOf(text);
  const [first] = path;
  if (document === null || first === undefined) return null;
  if (document.contents === null || (isScalar(document.contents) && text.trim() === ''))
    return `${text}${line(first, nested(path.slice(1), value))}\n`;
  let parent: unknown = document.contents;
  for (let depth = 0; depth < path.length; depth += 1) {
    if (!isCollection(parent)) return null;
    const rest = nested(path.slice(depth + 1), value);
    const found = entryOf(parent, path[depth]!);
    if (found === null) return added(text, parent, path[depth]!, rest);
    const held = isPair(found) ? found.value : found;
    const isLast = depth === path.length - 1;
    if (isLast || (isScalar(held) && held.value === null)) {
      const kept = isLast ? itemByItem(text, path, held, value) : null;
      return kept ?? replaced(text, found, rest);
    }
    parent = held;
  }
  return null;
}

/**
 * Removes what stands at a path, with the list or map around it if nothing else is in there.
 * @example removeInYaml('a: 1\nb: { c: 2, d: 3 }\n', ['b', 'c']) // 'a: 1\nb: { d: 3 }\n'
 */
export function removeInYaml(text: string, path: YamlPath): string | null {
  const document = documentOf(text);
  const parent: unknown = document?.getIn(path.slice(0, -1), true) ?? null;
  if (!isCollection(parent)) return null;
  const at = positionOf(parent, path.at(-1)!);
  if (at < 0) return text;
  if (parent.items.length === 1 && path.length > 1) return removeInYaml(text, path.slice(0, -1));
  const { start, end } = extent(text, parent.items[at]!);
  if (isFlow(parent)) {
    const next = parent.items[at + 1];
    if (next !== undefined) return splice(text, start, extent(text, next).start, '');
    const before = parent.items[at - 1];
    return splice(text, before === undefined ? start : extent(text, before).end, end, '');
  }
  return splice(text, lineStart(text, start), lineEnd(text, end), '');
}

/**
 * Exchanges an entry of a map with the one before it, each with the comments above it. Null where
 * it is the first, or the map is written in one line.
 * @example moveUpInYaml('a: 1\nb: 2\n', ['b']) // 'b: 2\na: 1\n'
 */
export function moveUpInYaml(text: string, path: YamlPath): string | null {
  const document = documentOf(text);
  const parent: unknown = document?.getIn(path.slice(0, -1), true) ?? null;
  if (!isMap(parent) || isFlow(parent)) return null;
  const at = positionOf(parent, path.at(-1)!);
  const [own, before, first] = [parent.items[at], parent.items[at - 1], parent.items[at - 2]];
  if (own === undefined || before === undefined) return null;
  const endOf = (item: unknown): number => lineEnd(text, extent(text, item).end);
  const start = first === undefined ? lineStart(text, extent(text, before).start) : endOf(first);
  const [middle, end] = [endOf(before), endOf(own)];
  const moved = text.slice(middle, end);
  return splice(text, start, end, `${withBreak(moved)}${text.slice(start, middle)}`);
}

function documentOf(text: string): Document | null {
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'error' });
  return document.errors.length > 0 ? null : document;
}

type Collection = YAMLMap | YAMLSeq;

function isFlow(collection: Collection): boolean {
  return collection.flow === true;
}

function positionOf({ items }: Collection, name: string | number): number {
  return items.findIndex((item, at) =>
    isPair(item) ? isScalar(item.key) && String(item.key.value) === String(name) : at === name,
  );
}

function entryOf(collection: Collection, name: string | number): unknown {
  return collection.items[positionOf(collection, name)] ?? null;
}

/** The value below the rest of a path that is not there yet. */
function nested(rest: YamlPath, value: YamlValue): YamlValue {
  return rest.reduceRight<YamlValue>(
    (inner, name) => (typeof name === 'number' ? [inner] : { [name]: inner }),
    value,
  );
}

/** Where an entry begins and ends in the text. */
function extent(text: string, item: unknown): { readonly start: number; readonly end: number } {
  const [from, to] = isPair(item) ? [rangeOf(item.key), rangeOf(item.value)] : [null, null];
  const own = rangeOf(item) ?? to ?? from ?? [0, 0];
  const start = (from ?? own)[0];
  const end = Math.max(to?.[1] ?? own[1], keyEnd(text, item) ?? 0);
  return { start, end: text[end - 1] === '\n' ? end - 1 : end };
}

/** After the colon of a pair. */
function keyEnd(text: string, item: unknown): number | null {
  const range = isPair(item) ? rangeOf(item.key) : null;
  return range === null ? null : text.indexOf(':', range[1]) + 1;
}

function rangeOf(node: unknown): readonly [number, number, number] | null {
  const { range = null } = (node ?? {}) as { range?: [number, number, number] | null };
  return range;
}

/** An entry with another value, in its place. */
function replaced(text: string, item: unknown, value: YamlValue): string {
  const held: unknown = isPair(item) ? (item as Pair).value : item;
  const range = rangeOf(held);
  const quoted = isScalar(held) && (held.type ?? '').startsWith('QUOTE') ? held.type! : null;
  const written = inline(value, quoted);
  const colon = keyEnd(text, item);
  const { end } = extent(text, item);
  if (range === null || range[0] === range[1])
    return splice(text, colon ?? end, colon ?? end, ` ${written}`);
  const isBlock = isCollection(held) && !isFlow(held);
  if (isBlock && colon !== null) return splice(text, colon, end, ` ${written}`);
  return splice(text, range[0], end, written);
}

/** A further entry at the end of a map or list. */
function added(
  text: string,
  parent: Collection,
  name: string | number,
  value: YamlValue,
): string | null {
  const entry = isMap(parent) ? line(name, value) : inline(value);
  const last = parent.items.at(-1);
  if (last === undefined) {
    const range = rangeOf(parent);
    if (range === null) return null;
    return splice(text, range[0], range[1], isMap(parent) ? `{ ${entry} }` : `[${entry}]`);
  }
  const { start, end } = extent(text, last);
  if (isFlow(parent)) return splice(text, end, end, `, ${entry}`);
  const indent = text.slice(lineStart(text, start), start);
  const at = lineEnd(text, end);
  // The indent of a list's entry has its dash; that of an entry in a list's map is blank.
  const lead = isMap(parent) ? indent.replaceAll(/[^ ]/g, ' ') : indent;
  return splice(text, at, at, `${text[at - 1] === '\n' ? '' : '\n'}${lead}${entry}\n`);
}

/** A list changed entry by entry, so that the comments of the others stay; else null. */
function itemByItem(text: string, path: YamlPath, held: unknown, value: YamlValue): string | null {
  if (!isCollection(held) || isMap(held) || !Array.isArray(value)) return null;
  const now = value as readonly YamlValue[];
  const before = held.items.map((item) => (isScalar(item) ? item.value : undefined));
  const kept = before.filter((one) => now.includes(one as YamlValue));
  if (kept.length === 0 || kept.some((one, at) => one !== now[at])) return null;
  let result: string | null = text;
  for (let at = before.length - 1; at >= 0; at -= 1)
    if (!kept.includes(before[at]) && result !== null) result = removeInYaml(result, [...path, at]);
  for (const one of now.slice(kept.length))
    if (result !== null) result = setInYaml(result, [...path, Number.MAX_SAFE_INTEGER], one);
  return result;
}

function line(name: string | number, value: YamlValue): string {
  return `${inline(String(name))}: ${inline(value)}`;
}

/** A value in one line, quoted as it has to be inside of brackets too. */
function inline(value: YamlValue, quoted: string | null = null): string {
  const written = stringify([value], {
    collectionStyle: 'flow',
    lineWidth: 0,
    ...(quoted === null || typeof value !== 'string'
      ? {}
      : { defaultStringType: quoted as 'QUOTE_DOUBLE' | 'QUOTE_SINGLE' }),
  });
  return written.trim().slice(1, -1).trim();
}

function splice(text: string, start: number, end: number, insert: string): string {
  return text.slice(0, start) + insert + text.slice(end);
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

/** After the line break of the line that a place is in. */
function lineEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  return found < 0 ? text.length : found + 1;
}

function withBreak(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
