import { codedText, oneOf } from '../../domain/text-values.ts';
import { parseExpression } from '../../domain/expression.ts';
import { fault } from '../../domain/fault.ts';
import { missingField } from '../../domain/field-fault.ts';
import { policySchema } from '../../domain/verdicts/policy.ts';
import type { Policy } from '../../domain/verdicts/policy.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { compileCondition } from '../../truth/protocol/condition.ts';
import { consistencyFindings, fieldFindings } from './policy-consistency.ts';
import type { PolicyUse } from './policy-consistency.ts';
import { readablePolicy } from './salvage-policy.ts';
import type { ReadablePolicy } from './salvage-policy.ts';
import { fileFaults, printPath, unknownAt, wrongAt } from '../schema-faults.ts';
import type { Finding, Path } from '../schema-faults.ts';
import { parseYaml } from '../yaml-source.ts';
import type { Read } from '../yaml-source.ts';

/**
 * Reads a policy file and checks it against the protocol's tasks: verdicts declared, conditions on
 * questions and values that exist, points for values of the scale, an id that no policy `before` it
 * has. All faults come at once, also of the readable parts of a file that the schema refuses.
 * Without a `use` the policy was accepted before, and what may contradict itself is left alone.
 */
export function readPolicy(
  text: string,
  tasks: readonly Task[],
  before: readonly Policy[] = [],
  use: PolicyUse | null = { declared: null, asked: [] },
): Read<Policy> {
  const parsed = parseYaml(text);
  if (!parsed.ok) return parsed;
  const { value, lineOf } = parsed.value;
  const checked = policySchema.safeParse(value, { reportInput: true });
  const issues = checked.error?.issues ?? [];
  const rest = readablePolicy(value);
  const task = tasks.find((one) => one.id === rest.task);
  const doubts =
    use === null || !checked.success
      ? []
      : [...consistencyFindings(checked.data, use), ...fieldFindings(checked.data, task)];
  const findings = [...ownId(rest, before), ...policyFindings(rest, tasks), ...doubts];
  const faults = fileFaults(issues, findings, lineOf);
  return checked.success && faults.length === 0
    ? { ok: true, value: checked.data }
    : { ok: false, faults };
}

function policyFindings(policy: ReadablePolicy, tasks: readonly Task[]): readonly Finding[] {
  const task = tasks.find((one) => one.id === policy.task);
  const names = tasks.map((one) => one.id);
  const isUnknown = task === undefined && policy.task !== undefined;
  return [
    ...(isUnknown ? [unknownAt(['task'], policy.task!, oneOf(names))] : []),
    ...verdictFindings(policy),
    ...(task === undefined ? [] : taskFindings(policy, task)),
    ...limitFindings(policy),
    ...recencyFindings(policy),
  ];
}

function taskFindings(policy: ReadablePolicy, task: Task): readonly Finding[] {
  const conditions = conditionsOf(policy).flatMap(([path, condition]) =>
    conditionFindings(path, condition, task),
  );
  return [...conditions, ...pointFindings(policy, task)];
}

type Used = readonly [path: Path, text: string | undefined];

function verdictFindings(policy: ReadablePolicy): readonly Finding[] {
  const { verdicts, default: fallback, points, ladder } = policy;
  if (verdicts === undefined) return [];
  const used: readonly Used[] = [
    typeof fallback === 'object'
      ? [['default', 'verdict'], fallback.verdict]
      : [['default'], fallback],
    ...(points?.thresholds ?? []).map((one, at): Used => [
      ['points', 'thresholds', at, 'verdict'],
      one?.verdict,
    ]),
    ...(ladder ?? []).map((rule, at): Used => [['ladder', at, 'verdict'], rule?.verdict]),
  ];
  const twice = verdicts.find((verdict, at) => verdicts.indexOf(verdict) !== at);
  const repeated = codedText('twice', { value: twice ?? '' });
  return [
    ...(twice === undefined
      ? []
      : [wrongAt(['verdicts'], repeated, codedText('each-verdict-once'))]),
    ...used.flatMap(([path, verdict]) =>
      verdict === undefined || verdicts.includes(verdict)
        ? []
        : [unknownAt(path, verdict, oneOf(verdicts))],
    ),
  ];
}

/** Verdicts are filed under the id, so two policies may not share one. */
function ownId({ policy }: ReadablePolicy, before: readonly Policy[]): readonly Finding[] {
  const other = before.find((one) => one.policy === policy);
  if (other === undefined) return [];
  const got = codedText('same-id-as', { id: policy ?? '', other: other.title ?? '' });
  return [wrongAt(['policy'], got, codedText('own-id'))];
}

function conditionsOf(policy: ReadablePolicy): readonly (readonly [path: Path, text: string])[] {
  const used: Used[] = [[['counts'], policy.counts]];
  for (const [at, rule] of (policy.ladder ?? []).entries())
    for (const logic of ['any', 'all'] as const)
      for (const [place, condition] of (rule?.[logic] ?? []).entries())
        for (const key of ['count', 'exists', 'requires'] as const)
          used.push([['ladder', at, logic, place, key], condition?.[key]]);
  for (const [at, modifier] of (policy.points?.modifiers ?? []).entries())
    used.push([['points', 'modifiers', at, 'when'], modifier?.when]);
  return used.flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const]));
}

function conditionFindings(path: Path, condition: string, task: Task): readonly Finding[] {
  const parsed = parseExpression(condition);
  const compiled = parsed.ok
    ? compileCondition(task, parsed.expression)
    : { ok: false as const, reasons: [parsed.reason] };
  if (compiled.ok) return [];
  return compiled.reasons.map((reason) => ({
    path,
    fault: fault('bad-expression', { field: printPath(path), reason }),
  }));
}

function pointFindings({ points }: ReadablePolicy, task: Task): readonly Finding[] {
  if (points?.by === undefined) return [];
  const question = task.questions.find((one) => one.id === points.by);
  const names = oneOf(task.questions.map((one) => one.id));
  if (question === undefined) return [unknownAt(['points', 'by'], points.by, names)];
  const values = scaleAnswers(question.scale).map(String);
  return Object.keys(points.values ?? {}).flatMap((value) =>
    values.includes(value) ? [] : [unknownAt(['points', 'values', value], value, oneOf(values))],
  );
}

function limitFindings({ points }: ReadablePolicy): readonly Finding[] {
  return (points?.thresholds ?? []).flatMap((threshold, at) => {
    const limits = ['min', 'max', 'min_by_k', 'max_by_k'];
    if (threshold === undefined || limits.some((key) => Object.hasOwn(threshold, key))) return [];
    const path = ['points', 'thresholds', at];
    return [{ path, fault: missingField(printPath(path), codedText('min-or-max')) }];
  });
}

/** Steps must rise and leave no age without a weight. */
function recencyFindings({ points }: ReadablePolicy): readonly Finding[] {
  const steps = points?.recency?.steps ?? [];
  return steps.flatMap((step, at) => {
    const limit = step?.within_years;
    if (step === undefined || (limit !== undefined && typeof limit !== 'number')) return [];
    const path = ['points', 'recency', 'steps', at];
    const before = steps[at - 1]?.within_years;
    if (at === steps.length - 1) {
      const limited = codedText('limited-years', { years: limit ?? 0 });
      return limit === undefined ? [] : [wrongAt(path, limited, codedText('open-last-step'))];
    }
    if (limit === undefined)
      return [wrongAt(path, codedText('unlimited-years'), codedText('limited-step'))];
    if (typeof before !== 'number' || limit > before) return [];
    const falling = codedText('falling-years', { before, value: limit });
    return [wrongAt(path, falling, codedText('rising-steps'))];
  });
}
