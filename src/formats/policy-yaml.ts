import { parseExpression } from '../domain/expression.ts';
import { fault, printChoice } from '../domain/fault.ts';
import type { Fault } from '../domain/fault.ts';
import { defaultVerdict, policySchema } from '../domain/policy.ts';
import type { Policy } from '../domain/policy.ts';
import { scaleAnswers } from '../domain/scale.ts';
import type { Task } from '../domain/task.ts';
import { compileCondition } from '../truth/condition.ts';
import { printPath } from './schema-faults.ts';
import { readYaml } from './yaml-source.ts';
import type { Read } from './yaml-source.ts';

/** One thing that is wrong, and where. */
interface Finding {
  readonly path: readonly PropertyKey[];
  readonly fault: Fault;
}

/**
 * Reads a policy file and holds it against the tasks of its protocol: every verdict must be declared, every condition must speak of
 * questions and values that exist, points must be given for values of the scale, and its id must be none of the policies `before` it.
 */
export function readPolicy(text: string, tasks: readonly Task[], before: readonly Policy[] = []): Read<Policy> {
  const read = readYaml(text, policySchema);
  if (!read.ok) return read;
  const { value: policy, source } = read.value;
  const findings = [...ownId(policy, before), ...policyFindings(policy, tasks)];
  if (findings.length === 0) return { ok: true, value: policy };
  return { ok: false, faults: findings.map(({ path, fault: found }) => ({ ...found, line: source.lineOf(path) })) };
}

function policyFindings(policy: Policy, tasks: readonly Task[]): readonly Finding[] {
  const task = tasks.find((one) => one.id === policy.task);
  if (task === undefined) return [unknown(['task'], policy.task, tasks.map((one) => one.id))];
  const verdicts: readonly (readonly [PropertyKey[], string])[] = [
    [['default'], defaultVerdict(policy).verdict],
    ...(policy.points?.thresholds ?? []).map((threshold, at): [PropertyKey[], string] => [['points', 'thresholds', at, 'verdict'], threshold.verdict]),
    ...(policy.ladder ?? []).map((rule, at): [PropertyKey[], string] => [['ladder', at, 'verdict'], rule.verdict]),
  ];
  return [
    ...repeated(policy.verdicts),
    ...verdicts.flatMap(([path, verdict]) => (policy.verdicts.includes(verdict) ? [] : [unknown(path, verdict, policy.verdicts)])),
    ...conditionsOf(policy).flatMap(([path, condition]) => conditionFindings(path, condition, task)),
    ...pointFindings(policy, task),
    ...recencyFindings(policy),
  ];
}

/** Verdicts are filed under the id, so two policies may not share one. */
function ownId({ policy }: Policy, before: readonly Policy[]): readonly Finding[] {
  const other = before.find((one) => one.policy === policy);
  return other === undefined ? [] : [{ path: ['policy'], fault: fault('wrong-value', { field: 'policy', came: `${policy}, which is the id of the policy “${other.title}” too`, expected: 'an id of its own' }) }];
}

function repeated(verdicts: readonly string[]): readonly Finding[] {
  const twice = verdicts.find((verdict, at) => verdicts.indexOf(verdict) !== at);
  return twice === undefined ? [] : [{ path: ['verdicts'], fault: fault('wrong-value', { field: 'verdicts', came: `${twice} twice`, expected: 'each verdict once' }) }];
}

type PlacedCondition = readonly [readonly PropertyKey[], string];

function conditionsOf(policy: Policy): readonly PlacedCondition[] {
  const ladder = (policy.ladder ?? []).flatMap((rule, at) =>
    (['any', 'all'] as const).flatMap((logic) =>
      (rule[logic] ?? []).flatMap((condition, place): readonly PlacedCondition[] => {
        const path = ['ladder', at, logic, place];
        const main: PlacedCondition = 'count' in condition ? [[...path, 'count'], condition.count] : [[...path, 'exists'], condition.exists];
        return condition.requires === undefined ? [main] : [main, [[...path, 'requires'], condition.requires]];
      }),
    ),
  );
  const modifiers = (policy.points?.modifiers ?? []).map((modifier, at): PlacedCondition => [['points', 'modifiers', at, 'when'], modifier.when]);
  return [...(policy.counts === undefined ? [] : [[['counts'], policy.counts] satisfies PlacedCondition]), ...ladder, ...modifiers];
}

function conditionFindings(path: readonly PropertyKey[], condition: string, task: Task): readonly Finding[] {
  const parsed = parseExpression(condition);
  const compiled = parsed.ok ? compileCondition(task, parsed.expression) : { ok: false as const, reasons: [parsed.reason] };
  if (compiled.ok) return [];
  return compiled.reasons.map((reason) => ({ path, fault: fault('bad-expression', { field: printPath(path), reason: `${printPath(path)}: ${reason}` }) }));
}

function pointFindings(policy: Policy, task: Task): readonly Finding[] {
  const { points } = policy;
  if (points === undefined) return [];
  const question = task.questions.find((one) => one.id === points.by);
  if (question === undefined) return [unknown(['points', 'by'], points.by, task.questions.map((one) => one.id))];
  const values = scaleAnswers(question.scale).map(String);
  const mapped = Object.keys(points.values).flatMap((value) => (values.includes(value) ? [] : [unknown(['points', 'values', value], value, values)]));
  const limits = points.thresholds.flatMap(({ min, max, min_by_k: minByK, max_by_k: maxByK }, at) =>
    [min, max, minByK, maxByK].every((limit) => limit === undefined) ? [{ path: ['points', 'thresholds', at], fault: fault('missing-field', { field: printPath(['points', 'thresholds', at]), expected: 'min or max' }) }] : [],
  );
  return [...mapped, ...limits];
}

/** Steps must rise and leave no age without a weight. */
function recencyFindings(policy: Policy): readonly Finding[] {
  const steps = policy.points?.recency?.steps ?? [];
  return steps.flatMap(({ within_years: limit }, at) => {
    const path = ['points', 'recency', 'steps', at];
    const before = steps[at - 1]?.within_years;
    const wrong = (came: string, expected: string): readonly Finding[] => [{ path, fault: fault('wrong-value', { field: printPath(path), came, expected }) }];
    if (at === steps.length - 1) return limit === undefined ? [] : wrong(`limited to ${limit} years`, 'the last step without within_years, for all that is older');
    if (limit === undefined) return wrong('without within_years', 'a limit for every step but the last');
    return before !== undefined && limit <= before ? wrong(`${before} before ${limit} years`, 'steps from the youngest to the oldest') : [];
  });
}

function unknown(path: readonly PropertyKey[], came: string, expected: readonly string[]): Finding {
  return { path, fault: fault('unknown-reference', { field: printPath(path), came, expected: printChoice(expected) }) };
}
