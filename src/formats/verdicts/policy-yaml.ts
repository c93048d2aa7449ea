import type { TextValue } from '../../domain/coded-text.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { parseExpression } from '../../domain/expression.ts';
import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { policySchema } from '../../domain/verdicts/policy.ts';
import type { Policy } from '../../domain/verdicts/policy.ts';
import { scaleAnswers } from '../../domain/protocol/scale.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { compileCondition } from '../../truth/protocol/condition.ts';
import { readablePolicy } from './salvage-policy.ts';
import type { ReadablePolicy } from './salvage-policy.ts';
import { byLine, printPath, schemaFaults, withoutFollowUps } from '../schema-faults.ts';
import { parseYaml } from '../yaml-source.ts';
import type { Read } from '../yaml-source.ts';

/** One thing that is wrong, and where. */
interface Finding {
  readonly path: readonly PropertyKey[];
  readonly fault: Fault;
}

/**
 * Reads a policy file and checks it against the protocol's tasks: verdicts declared, conditions on
 * questions and values that exist, points for values of the scale, an id that no policy `before` it
 * has. All faults come at once, also of the readable parts of a file that the schema refuses.
 */
export function readPolicy(
  text: string,
  tasks: readonly Task[],
  before: readonly Policy[] = [],
): Read<Policy> {
  const parsed = parseYaml(text);
  if (!parsed.ok) return parsed;
  const { value, lineOf } = parsed.value;
  const checked = policySchema.safeParse(value, { reportInput: true });
  const issues = checked.error?.issues ?? [];
  const rest = readablePolicy(value);
  const findings = withoutFollowUps(
    [...ownId(rest, before), ...policyFindings(rest, tasks)],
    issues,
  );
  if (checked.success && findings.length === 0) return { ok: true, value: checked.data };
  const faults = [
    ...schemaFaults(issues, lineOf),
    ...findings.map(({ path, fault: found }) => ({ ...found, line: lineOf(path) })),
  ];
  return { ok: false, faults: issues.length === 0 ? faults : byLine(faults) };
}

function policyFindings(policy: ReadablePolicy, tasks: readonly Task[]): readonly Finding[] {
  const task = tasks.find((one) => one.id === policy.task);
  return [
    ...(task === undefined && policy.task !== undefined
      ? [
          unknown(
            ['task'],
            policy.task,
            tasks.map((one) => one.id),
          ),
        ]
      : []),
    ...verdictFindings(policy),
    ...(task === undefined
      ? []
      : conditionsOf(policy).flatMap(([path, condition]) =>
          conditionFindings(path, condition, task),
        )),
    ...(task === undefined ? [] : pointFindings(policy, task)),
    ...limitFindings(policy),
    ...recencyFindings(policy),
  ];
}

function verdictFindings({
  verdicts,
  default: fallback,
  points,
  ladder,
}: ReadablePolicy): readonly Finding[] {
  if (verdicts === undefined) return [];
  const used: readonly (readonly [PropertyKey[], string | undefined])[] = [
    typeof fallback === 'object'
      ? [['default', 'verdict'], fallback.verdict]
      : [['default'], fallback],
    ...(points?.thresholds ?? []).map((threshold, at): [PropertyKey[], string | undefined] => [
      ['points', 'thresholds', at, 'verdict'],
      threshold?.verdict,
    ]),
    ...(ladder ?? []).map((rule, at): [PropertyKey[], string | undefined] => [
      ['ladder', at, 'verdict'],
      rule?.verdict,
    ]),
  ];
  return [
    ...repeated(verdicts),
    ...used.flatMap(([path, verdict]) =>
      verdict === undefined || verdicts.includes(verdict) ? [] : [unknown(path, verdict, verdicts)],
    ),
  ];
}

/** Verdicts are filed under the id, so two policies may not share one. */
function ownId({ policy }: ReadablePolicy, before: readonly Policy[]): readonly Finding[] {
  const other = before.find((one) => one.policy === policy);
  return other === undefined
    ? []
    : [
        {
          path: ['policy'],
          fault: fault('wrong-value', {
            field: 'policy',
            got: codedText('same-id-as', { id: policy ?? '', other: other.title ?? '' }),
            expected: codedText('own-id'),
          }),
        },
      ];
}

function repeated(verdicts: readonly string[]): readonly Finding[] {
  const twice = verdicts.find((verdict, at) => verdicts.indexOf(verdict) !== at);
  return twice === undefined
    ? []
    : [
        {
          path: ['verdicts'],
          fault: fault('wrong-value', {
            field: 'verdicts',
            got: codedText('twice', { value: twice }),
            expected: codedText('each-verdict-once'),
          }),
        },
      ];
}

type PlacedCondition = readonly [readonly PropertyKey[], string];

function conditionsOf(policy: ReadablePolicy): readonly PlacedCondition[] {
  const placed = (
    path: readonly PropertyKey[],
    condition: string | undefined,
  ): readonly PlacedCondition[] => (condition === undefined ? [] : [[path, condition]]);
  const ladder = (policy.ladder ?? []).flatMap((rule, at) =>
    (['any', 'all'] as const).flatMap((logic) =>
      (rule?.[logic] ?? []).flatMap((condition, place) =>
        (['count', 'exists', 'requires'] as const).flatMap((key) =>
          placed(['ladder', at, logic, place, key], condition?.[key]),
        ),
      ),
    ),
  );
  const modifiers = (policy.points?.modifiers ?? []).flatMap((modifier, at) =>
    placed(['points', 'modifiers', at, 'when'], modifier?.when),
  );
  return [...placed(['counts'], policy.counts), ...ladder, ...modifiers];
}

function conditionFindings(
  path: readonly PropertyKey[],
  condition: string,
  task: Task,
): readonly Finding[] {
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
  if (question === undefined)
    return [
      unknown(
        ['points', 'by'],
        points.by,
        task.questions.map((one) => one.id),
      ),
    ];
  const values = scaleAnswers(question.scale).map(String);
  return Object.keys(points.values ?? {}).flatMap((value) =>
    values.includes(value) ? [] : [unknown(['points', 'values', value], value, values)],
  );
}

function limitFindings({ points }: ReadablePolicy): readonly Finding[] {
  return (points?.thresholds ?? []).flatMap((threshold, at) => {
    if (
      threshold === undefined ||
      ['min', 'max', 'min_by_k', 'max_by_k'].some((key) => Object.hasOwn(threshold, key))
    )
      return [];
    const path = ['points', 'thresholds', at];
    return [
      {
        path,
        fault: fault('missing-field', {
          field: printPath(path),
          expected: codedText('min-or-max'),
        }),
      },
    ];
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
    const wrong = (got: TextValue, expected: TextValue): readonly Finding[] => [
      { path, fault: fault('wrong-value', { field: printPath(path), got, expected }) },
    ];
    if (at === steps.length - 1)
      return limit === undefined
        ? []
        : wrong(codedText('limited-years', { years: limit }), codedText('open-last-step'));
    if (limit === undefined) return wrong(codedText('unlimited-years'), codedText('limited-step'));
    return typeof before === 'number' && limit <= before
      ? wrong(codedText('falling-years', { before, value: limit }), codedText('rising-steps'))
      : [];
  });
}

function unknown(path: readonly PropertyKey[], got: string, expected: readonly string[]): Finding {
  return {
    path,
    fault: fault('unknown-reference', { field: printPath(path), got, expected: oneOf(expected) }),
  };
}
