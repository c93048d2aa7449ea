import { z } from 'zod';
import { fault, printChoice } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { orNothing } from '../optional-part.ts';
import { byLine, printPath, schemaFaults, withoutFollowUps } from '../schema-faults.ts';
import type { LineOf } from '../schema-faults.ts';
import { parseYaml } from '../yaml-source.ts';

/**
 * A policy as the original's files have it, either generation, with the line of everything in it.
 */
export interface OriginalPolicy {
  readonly id: string;
  /** The id without the variant: G1_allergy of G1_allergy_V2. */
  readonly topic: string;
  readonly content: OriginalContent;
  readonly lineOf: LineOf;
}

/** Where something stands in a policy, and what is wrong with it. */
export interface PolicyFinding {
  readonly path: readonly PropertyKey[];
  readonly fault: Fault;
}

/** Something that is not wrong, but that the reader of a verdict should know. */
export interface PolicyNote {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** A policy; or all its faults, with what can be held against its terms all the same. */
export type ReadOriginalPolicy =
  | { readonly ok: true; readonly value: OriginalPolicy }
  | { readonly ok: false; readonly faults: readonly Fault[]; readonly rest: OriginalRest | null };

/** What can be read of a policy with faults. */
export interface OriginalRest {
  /** The references to terms, in their places; undefined where one cannot be read. */
  readonly references: readonly (string | undefined)[];
  readonly scoring: OriginalScoring | null;
  readonly lineOf: LineOf;
}

/**
 * Reads a policy file of the original as it is on disk. What does not fit together in itself is a
 * fault with line and path: verdicts that are
 * not declared, no default rule or several, conditions of an unknown type, unknown logic; told
 * beside what the schema refuses. Whether it fits its
 * terms is another matter.
 */
export function readOriginalPolicy(text: string): ReadOriginalPolicy {
  const parsed = parseYaml(text);
  if (!parsed.ok) return { ...parsed, rest: null };
  const { value, lineOf } = parsed.value;
  const checked = policyFile.safeParse(value, { reportInput: true });
  const issues = checked.error?.issues ?? [];
  const { normative } = readableFile.safeParse(value).data ?? {};
  const findings =
    normative === undefined
      ? []
      : withoutFollowUps(
          [
            ...verdictFindings(normative),
            ...defaultFindings(normative),
            ...ruleFindings(normative),
          ],
          issues,
        );
  if (checked.success && findings.length === 0)
    return {
      ok: true,
      value: {
        id: checked.data.policy_id,
        topic: originalTopic(checked.data.policy_id),
        content: checked.data,
        lineOf,
      },
    };
  const faults = byLine([
    ...schemaFaults(issues, lineOf),
    ...findings.map((finding) => ({ ...finding.fault, line: lineOf(finding.path) })),
  ]);
  const references = (normative?.terms ?? []).map((term) =>
    typeof term === 'object' ? term.ref : term,
  );
  return {
    ok: false,
    faults,
    rest: { references, scoring: scoring.safeParse(normative?.scoring).data ?? null, lineOf },
  };
}

/**
 * True for the text of a policy file of the original: it begins with its id, where Assay's own say
 * `policy`.
 */
export function isOriginalPolicy(text: string): boolean {
  return /^policy_id\s*:/m.test(text);
}

/**
 * The topic of a policy's id; words in it may be joined by underscores.
 * @example originalTopic('G3_hidden_costs_V2') // 'G3_hidden_costs'
 */
export function originalTopic(id: string): string {
  return id.replace(/_?[VP]\d+$/, '') || id;
}

/** The references to terms, in their order: `shared:ACCOUNT_TYPE`. */
export function termReferences(policy: OriginalPolicy): readonly string[] {
  return policy.content.normative.terms.map((term) => (typeof term === 'string' ? term : term.ref));
}

/**
 * The name that answers to a term have in judgments.
 * @example termField('shared:ACCOUNT_TYPE') // 'account_type'
 */
export function termField(reference: string): string {
  return reference.slice(reference.indexOf(':') + 1).toLowerCase();
}

const scalar = z.union([
  z.string().regex(/^[^"]+$/, 'expected a value without double quotes'),
  z.number(),
  z.boolean(),
]);
const fieldName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_.-]*$/, 'expected the name of a term, such as account_type');
const filter = z.record(fieldName, z.union([scalar, z.array(scalar).min(1)]));
const byK = z.record(z.string().regex(/^[1-9]\d*$/, 'expected a K, such as 25'), z.number());
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
      value_mappings: z.record(
        z.string().regex(/^[^"]+$/, 'expected a value without double quotes'),
        z.string().min(1),
      ),
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

// The original's files hold prose for prompts besides, which is left alone.
const policyFile = z.object({
  policy_id: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_.-]*$/, 'expected a name of letters, digits, _ . and -'),
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

/** What stands in a policy file of the original. */
export type OriginalContent = z.infer<typeof policyFile>;
/** How the original counts points. */
export type OriginalScoring = z.infer<typeof scoring>;
/** A condition that can be counted. */
export type OriginalCondition = z.infer<typeof structured>;

const conditionTypes = ['count_threshold', 'exists', 'compound'];
const logics = ['ANY', 'ALL'];

const text = orNothing(z.string().min(1));
/**
 * The parts that other parts are held against; one that cannot be read is undefined, and keeps its
 * place in a list.
 */
const readableFile = z.object({
  normative: orNothing(
    z.object({
      terms: orNothing(z.array(orNothing(z.union([z.string().min(1), z.object({ ref: text })])))),
      scoring: orNothing(
        z.looseObject({ thresholds: orNothing(z.array(orNothing(z.object({ verdict: text })))) }),
      ),
      decision: orNothing(
        z.object({
          verdicts: orNothing(z.array(z.string().min(1))),
          rules: orNothing(
            z.array(
              orNothing(
                z.object({
                  verdict: text,
                  logic: orNothing(z.string()),
                  default: z.unknown().optional(),
                  conditions: orNothing(
                    z.array(
                      orNothing(
                        z.union([z.string(), z.looseObject({ type: orNothing(z.string()) })]),
                      ),
                    ),
                  ),
                }),
              ),
            ),
          ),
        }),
      ),
    }),
  ),
});
type ReadableNormative = NonNullable<z.infer<typeof readableFile>['normative']>;

function verdictFindings({
  scoring: points,
  decision,
}: ReadableNormative): readonly PolicyFinding[] {
  const verdicts = decision?.verdicts;
  if (verdicts === undefined) return [];
  const used: readonly (readonly [readonly PropertyKey[], string | undefined])[] = [
    ...(decision?.rules ?? []).map(
      (rule, at) => [['normative', 'decision', 'rules', at, 'verdict'], rule?.verdict] as const,
    ),
    ...(points?.thresholds ?? []).map(
      (threshold, at) =>
        [['normative', 'scoring', 'thresholds', at, 'verdict'], threshold?.verdict] as const,
    ),
  ];
  const undeclared = used.flatMap(([path, verdict]) =>
    verdict === undefined || verdicts.includes(verdict)
      ? []
      : [
          {
            path,
            fault: fault('unknown-reference', {
              field: printPath(path),
              got: verdict,
              expected: printChoice(verdicts),
            }),
          },
        ],
  );
  const path = ['normative', 'decision', 'verdicts'];
  const twice = verdicts
    .filter((verdict, at) => verdicts.indexOf(verdict) !== at)
    .map((verdict) => ({
      path,
      fault: fault('wrong-value', {
        field: printPath(path),
        got: `${verdict} twice`,
        expected: 'each verdict once',
      }),
    }));
  return [...twice, ...undeclared];
}

function defaultFindings({ decision }: ReadableNormative): readonly PolicyFinding[] {
  const rules = decision?.rules;
  // A rule that cannot be read, or that says something else of being the default, may be it.
  if (
    rules === undefined ||
    rules.length === 0 ||
    rules.some(
      (rule) => rule === undefined || !['undefined', 'boolean'].includes(typeof rule.default),
    )
  )
    return [];
  const places = rules.flatMap((rule, at) => (rule?.default === true ? [at] : []));
  if (places.length === 1) return [];
  const path = [
    'normative',
    'decision',
    'rules',
    ...(places.length === 0 ? [] : [places[1]!, 'default']),
  ];
  return [
    {
      path,
      fault: fault('wrong-value', {
        field: printPath(path),
        got:
          places.length === 0
            ? 'without a default rule'
            : `a ${places.length === 2 ? 'second' : 'further'} default`,
        expected: 'exactly one rule with default: true',
      }),
    },
  ];
}

function ruleFindings({ decision }: ReadableNormative): readonly PolicyFinding[] {
  return (decision?.rules ?? []).flatMap((rule, at) => {
    const path = ['normative', 'decision', 'rules', at];
    const logic =
      rule?.logic === undefined || logics.includes(rule.logic)
        ? []
        : [wrong([...path, 'logic'], JSON.stringify(rule.logic), printChoice(logics))];
    const conditions = (rule?.conditions ?? []).flatMap((condition, place) => {
      if (typeof condition !== 'object') return [];
      const here = [...path, 'conditions', place];
      const type =
        condition.type === undefined || conditionTypes.includes(condition.type)
          ? []
          : [wrong([...here, 'type'], JSON.stringify(condition.type), printChoice(conditionTypes))];
      const besides =
        condition.type === 'compound' && !Object.hasOwn(condition, 'requires')
          ? [
              {
                path: here,
                fault: fault('missing-field', {
                  field: printPath([...here, 'requires']),
                  expected: 'what the units must meet besides',
                }),
              },
            ]
          : [];
      return [...type, ...besides];
    });
    return [...logic, ...conditions];
  });
}

function wrong(path: readonly PropertyKey[], got: string, expected: string): PolicyFinding {
  return { path, fault: fault('wrong-value', { field: printPath(path), got, expected }) };
}
