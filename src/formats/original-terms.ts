import { z } from 'zod';
import { fault, printChoice } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import { printPath } from './schema-faults.ts';
import { readYaml } from './yaml-source.ts';
import type { Read } from './yaml-source.ts';

/** One value of a term, as the original's files define it. */
export interface TermValue {
  readonly id: string;
  readonly label: string;
  readonly description: string;
}

/** A term of the original: a question with its values. */
export interface Term {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly values: readonly TermValue[];
  /** The value that stands when nothing is said; null when none is declared. */
  readonly default: string | null;
}

/** The terms of all files, by the name that policies refer to them with: `shared:ACCOUNT_TYPE`. */
export type TermLibrary = ReadonlyMap<string, Term>;

/**
 * The domain of a file of terms, as references name it.
 * @example termDomain('_shared.yaml') // 'shared'
 */
export function termDomain(fileName: string): string {
  return fileName.replace(/\.ya?ml$/i, '').replace(/^_/, '');
}

/** Reads a file of terms of the original. A value that is there twice, and a default that is no value, are faults with line and path. */
export function readOriginalTerms(text: string): Read<readonly Term[]> {
  const read = readYaml(text, termFileSchema);
  if (!read.ok) return read;
  const { value: file, source } = read.value;
  const terms = Object.entries(file).map(([id, term]): Term => ({
    id,
    name: term.name ?? id,
    description: term.description ?? '',
    values: term.values.map((value) => ({ id: String(value.id), label: value.label ?? String(value.id), description: value.description ?? '' })),
    default: term.default === undefined || term.default === null ? null : String(term.default),
  }));
  const faults = terms.flatMap((term) => termFaults(term).map(({ path, found }) => ({ ...found, line: source.lineOf(path) })));
  return faults.length === 0 ? { ok: true, value: terms } : { ok: false, faults };
}

const scalar = z.union([z.string(), z.number(), z.boolean()]);

// The original's files may hold more than Assay reads, so unknown keys are left alone.
const termFileSchema = z.record(
  z.string().min(1),
  z.object({
    name: z.string().optional(),
    type: z.literal('enum', 'expected enum').optional(),
    description: z.string().optional(),
    values: z.array(z.object({ id: scalar, label: z.string().optional(), description: z.string().optional() })).min(1),
    default: scalar.nullable().optional(),
  }),
);

function termFaults(term: Term): readonly { readonly path: readonly PropertyKey[]; readonly found: Fault }[] {
  const ids = term.values.map((value) => value.id);
  const twice = ids.flatMap((id, at) => (ids.indexOf(id) === at ? [] : [{ id, path: [term.id, 'values', at, 'id'] }]));
  const faults = twice.map(({ id, path }) => ({ path, found: fault('wrong-value', { field: printPath(path), came: `${id} a second time`, expected: 'each value once' }) }));
  if (term.default === null || ids.includes(term.default)) return faults;
  const path = [term.id, 'default'];
  return [...faults, { path, found: fault('unknown-reference', { field: printPath(path), came: term.default, expected: printChoice([...new Set(ids)]) }) }];
}
