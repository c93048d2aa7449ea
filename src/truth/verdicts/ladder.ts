import { limitFor } from '../../domain/verdicts/policy.ts';
import type { RuleTrace } from '../../domain/verdicts/verdict.ts';
import type { CompiledPolicy, CompiledRule } from './compile-policy.ts';
import type { SubjectTruth } from './subject-truth.ts';

/** For each K the first rule that applies to the K most recent units of a subject, or null. */
export function matchedRules(
  policy: CompiledPolicy,
  subject: SubjectTruth,
  ks: readonly number[],
): readonly (CompiledRule | null)[] {
  const conditions = policy.rules.reduce((sum, rule) => sum + rule.conditions.length, 0);
  const counts = ks.map(() => new Int32Array(conditions));
  for (const unit of subject.units) {
    if (unit.state !== 'known') continue;
    const { meets } = policy.assess(unit.codes);
    for (let at = 0; at < meets.length; at += 1) {
      if (!meets[at]) continue;
      for (let place = 0; place < ks.length; place += 1)
        if (unit.rank < ks[place]!) counts[place]![at]! += 1;
    }
  }
  return ks.map((k, place) => {
    const countOf = (rule: CompiledRule) => (at: number) => counts[place]![rule.first + at]!;
    return policy.rules.find((rule) => applies(rule, countOf(rule), k)) ?? null;
  });
}

/** Every rule up to the one that applies, with the units among the K that meet its conditions. */
export function ladderTrace(
  policy: CompiledPolicy,
  subject: SubjectTruth,
  k: number,
): readonly RuleTrace[] {
  const known = subject.units
    .filter((unit) => unit.state === 'known' && unit.rank < k)
    .map((unit) => ({ id: unit.id, meets: policy.assess(unit.codes).meets }));
  const traces: RuleTrace[] = [];
  for (const compiled of policy.rules) {
    const conditions = compiled.conditions.map((condition, at) => {
      const units = known
        .filter((unit) => unit.meets[compiled.first + at] === true)
        .map((unit) => unit.id);
      const least = needed(compiled, at, k);
      return {
        text: condition.text ?? null,
        condition: 'count' in condition ? condition.count : condition.exists,
        requires: condition.requires ?? null,
        needed: least,
        count: units.length,
        holds: units.length >= least,
        units,
      };
    });
    const holds = applies(compiled, (at) => conditions[at]!.count, k);
    const { label, logic } = compiled;
    traces.push({ verdict: compiled.rule.verdict, label, logic, holds, conditions });
    if (holds) break;
  }
  return traces;
}

function applies(rule: CompiledRule, count: (condition: number) => number, k: number): boolean {
  const holds = (at: number): boolean => count(at) >= needed(rule, at, k);
  const places = rule.conditions.map((_, at) => at);
  return rule.logic === 'any' ? places.some(holds) : places.every(holds);
}

/** How many units a condition asks for, for a K. */
function needed(rule: CompiledRule, at: number, k: number): number {
  const condition = rule.conditions[at]!;
  return 'count' in condition ? limitFor(condition.at_least, condition.at_least_by_k, k)! : 1;
}
