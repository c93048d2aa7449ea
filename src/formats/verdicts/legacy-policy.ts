import type { Fault } from '../../domain/fault.ts';
import { z } from 'zod';
import { fileFaults } from '../schema-faults.ts';
import type { LineOf, Path } from '../schema-faults.ts';
import { parseYaml } from '../yaml-source.ts';
import { normativeFindings, salvagedNormative } from './salvage-legacy-policy.ts';

/** A policy of the first system, either generation, with the line of everything in it. */
export interface LegacyPolicy {
  readonly id: string;
  /** The id without the variant: G1_allergy of G1_allergy_V2. */
  readonly topic: string;
  readonly content: LegacyContent;
  readonly lineOf: LineOf;
}

/** Something that is not wrong, but that the reader of a verdict should know. */
export interface PolicyNote {
  readonly path: Path;
  readonly message: string;
}

/** A policy; or all its faults, with what can still be compared with its terms. */
export type ReadLegacyPolicy =
  | { readonly ok: true; readonly value: LegacyPolicy }
  | { readonly ok: false; readonly faults: readonly Fault[]; readonly rest: LegacyRest | null };

/** What can be read of a policy with faults. */
export interface LegacyRest {
  /** The references to terms, in their places; undefined where one cannot be read. */
  readonly references: readonly (string | undefined)[];
  readonly scoring: LegacyScoring | null;
  readonly lineOf: LineOf;
}

/**
 * Reads a legacy policy file. Contradictions within it are faults with line and path: undeclared
 * verdicts, no default rule or several, unknown condition types and logic. They come together with
 * those of the schema; whether the policy fits its terms is checked elsewhere.
 */
export function readLegacyPolicy(text: string): ReadLegacyPolicy {
  const parsed = parseYaml(text);
  if (!parsed.ok) return { ...parsed, rest: null };
  const { value, lineOf } = parsed.value;
  const checked = policyFile.safeParse(value, { reportInput: true });
  const issues = checked.error?.issues ?? [];
  const normative = salvagedNormative(value);
  const findings = normative === null ? [] : normativeFindings(normative);
  const faults = fileFaults(issues, findings, lineOf);
  if (checked.success && faults.length === 0) {
    const id = checked.data.policy_id;
    return { ok: true, value: { id, topic: legacyTopicId(id), content: checked.data, lineOf } };
  }
  const references = (normative?.terms ?? []).map((term) =>
    typeof term === 'object' ? term.ref : term,
  );
  const points = scoring.safeParse(normative?.scoring).data ?? null;
  return { ok: false, faults, rest: { references, scoring: points, lineOf } };
}

/** True for a legacy policy file: it begins with its id, where Assay's own begin with `policy`. */
export function isLegacyPolicy(text: string): boolean {
  return /^policy_id\s*:/m.test(text);
}

/**
 * The topic of a policy's id; its words may be joined by underscores.
 * @example legacyTopicId('G3_hidden_costs_V2') // 'G3_hidden_costs'
 */
export function legacyTopicId(id: string): string {
  return id.replace(/_?[VP]\d+$/, '') || id;
}

/** The references to terms, in their order: `shared:ACCOUNT_TYPE`. */
export function termReferences(policy: LegacyPolicy): readonly string[] {
  return policy.content.normative.terms.map((term) => (typeof term === 'string' ? term : term.ref));
}

/**
 * The name of a term's answers in judgments.
 * @example termField('shared:ACCOUNT_TYPE') // 'account_type'
 */
export function termField(reference: string): string {
  return reference.slice(reference.indexOf(':') + 1).toLowerCase();
}

const scalar = z.union([z.string().regex(/^[^"]+$/, 'unquoted-value'), z.number(), z.boolean()]);
const fieldName = z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]*$/, 'term-name');
const filter = z.record(fieldName, z.union([scalar, z.array(scalar).min(1)]));
const byK = z.record(z.string().regex(/^[1-9]\d*$/, 'some-k'), z.number());
const labelled = z.object({ label: z.string().min(1), points: z.number() });
const orNone = <T>(list: readonly T[] | null | undefined): readonly T[] => list ?? [];

const structured = z.object({
  text: z.string().optional(),
  type: z.string().default('count_threshold'),
  filter: filter.default({}),
  requires: filter.optional(),
  min_count: z.int().positive().default(1),
  min_count_by_k: byK.optional(),
});

const scoring = z.object({
  field_mapping: z
    .object({
      severity_field: fieldName,
      value_mappings: z.record(z.string().regex(/^[^"]+$/, 'unquoted-value'), z.string().min(1)),
      modifier_mappings: z
        .array(z.object({ field: fieldName, value: scalar, label: z.string().min(1) }))
        .nullish()
        .transform(orNone),
    })
    .optional(),
  severity_points: z.array(labelled).min(1),
  modifiers: z.array(labelled).nullish().transform(orNone),
  reference_date: z.string().optional(),
  recency_rules: z
    .array(
      z.object({
        age: z.string(),
        weight: z.string(),
        max_age_years: z.number().optional(),
        weight_multiplier: z.number().optional(),
      }),
    )
    .nullish()
    .transform(orNone),
  thresholds: z
    .array(
      z.object({
        verdict: z.string().min(1),
        min_score: z.number().optional(),
        max_score: z.number().optional(),
        min_score_by_k: byK.optional(),
        max_score_by_k: byK.optional(),
      }),
    )
    .min(1),
});

// The files hold prose for prompts besides, which is left alone.
const policyFile = z.object({
  policy_id: z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]*$/, 'name'),
  version: z.union([z.string(), z.number()]).optional(),
  overview: z.object({ title: z.string().optional(), purpose: z.string().optional() }).optional(),
  normative: z.object({
    terms: z
      .array(z.union([z.string().min(1), z.object({ ref: z.string().min(1) })]))
      .nullish()
      .transform(orNone),
    scoring: scoring.optional(),
    decision: z.object({
      verdicts: z.array(z.string().min(1)).min(2),
      rules: z
        .array(
          z.object({
            verdict: z.string().min(1),
            label: z.string().min(1).optional(),
            logic: z.string().default('ANY'),
            default: z.boolean().default(false),
            conditions: z
              .array(z.union([z.string(), structured]))
              .nullish()
              .transform(orNone),
          }),
        )
        .min(1),
    }),
  }),
});

/** The content of a legacy policy file. */
type LegacyContent = z.infer<typeof policyFile>;
/** How a legacy policy counts points. */
export type LegacyScoring = z.infer<typeof scoring>;
/** A condition that can be counted. */
export type LegacyCondition = z.infer<typeof structured>;
