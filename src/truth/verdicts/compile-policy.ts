import { inEnglish } from '../../domain/english.ts';
import { parseExpression } from '../../domain/expression.ts';
import { defaultVerdict, ruleLabel } from '../../domain/verdicts/policy.ts';
import type { LadderRule, Policy } from '../../domain/verdicts/policy.ts';
import type { Question } from '../../domain/protocol/question.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { codeAnswer, codeCount } from '../protocol/answer-codes.ts';
import type { AnswerCodes } from '../protocol/answer-codes.ts';
import { compileCondition } from '../protocol/condition.ts';
import type { Condition } from '../protocol/condition.ts';

/** What a policy makes of one unit, by its answers alone. */
interface Assessment {
  /** Whether the unit counts at all. */
  readonly counts: boolean;
  readonly basePoints: number;
  readonly modifiers: readonly { readonly title: string; readonly points: number }[];
  readonly totalPoints: number;
  /** The conditions of the ladder that the unit meets, all rules in order. */
  readonly meets: readonly boolean[];
}

/** A rule of a ladder; its conditions are those from `first` on among all conditions. */
export interface CompiledRule {
  readonly rule: LadderRule;
  readonly label: string;
  readonly logic: 'any' | 'all';
  readonly conditions: NonNullable<LadderRule['any']>;
  readonly first: number;
}

/** A policy prepared for many units. */
export interface CompiledPolicy {
  readonly policy: Policy;
  readonly task: Task;
  readonly fallback: { readonly verdict: string; readonly label: string };
  /** The question that gives base points, and its place among the questions; null for a ladder. */
  readonly by: { readonly question: Question; readonly at: number } | null;
  readonly rules: readonly CompiledRule[];
  assess(codes: AnswerCodes): Assessment;
}

/** Prepares a policy whose conditions fit the task, as readPolicy has checked. */
export function compilePolicy(policy: Policy, task: Task): CompiledPolicy {
  const compile = (source: string): Condition => compiledCondition(policy, task, source);
  const counts = policy.counts === undefined ? () => true : compile(policy.counts);
  const rules = compiledRules(policy);
  const conditions = rules.flatMap((rule) =>
    rule.conditions.map((one) =>
      bothHold(
        compile('count' in one ? one.count : one.exists),
        one.requires === undefined ? null : compile(one.requires),
      ),
    ),
  );
  const modifiers = (policy.points?.modifiers ?? []).map(({ title, points, when }) => ({
    applied: { title, points },
    holds: compile(when),
  }));
  const at = task.questions.findIndex((question) => question.id === policy.points?.by);
  const by = at < 0 ? null : { question: task.questions[at]!, at };

  const assess = (codes: AnswerCodes): Assessment => {
    if (counts(codes) !== true) return uncounted;
    const applied = modifiers
      .filter(({ holds }) => holds(codes) === true)
      .map((modifier) => modifier.applied);
    const basePoints = by === null ? 0 : basePointsOf(policy, by.question, codes[by.at]!);
    return {
      counts: true,
      basePoints,
      modifiers: applied.filter((modifier) => modifier.points !== 0),
      totalPoints: applied.reduce((sum, modifier) => sum + modifier.points, basePoints),
      meets: conditions.map((holds) => holds(codes)),
    };
  };
  const fallback = defaultVerdict(policy);
  return { policy, task, fallback, by, rules, assess: remembered(task, assess) };
}

const nothing = { basePoints: 0, modifiers: [], totalPoints: 0, meets: [] };
const uncounted: Assessment = { counts: false, ...nothing };

function compiledCondition(policy: Policy, task: Task, source: string): Condition {
  const parsed = parseExpression(source);
  const compiled = parsed.ok
    ? compileCondition(task, parsed.expression)
    : { ok: false as const, reasons: [parsed.reason] };
  if (!compiled.ok)
    throw new Error(`${policy.policy}: ${source}: ${compiled.reasons.map(inEnglish).join('; ')}`);
  return compiled.holds;
}

function compiledRules(policy: Policy): readonly CompiledRule[] {
  let first = 0;
  return (policy.ladder ?? []).map((rule) => {
    const conditions = rule.any ?? rule.all ?? [];
    const label = rule.label ?? ruleLabel(rule.verdict);
    const logic = rule.any === undefined ? 'all' : 'any';
    first += conditions.length;
    return { rule, label, logic, conditions, first: first - conditions.length };
  });
}

/** An answer that is missing leaves a condition open, and what is open is not met. */
function bothHold(main: Condition, besides: Condition | null): (codes: AnswerCodes) => boolean {
  return (codes) => main(codes) === true && (besides === null || besides(codes) === true);
}

function basePointsOf(policy: Policy, question: Question, code: number): number {
  const answer = codeAnswer(question, code);
  const { values } = policy.points!;
  const isValued = answer !== undefined && Object.hasOwn(values, String(answer));
  return isValued ? values[String(answer)]! : 0;
}

/** There are few different sets of answers and very many units: each set is assessed once. */
function remembered(
  task: Task,
  assess: (codes: AnswerCodes) => Assessment,
): (codes: AnswerCodes) => Assessment {
  const sizes = task.questions.map((question) => codeCount(question) + 1);
  if (sizes.reduce((product, size) => product * size, 1) > Number.MAX_SAFE_INTEGER) return assess;
  const known = new Map<number, Assessment>();
  return (codes) => {
    let key = 0;
    for (let at = 0; at < sizes.length; at += 1) key = key * sizes[at]! + codes[at]! + 1;
    const found = known.get(key);
    if (found !== undefined) return found;
    const assessed = assess(codes);
    known.set(key, assessed);
    return assessed;
  };
}
