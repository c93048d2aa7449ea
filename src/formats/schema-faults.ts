import { codedText, foundValue, oneOf } from '../domain/text-values.ts';
import type { z } from 'zod';
import type { TextValue } from '../domain/coded-text.ts';
import { textCatalogue } from '../domain/texts.ts';
import type { TextCode } from '../domain/texts.ts';
import { fault } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import { missingField, wrongField } from '../domain/field-fault.ts';

/** One thing that a schema found. */
export type Issue = z.core.$ZodIssue;

/** A place in a file: keys and positions from the root. */
export type Path = readonly PropertyKey[];

/** The line of the value at a path. */
export type LineOf = (path: Path) => number;

/** What a schema found in a YAML text, as faults of the catalogue with line and path. */
export function schemaFaults(issues: readonly Issue[], lineOf: LineOf): readonly Fault[] {
  return telling(issues).flatMap((issue) => issueFaults(issue, [], lineOf));
}

/** Faults in the order of the file. */
export function byLine(faults: readonly Fault[]): readonly Fault[] {
  return faults.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
}

/** A fault at a path of a file. */
export interface Finding {
  readonly path: Path;
  readonly fault: Fault;
}

/** A finding: a value that may not be there. */
export function wrongAt(path: Path, got: TextValue, expected: TextValue): Finding {
  return { path, fault: wrongField(printPath(path), got, expected) };
}

/** A finding: a name that refers to nothing. */
export function unknownAt(path: Path, got: string, expected: TextValue): Finding {
  return { path, fault: fault('unknown-reference', { field: printPath(path), got, expected }) };
}

/** Findings as faults with their lines. */
export function findingFaults(findings: readonly Finding[], lineOf: LineOf): readonly Fault[] {
  return findings.map(({ path, fault: found }) => ({ ...found, line: lineOf(path) }));
}

/**
 * The faults of a file by line: what the schema found, and findings beside it. What follows from
 * the schema's is dropped: a threshold with a misspelt limit lacks a limit.
 */
export function fileFaults(
  issues: readonly Issue[],
  findings: readonly Finding[],
  lineOf: LineOf,
): readonly Fault[] {
  const refused = new Set(issues.map((issue) => printPath(issue.path)));
  const others = findings.filter(({ path }) => !refused.has(printPath(path)));
  return byLine([...schemaFaults(issues, lineOf), ...findingFaults(others, lineOf)]);
}

/** `tasks.topics.questions.IRB`, or the file itself. */
export function printPath(path: Path): string {
  return path.length === 0 ? 'the file' : path.map(String).join('.');
}

/** Drops what follows from a value of the wrong type: a text for a list is not also too short. */
function telling(issues: readonly Issue[]): readonly Issue[] {
  const mistyped = new Set(
    issues.filter((issue) => issue.code === 'invalid_type').map((issue) => printPath(issue.path)),
  );
  return issues.filter(
    (issue) => issue.code === 'invalid_type' || !mistyped.has(printPath(issue.path)),
  );
}

function issueFaults(issue: Issue, parent: Path, lineOf: LineOf): readonly Fault[] {
  const path = [...parent, ...issue.path];
  const field = printPath(path);
  const place = { line: lineOf(path), field };
  if (issue.code === 'unrecognized_keys') {
    const hint = codedText('check-spelling');
    return issue.keys.map((key) => {
      const full = [...path, key];
      return fault('unknown-field', { field: printPath(full), hint }, { line: lineOf(full) });
    });
  }
  if (issue.code === 'invalid_union') {
    const meant = meantBranch(issue.errors);
    if (meant !== null) return telling(meant).flatMap((inner) => issueFaults(inner, path, lineOf));
  }
  if (issue.code === 'invalid_key')
    return issue.issues.map((inner) =>
      wrongField(field, JSON.stringify(path.at(-1)), expectation(inner), place),
    );
  if (issue.input === undefined) return [missingField(field, expectation(issue), place)];
  const got =
    path.length === 0 && issue.input === null ? codedText('empty') : foundValue(issue.input);
  return [wrongField(field, got, expectation(issue), place)];
}

/** The branch of a union that the author meant: got furthest, or clearly lacks least; else null. */
function meantBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | null {
  const deepest = branches.toSorted((a, b) => depth(b) - depth(a))[0];
  if (deepest !== undefined && depth(deepest) > 0) return deepest;
  const [first, second] = branches.filter(isAboutKeys).toSorted((a, b) => lacks(a) - lacks(b));
  return first !== undefined && (second === undefined || lacks(first) < lacks(second))
    ? first
    : null;
}

/** How far a branch got before its first issue; it was not entered if a key is missing. */
function depth(issues: readonly Issue[]): number {
  if (issues.some((issue) => isMissing(issue) && issue.path.length === 1)) return 0;
  return Math.max(0, ...issues.map((issue) => issue.path.length + depthBelow(issue)));
}

function depthBelow(issue: Issue): number {
  if (issue.code === 'unrecognized_keys') return 0.5;
  return issue.code === 'invalid_union' ? Math.max(0, ...issue.errors.map(depth)) : 0;
}

function isAboutKeys(issues: readonly Issue[]): boolean {
  return issues.every(
    (issue) => issue.code === 'unrecognized_keys' || (isMissing(issue) && issue.path.length === 1),
  );
}

function lacks(issues: readonly Issue[]): number {
  return issues.reduce(
    (sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1),
    0,
  );
}

function isMissing(issue: Issue): boolean {
  return issue.input === undefined && issue.code !== 'unrecognized_keys';
}

/** What an issue wanted instead. A schema's own message is the code of a text. */
export function expectation(issue: Issue): TextValue {
  if (Object.hasOwn(textCatalogue, issue.message)) return codedText(issue.message as TextCode);
  if (issue.code === 'invalid_type') {
    const isUnquoted =
      issue.expected === 'string' && ['number', 'boolean'].includes(typeof issue.input);
    if (isUnquoted) return codedText('quoted-text');
    return typeNames[issue.expected] ?? codedText('type', { type: issue.expected });
  }
  if (issue.code === 'invalid_value') return oneOf(issue.values.map(String));
  if (issue.code === 'too_small')
    return codedText(issue.inclusive === false ? 'more-than' : 'at-least', {
      limit: counted(issue.origin, Number(issue.minimum)),
    });
  if (issue.code === 'too_big')
    return codedText(issue.inclusive === false ? 'less-than' : 'at-most', {
      limit: counted(issue.origin, Number(issue.maximum)),
    });
  if (issue.code === 'invalid_union') return distinct(issue.errors.flatMap(branchExpectations));
  return issue.message;
}

/** What the branches of a union want, `{ ordinal: … }` for one that wants a key. */
function branchExpectations(issues: readonly Issue[]): readonly TextValue[] {
  const keys = issues
    .filter((issue) => isMissing(issue) && issue.path.length === 1)
    .map((issue) => `${String(issue.path[0])}: …`);
  if (keys.length > 0) return [`{ ${keys.join(', ')} }`];
  return issues.slice(0, 1).flatMap((issue) => {
    if (issue.code === 'invalid_union') return issue.errors.flatMap(branchExpectations);
    return issue.code === 'invalid_value' ? issue.values.map(String) : [expectation(issue)];
  });
}

function distinct(values: readonly TextValue[]): readonly TextValue[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

const typeNames: Readonly<Record<string, TextValue>> = {
  string: codedText('text'),
  number: codedText('number'),
  int: codedText('whole-number'),
  boolean: codedText('true-or-false'),
  object: codedText('named-entries'),
  array: codedText('list'),
  record: codedText('named-entries'),
  tuple: codedText('list'),
};

function counted(origin: string, limit: number): TextValue {
  if (origin === 'array') return codedText('entries', { limit, count: limit });
  return origin === 'string' ? codedText('characters-limit', { limit, count: limit }) : limit;
}
