import { codedText, oneOf } from '../../domain/text-values.ts';
import { z } from 'zod';
import type { Fault } from '../../domain/fault.ts';
import { orNothing } from '../optional-part.ts';
import { fileFaults, unknownAt, wrongAt } from '../schema-faults.ts';
import type { Finding } from '../schema-faults.ts';
import { parseYaml } from '../yaml-source.ts';

/** One value of a term, as the original's files define it. */
interface TermValue {
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

/** The terms of a file; or all its faults, with what can still be read of it. */
export type ReadTerms =
  | { readonly ok: true; readonly value: readonly Term[] }
  | { readonly ok: false; readonly faults: readonly Fault[]; readonly rest: TermsRest };

/** Terms from a file with faults, and the names of unreadable ones; null when those are unknown. */
interface TermsRest {
  readonly terms: readonly Term[];
  readonly unreadable: readonly string[] | null;
}

/**
 * Reads the original's file of terms. A value that appears twice and a default that is not a value
 * are faults with line and path, together with those of the schema.
 */
export function readLegacyTerms(text: string): ReadTerms {
  const parsed = parseYaml(text);
  if (!parsed.ok) return { ...parsed, rest: { terms: [], unreadable: null } };
  const { value, lineOf } = parsed.value;
  const checked = termFileSchema.safeParse(value, { reportInput: true });
  const issues = checked.error?.issues ?? [];
  const entries = Object.entries(z.record(z.string(), z.unknown()).safeParse(value).data ?? {});
  const findings = entries.flatMap(([id, term]) => termFindings(id, readableTerm.parse(term)));
  const faults = fileFaults(issues, findings, lineOf);
  const terms = entries.flatMap(([id, term]) => {
    const read = termSchema.safeParse(term);
    return read.success ? [termOf(id, read.data)] : [];
  });
  if (checked.success && faults.length === 0) return { ok: true, value: terms };
  const unreadable = entries
    .map(([id]) => id)
    .filter((id) => !terms.some((term) => term.id === id));
  return {
    ok: false,
    faults,
    rest: { terms, unreadable: entries.length === 0 ? null : unreadable },
  };
}

const scalar = z.union([z.string(), z.number(), z.boolean()]);

// The original's files may hold more than Assay reads, so unknown keys are left alone.
const termSchema = z.object({
  name: z.string().optional(),
  type: z.literal('enum', 'enum').optional(),
  description: z.string().optional(),
  values: z
    .array(
      z.object({ id: scalar, label: z.string().optional(), description: z.string().optional() }),
    )
    .min(1),
  default: scalar.nullable().optional(),
});
const termFileSchema = z.record(z.string().min(1), termSchema);

/** What the values and the default of a term are, as far as they can be read. */
const readableTerm = orNothing(
  z.object({
    values: orNothing(z.array(orNothing(z.object({ id: orNothing(scalar) })))),
    default: orNothing(scalar),
  }),
);

function termOf(id: string, term: z.infer<typeof termSchema>): Term {
  return {
    id,
    name: term.name ?? id,
    description: term.description ?? '',
    values: term.values.map((value) => ({
      id: String(value.id),
      label: value.label ?? String(value.id),
      description: value.description ?? '',
    })),
    default: term.default === undefined || term.default === null ? null : String(term.default),
  };
}

function termFindings(name: string, term: z.infer<typeof readableTerm>): readonly Finding[] {
  const ids = (term?.values ?? []).map((value) =>
    value?.id === undefined ? undefined : String(value.id),
  );
  const twice = ids.flatMap((value, at) =>
    value === undefined || ids.indexOf(value) === at
      ? []
      : [
          wrongAt(
            [name, 'values', at, 'id'],
            codedText('twice', { value }),
            codedText('each-value-once'),
          ),
        ],
  );
  const known = ids.filter((id) => id !== undefined);
  const isJudged = term?.default !== undefined && known.length > 0 && known.length === ids.length;
  if (!isJudged || known.includes(String(term.default))) return twice;
  const values = oneOf([...new Set(known)]);
  return [...twice, unknownAt([name, 'default'], String(term.default), values)];
}
