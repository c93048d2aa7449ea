import { LineCounter, parseDocument } from 'yaml';
import type { Document } from 'yaml';
import type { z } from 'zod';
import { fault, printValue } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';

/** A YAML text that was parsed, with the line of everything in it. */
export interface YamlSource {
  readonly value: unknown;
  /** The line of the value, or of the key, at a path; of the nearest parent where the path leads nowhere. */
  lineOf(path: readonly PropertyKey[]): number;
}

/** A result, or all the faults that prevented it. */
export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly faults: readonly Fault[] };

/** Parses YAML 1.2, keeping lines. Duplicate keys, several documents and aliases that explode are faults. */
export function parseYaml(text: string): Read<YamlSource> {
  const lines = new LineCounter();
  const document = parseDocument(text.replace(/^\uFEFF/, ''), { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  if (document.errors.length > 0) {
    const faults = document.errors.map((error) => fault('bad-yaml', { reason: firstSentence(error.message) }, { line: lines.linePos(error.pos[0]).line }));
    return { ok: false, faults };
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return { ok: true, value: { value, lineOf: (path) => lineOf(document, lines, path) } };
  } catch (error) {
    return { ok: false, faults: [fault('bad-yaml', { reason: error instanceof Error ? error.message : String(error) }, { line: 1 })] };
  }
}

/** Checks a YAML text against a schema; every fault comes with its line and path. */
export function readYaml<T>(text: string, schema: z.ZodType<T>): Read<{ readonly value: T; readonly source: YamlSource }> {
  const parsed = parseYaml(text);
  if (!parsed.ok) return parsed;
  const source = parsed.value;
  const checked = schema.safeParse(source.value, { reportInput: true });
  if (checked.success) return { ok: true, value: { value: checked.data, source } };
  return { ok: false, faults: checked.error.issues.flatMap((issue) => issueFaults(issue, [], source)) };
}

/** `tasks.topics.questions.IRB`, or the file itself. */
export function printPath(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'the file' : path.map(String).join('.');
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
    const pair = parent.items.find((entry) => isPair(entry) && String(entry.key?.value ?? entry.key) === String(last));
    if (isPair(pair) && pair.key?.range) return pair.key.range[0];
  }
  const node: unknown = document.getIn(path, true);
  return isNode(node) && node.range ? node.range[0] : null;
}

interface NodeLike {
  readonly range?: readonly [number, number, number] | null;
  readonly value?: unknown;
}
function isNode(value: unknown): value is NodeLike {
  return value !== null && typeof value === 'object' && 'range' in value;
}
function isCollection(value: unknown): value is { readonly items: readonly unknown[] } {
  return value !== null && typeof value === 'object' && 'items' in value && Array.isArray(value.items);
}
function isPair(value: unknown): value is { readonly key?: NodeLike | null } {
  return value !== null && typeof value === 'object' && 'key' in value;
}

type Issue = z.core.$ZodIssue;

function issueFaults(issue: Issue, parent: readonly PropertyKey[], source: YamlSource): readonly Fault[] {
  const path = [...parent, ...issue.path];
  const field = printPath(path);
  const place = { line: source.lineOf(path), field };
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const full = [...path, key];
      return fault('unknown-field', { field: printPath(full), hint: '; check the spelling, or leave it out' }, { line: source.lineOf(full) });
    });
  }
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const nearest = nearestBranch(issue.errors);
    if (nearest !== null) return nearest.flatMap((inner) => issueFaults(inner, path, source));
  }
  if (issue.code === 'invalid_key') return issue.issues.map((inner) => fault('wrong-value', { field, came: JSON.stringify(path.at(-1)), expected: expectation(inner) }, place));
  const missing = issue.code === 'invalid_type' && issue.input === undefined;
  if (missing) return [fault('missing-field', { field, expected: expectation(issue) }, place)];
  return [fault('wrong-value', { field, came: printValue(issue.input), expected: expectation(issue) }, place)];
}

/** Of a union's branches, the one that came furthest: that is the one the author meant. */
function nearestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | null {
  const depth = (issues: readonly Issue[]): number => Math.max(0, ...issues.map((issue) => issue.path.length + (issue.code === 'unrecognized_keys' ? 0.5 : 0)));
  const deepest = branches.toSorted((a, b) => depth(b) - depth(a))[0];
  return deepest !== undefined && depth(deepest) > 0 ? deepest : null;
}

function expectation(issue: Issue): string {
  const said = issue.message.replace(/^expected /, '');
  if (issue.message.startsWith('expected ')) return said;
  if (issue.code === 'invalid_type') return typeNames[issue.expected] ?? `a ${issue.expected}`;
  if (issue.code === 'invalid_value') return issue.values.map(String).join(' or ');
  if (issue.code === 'too_small') return `at least ${issue.minimum}${issue.origin === 'string' ? ' character' : issue.origin === 'array' ? ' entries' : ''}`;
  if (issue.code === 'too_big') return `at most ${issue.maximum}`;
  if (issue.code === 'invalid_union') return 'one of the forms in the protocol reference';
  return issue.message;
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text', number: 'a number', int: 'a whole number', boolean: 'true or false', object: 'named entries', array: 'a list', record: 'named entries', tuple: 'a list',
};

function firstSentence(message: string): string {
  return message.split('\n')[0]!.trim();
}
