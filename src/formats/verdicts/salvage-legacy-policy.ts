import { z } from 'zod';
import { missingField } from '../../domain/field-fault.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { listOf, orNothing } from '../optional-part.ts';
import { printPath, unknownAt, wrongAt } from '../schema-faults.ts';
import type { Finding, Path } from '../schema-faults.ts';

const conditionTypes = ['count_threshold', 'exists', 'compound'];
const logics = ['ANY', 'ALL'];

const text = orNothing(z.string().min(1));
/** The parts that others refer to. An unreadable one is undefined and keeps its place in a list. */
const condition = z.union([z.string(), z.looseObject({ type: orNothing(z.string()) })]);
const rule = z.object({
  verdict: text,
  logic: orNothing(z.string()),
  default: z.unknown().optional(),
  conditions: listOf(condition),
});
const readableFile = z.object({
  normative: orNothing(
    z.object({
      terms: listOf(z.union([z.string().min(1), z.object({ ref: text })])),
      scoring: orNothing(z.looseObject({ thresholds: listOf(z.object({ verdict: text })) })),
      decision: orNothing(
        z.object({ verdicts: orNothing(z.array(z.string().min(1))), rules: listOf(rule) }),
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
export function normativeFindings(normative: SalvagedNormative): readonly Finding[] {
  return [...verdictFindings(normative), ...defaultFindings(normative), ...ruleFindings(normative)];
}

function verdictFindings({ scoring, decision }: SalvagedNormative): readonly Finding[] {
  const verdicts = decision?.verdicts;
  if (verdicts === undefined) return [];
  const used: readonly (readonly [Path, string | undefined])[] = [
    ...(decision?.rules ?? []).map(
      (one, at) => [['normative', 'decision', 'rules', at, 'verdict'], one?.verdict] as const,
    ),
    ...(scoring?.thresholds ?? []).map(
      (one, at) => [['normative', 'scoring', 'thresholds', at, 'verdict'], one?.verdict] as const,
    ),
  ];
  const undeclared = used.flatMap(([path, got]) =>
    got === undefined || verdicts.includes(got) ? [] : [unknownAt(path, got, oneOf(verdicts))],
  );
  const path = ['normative', 'decision', 'verdicts'];
  const twice = verdicts
    .filter((verdict, at) => verdicts.indexOf(verdict) !== at)
    .map((value) => wrongAt(path, codedText('twice', { value }), codedText('each-verdict-once')));
  return [...twice, ...undeclared];
}

function defaultFindings({ decision }: SalvagedNormative): readonly Finding[] {
  const rules = decision?.rules ?? [];
  // An unreadable rule, or one with an odd default, may be the default.
  const isUnclear = rules.some(
    (one) => one === undefined || !['undefined', 'boolean'].includes(typeof one.default),
  );
  if (rules.length === 0 || isUnclear) return [];
  const defaults = rules.flatMap((one, at) => (one?.default === true ? [at] : []));
  if (defaults.length === 1) return [];
  const path = ['normative', 'decision', 'rules'];
  const expected = codedText('one-default');
  if (defaults.length === 0) return [wrongAt(path, codedText('no-default'), expected)];
  const got = codedText('second-default', { count: defaults.length });
  return [wrongAt([...path, defaults[1]!, 'default'], got, expected)];
}

function ruleFindings({ decision }: SalvagedNormative): readonly Finding[] {
  return (decision?.rules ?? []).flatMap((one, at) => {
    const path = ['normative', 'decision', 'rules', at];
    const conditions = (one?.conditions ?? []).flatMap((given, place) => {
      if (typeof given !== 'object') return [];
      const here = [...path, 'conditions', place];
      const required = [...here, 'requires'];
      const isBare = given.type === 'compound' && !Object.hasOwn(given, 'requires');
      const lacking = missingField(printPath(required), codedText('compound-requires'));
      return [
        ...unlisted([...here, 'type'], given.type, conditionTypes),
        ...(isBare ? [{ path: here, fault: lacking }] : []),
      ];
    });
    return [...unlisted([...path, 'logic'], one?.logic, logics), ...conditions];
  });
}

function unlisted(path: Path, given: string | undefined, known: string[]): readonly Finding[] {
  if (given === undefined || known.includes(given)) return [];
  return [wrongAt(path, JSON.stringify(given), oneOf(known))];
}
