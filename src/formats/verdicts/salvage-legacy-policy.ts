import { z } from 'zod';
import type { TextValue } from '../../domain/coded-text.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { orNothing } from '../optional-part.ts';
import { printPath } from '../schema-faults.ts';

/** A place in a policy, and what is wrong there. */
export interface PolicyFinding {
  readonly path: readonly PropertyKey[];
  readonly fault: Fault;
}

const conditionTypes = ['count_threshold', 'exists', 'compound'];
const logics = ['ANY', 'ALL'];

const text = orNothing(z.string().min(1));
/** The parts that others refer to. An unreadable one is undefined and keeps its place in a list. */
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
/** The normative part of a legacy policy, as far as it can be read. */
export type SalvagedNormative = NonNullable<z.infer<typeof readableFile>['normative']>;

/** What can be read of a policy's normative part; null when nothing can. */
export function salvagedNormative(value: unknown): SalvagedNormative | null {
  return readableFile.safeParse(value).data?.normative ?? null;
}

/** What does not fit together in a policy. */
export function normativeFindings(normative: SalvagedNormative): readonly PolicyFinding[] {
  return [...verdictFindings(normative), ...defaultFindings(normative), ...ruleFindings(normative)];
}

function verdictFindings({
  scoring: points,
  decision,
}: SalvagedNormative): readonly PolicyFinding[] {
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
  const undeclared = used.flatMap(([path, got]) => {
    if (got === undefined || verdicts.includes(got)) return [];
    const expected = oneOf(verdicts);
    return [{ path, fault: fault('unknown-reference', { field: printPath(path), got, expected }) }];
  });
  const path = ['normative', 'decision', 'verdicts'];
  const twice = verdicts
    .filter((verdict, at) => verdicts.indexOf(verdict) !== at)
    .map((verdict) =>
      wrong(path, codedText('twice', { value: verdict }), codedText('each-verdict-once')),
    );
  return [...twice, ...undeclared];
}

function defaultFindings({ decision }: SalvagedNormative): readonly PolicyFinding[] {
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
  const [first, second, ...others] = rules.flatMap((rule, at) =>
    rule?.default === true ? [at] : [],
  );
  if (first !== undefined && second === undefined) return [];
  const path = ['normative', 'decision', 'rules'];
  const expected = codedText('one-default');
  if (second === undefined) return [wrong(path, codedText('no-default'), expected)];
  const got = codedText('second-default', { count: 2 + others.length });
  return [wrong([...path, second, 'default'], got, expected)];
}

function ruleFindings({ decision }: SalvagedNormative): readonly PolicyFinding[] {
  return (decision?.rules ?? []).flatMap((rule, at) => {
    const path = ['normative', 'decision', 'rules', at];
    const logic =
      rule?.logic === undefined || logics.includes(rule.logic)
        ? []
        : [wrong([...path, 'logic'], JSON.stringify(rule.logic), oneOf(logics))];
    const conditions = (rule?.conditions ?? []).flatMap((condition, place) => {
      if (typeof condition !== 'object') return [];
      const here = [...path, 'conditions', place];
      const type =
        condition.type === undefined || conditionTypes.includes(condition.type)
          ? []
          : [wrong([...here, 'type'], JSON.stringify(condition.type), oneOf(conditionTypes))];
      const besides =
        condition.type === 'compound' && !Object.hasOwn(condition, 'requires')
          ? [
              {
                path: here,
                fault: fault('missing-field', {
                  field: printPath([...here, 'requires']),
                  expected: codedText('compound-requires'),
                }),
              },
            ]
          : [];
      return [...type, ...besides];
    });
    return [...logic, ...conditions];
  });
}

function wrong(path: readonly PropertyKey[], got: TextValue, expected: TextValue): PolicyFinding {
  return { path, fault: fault('wrong-value', { field: printPath(path), got, expected }) };
}
