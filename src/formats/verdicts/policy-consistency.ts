import { codedText, oneOf } from '../../domain/text-values.ts';
import type { Task } from '../../domain/protocol/task.ts';
import { unitFieldNames } from '../../domain/protocol/task.ts';
import { defaultVerdict } from '../../domain/verdicts/policy.ts';
import type { LadderRule, Policy, RuleCondition } from '../../domain/verdicts/policy.ts';
import { unknownAt, wrongAt } from '../schema-faults.ts';
import type { Finding, Path } from '../schema-faults.ts';
import {
  limitlessDoubts,
  meetsText,
  reachedVerdicts,
  repeatedConditions,
  shadowedRules,
  thresholdDoubts,
  ungivenVerdicts,
} from './policy-reach.ts';
import type { Doubt, ReachRule } from './policy-reach.ts';

/** The K that a policy is used for. */
export interface PolicyUse {
  /** The K of the protocol; null where there is none. */
  readonly declared: readonly number[] | null;
  /** The K that are computed besides. */
  readonly asked: readonly number[];
}

/** What contradicts itself in a policy, or can never apply. */
export function consistencyFindings(policy: Policy, use: PolicyUse): readonly Finding[] {
  const ks = [...new Set([...(use.declared ?? []), ...use.asked])];
  const { verdicts, points, ladder } = policy;
  const own = { verdicts, fallback: defaultVerdict(policy).verdict };
  const thresholds = points?.thresholds ?? [];
  const rules = (ladder ?? []).map(reachRule);
  const given =
    points === undefined ? rules.map((rule) => rule.verdict) : reachedVerdicts(thresholds, ks);
  const limits = [...thresholdDoubts(thresholds, own, ks), ...limitlessDoubts(thresholds, ks)];
  const used = [own.fallback, ...[...thresholds, ...rules].map((one) => one.verdict)];
  // A threshold without a limit or hidden by another has its fault already, as a misspelt verdict.
  const faulty = [
    ...limits.map(({ path }) => thresholds[Number(path[0])]!.verdict),
    ...thresholds.filter((one) => Object.keys(one).length === 1).map((one) => one.verdict),
    ...(used.every((verdict) => verdicts.includes(verdict)) ? [] : verdicts),
  ];
  return [
    ...below(['points', 'thresholds'], limits),
    ...below(['ladder'], [...shadowedRules(rules), ...repeatedConditions(rules)]),
    ...below(['verdicts'], ungivenVerdicts(own, [...given, ...faulty])),
    ...repeatedModifiers(policy),
    ...(use.declared === null ? [] : unusedK(policy, ks)),
  ];
}

/** Fields of subject modifiers that the protocol does not know: they would never match. */
export function fieldFindings({ points }: Policy, task: Task | undefined): readonly Finding[] {
  if (task === undefined) return [];
  const known = unitFieldNames(task.unit);
  return (points?.subject_modifiers ?? []).flatMap(({ field }, at) => {
    if (known.includes(field)) return [];
    const path = ['points', 'subject_modifiers', at, 'field'];
    const expected = codedText('unit-field', { fields: oneOf(known), task: task.id, field });
    return [unknownAt(path, field, expected)];
  });
}

function below(root: Path, doubts: readonly Doubt[]): readonly Finding[] {
  return doubts.map(({ path, got, expected }) => wrongAt([...root, ...path], got, expected));
}

function reachRule(rule: LadderRule): ReachRule {
  const conditions = (rule.any ?? rule.all ?? []).map((condition) => ({
    meets: meetsText('count' in condition ? condition.count : condition.exists, condition.requires),
    atLeast: 'count' in condition ? condition.at_least : 1,
    byK: 'count' in condition ? (condition.at_least_by_k ?? {}) : {},
  }));
  return { verdict: rule.verdict, logic: rule.any === undefined ? 'all' : 'any', conditions };
}

/** A modifier that appears twice would add its points twice. */
function repeatedModifiers({ points }: Policy): readonly Finding[] {
  const twice = <T>(list: string, entries: readonly T[], name: (one: T) => string): Finding[] =>
    entries.flatMap((one, at) => {
      const first = entries.findIndex((other) => name(other) === name(one));
      if (first === at) return [];
      const got = codedText('repeated-entry', { place: first + 1 });
      return [wrongAt(['points', list, at], got, codedText('own-rule'))];
    });
  return [
    ...twice('modifiers', points?.modifiers ?? [], (one) =>
      JSON.stringify([one.title, meetsText(one.when)]),
    ),
    ...twice('subject_modifiers', points?.subject_modifiers ?? [], (one) =>
      JSON.stringify([one.title, one.field, one.tokens.toSorted()]),
    ),
  ];
}

/** Limits for a K that the protocol does not compute. */
function unusedK(policy: Policy, ks: readonly number[]): readonly Finding[] {
  const places = [
    ...(policy.points?.thresholds ?? []).flatMap(({ min_by_k: min, max_by_k: max }, at) => [
      { path: ['points', 'thresholds', at, 'min_by_k'], byK: min },
      { path: ['points', 'thresholds', at, 'max_by_k'], byK: max },
    ]),
    ...(policy.ladder ?? []).flatMap((rule, at) =>
      (['any', 'all'] as const).flatMap((logic) =>
        (rule[logic] ?? []).map((condition, place) => ({
          path: ['ladder', at, logic, place, 'at_least_by_k'],
          byK: byKOf(condition),
        })),
      ),
    ),
  ];
  const expected = codedText('protocol-k', { k: oneOf(ks) });
  return places.flatMap(({ path, byK }) =>
    Object.keys(byK ?? {}).flatMap((k) =>
      ks.includes(Number(k)) ? [] : [unknownAt([...path, k], k, expected)],
    ),
  );
}

function byKOf(condition: RuleCondition): Readonly<Record<string, number>> | undefined {
  return 'count' in condition ? condition.at_least_by_k : undefined;
}
