import { scalarText } from '../domain/answer.ts';
import { codedText } from '../domain/text-values.ts';
import { LineCounter, parseDocument, visit } from 'yaml';
import type { Document, YAMLError } from 'yaml';
import { fault } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import type { LineOf } from './schema-faults.ts';

/** A YAML text that was parsed, with the line of everything in it. */
export interface YamlSource {
  readonly value: unknown;
  /** The line of the value or key at a path, or of its nearest existing parent. */
  readonly lineOf: LineOf;
}

/** A result, or all the faults that prevented it. */
export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Parses YAML 1.2 with lines. Alias bombs, duplicate keys and deep nesting are faults. */
export function parseYaml(text: string): Read<YamlSource> {
  const lines = new LineCounter();
  const content = text.replace(/^\uFEFF/, '');
  if (looksTooDeep(content)) return { ok: false, faults: [tooDeep] };
  try {
    const document = parseDocument(content, {
      lineCounter: lines,
      prettyErrors: false,
      // The parser compares every key with every other one; see repeatedKeys.
      uniqueKeys: false,
      logLevel: 'error',
    });
    if (document.errors.some((error) => /stack/i.test(error.message)))
      return { ok: false, faults: [tooDeep] };
    if (document.errors.length > 0) {
      return {
        ok: false,
        faults: document.errors.map((error) => errorFault(error, lines.linePos(error.pos[0]).line)),
      };
    }
    if (hasManyAliases(document)) return { ok: false, faults: [manyAliases] };
    const repeated = repeatedKeys(document.contents, content, lines);
    if (repeated.length > 0) return { ok: false, faults: repeated };
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    if (isTooDeep(value, deepestNesting)) return { ok: false, faults: [tooDeep] };
    return { ok: true, value: { value, lineOf: (path) => lineOf(document, lines, path) } };
  } catch (error) {
    // The parser calls itself for every level: a text of nothing but levels exhausts the stack
    // before anything can be checked.
    if (error instanceof RangeError) return { ok: false, faults: [tooDeep] };
    return {
      ok: false,
      faults: [aliasFault(error instanceof Error ? error.message : String(error), content, lines)],
    };
  }
}

const deepestNesting = 60;
const tooDeep = fault(
  'bad-yaml',
  { reason: codedText('yaml-too-deep', { levels: deepestNesting }) },
  { line: 1 },
);

/** The parser looks for the anchor of each alias among all. */
const mostAliases = 500;
const manyAliases = fault('bad-yaml', { reason: codedText('yaml-aliases') }, { line: 1 });

function hasManyAliases(document: Document): boolean {
  let count = 0;
  visit(document, { Alias: () => ((count += 1) > mostAliases ? visit.BREAK : undefined) });
  return count > mostAliases;
}

/**
 * The parser takes seconds for brackets without end; deeper texts than this are not given to it.
 */
const mostOpen = 300;

/**
 * Whether brackets are open, or lists and keys begun on one line, far beyond what is allowed.
 * Brackets in texts count as well, so each key at the margin starts from zero.
 */
function looksTooDeep(text: string): boolean {
  let open = 0;
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    if (/[\w"'#|>-]/.test(text[start] ?? '')) open = 0;
    let begun = 0;
    let isIndicator = true;
    for (let at = start; at < end; at += 1) {
      const sign = text[at]!;
      if (sign === '[' || sign === '{') open += 1;
      else if (sign === ']' || sign === '}') open = Math.max(0, open - 1);
      if (isIndicator && (sign === '-' || sign === '?' || sign === ':')) begun += 1;
      else if (sign !== ' ') isIndicator = false;
      if (open > mostOpen || (isIndicator && begun > mostOpen && text[at + 1] === ' ')) return true;
    }
    start = end + 1;
  }
  return false;
}

function isTooDeep(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false;
  return levels === 0 || Object.values(value).some((entry) => isTooDeep(entry, levels - 1));
}

/** Keys that appear twice in a map, at any depth. In one walk, and without recursion. */
function repeatedKeys(contents: unknown, text: string, lines: LineCounter): readonly Fault[] {
  const faults: Fault[] = [];
  const open: unknown[] = [contents];
  for (let node = open.pop(); node !== undefined && faults.length < 50; node = open.pop()) {
    if (!isCollection(node)) continue;
    const keys = new Set<unknown>();
    for (const entry of node.items) {
      if (!isPair(entry)) {
        open.push(entry);
        continue;
      }
      open.push(entry.key, entry.value);
      // Text and number are one key in the value that is made of it.
      const name = keyText(entry);
      if (name === null || name === '<<' || !keys.has(name)) {
        keys.add(name);
        continue;
      }
      const at = entry.key?.range?.[0] ?? 0;
      const field = /^[^\n:]+/.exec(text.slice(at, at + 200))?.[0].trim() ?? '';
      faults.push(fault('duplicate-key', { field }, { line: lines.linePos(at).line }));
    }
  }
  return faults.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

function errorFault(error: YAMLError, line: number): Fault {
  const [first = ''] = error.message.split('\n');
  if (error.code === 'MULTIPLE_DOCS')
    return fault('bad-yaml', { reason: codedText('yaml-second-document') }, { line });
  return fault(
    'bad-yaml',
    { reason: codedText('yaml-broken', { problem: first.trim() }) },
    { line },
  );
}

/** What only shows when aliases are followed: an unknown anchor, or too many aliases. */
function aliasFault(message: string, text: string, lines: LineCounter): Fault {
  const name = /^Unresolved alias.*: (\S+)$/.exec(message)?.[1];
  if (name === undefined)
    return fault(
      'bad-yaml',
      { reason: message.includes('alias count') ? codedText('yaml-aliases') : message },
      { line: 1 },
    );
  return fault(
    'bad-yaml',
    { reason: codedText('yaml-alias-unknown', { name }) },
    { line: lines.linePos(Math.max(0, text.indexOf(`*${name}`))).line },
  );
}

function lineOf(document: Document, lines: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const position = positionOf(document, path.slice(0, length));
    if (position !== null) return lines.linePos(position).line;
  }
  return 1;
}

function positionOf(document: Document, path: readonly PropertyKey[]): number | null {
  const last = path.at(-1);
  const parent = path.length === 0 ? null : document.getIn(path.slice(0, -1), true);
  if (isCollection(parent)) {
    // The key's own line is where a reader looks; a block value may begin further down.
    const range = pairsOf(parent).get(String(last))?.key?.range;
    if (range) return range[0];
  }
  const node: unknown = document.getIn(path, true);
  return isNode(node) && node.range ? node.range[0] : null;
}

type Pair = { readonly key?: NodeLike | null; readonly value?: unknown };

/** The pairs of a map by key, looked up once per map: a file may have faults by the thousand. */
const knownPairs = new WeakMap<object, ReadonlyMap<string, Pair>>();

function pairsOf(collection: { readonly items: readonly unknown[] }): ReadonlyMap<string, Pair> {
  const known = knownPairs.get(collection);
  if (known !== undefined) return known;
  const pairs = new Map<string, Pair>();
  for (const entry of collection.items) {
    if (!isPair(entry)) continue;
    const key = keyText(entry);
    if (key !== null && !pairs.has(key)) pairs.set(key, entry);
  }
  knownPairs.set(collection, pairs);
  return pairs;
}

/** The key of a pair as the name that it becomes; null for a key that is a list or a map. */
function keyText({ key }: Pair): string | null {
  const value = isNode(key) && 'value' in key ? key.value : undefined;
  return value === null ? '' : scalarText(value);
}

interface NodeLike {
  readonly range?: readonly [number, number, number] | null;
  readonly value?: unknown;
}
function isNode(value: unknown): value is NodeLike {
  return value !== null && typeof value === 'object' && 'range' in value;
}
function isCollection(value: unknown): value is { readonly items: readonly unknown[] } {
  return (
    value !== null && typeof value === 'object' && 'items' in value && Array.isArray(value.items)
  );
}
function isPair(value: unknown): value is Pair {
  return value !== null && typeof value === 'object' && 'key' in value;
}
