import { canonicalJson } from '../../domain/canonical-json.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import { parseExpression } from '../../domain/expression.ts';
import type { Expression } from '../../domain/expression.ts';
import { codedText, oneOf } from '../../domain/text-values.ts';
import { limitFor } from '../../domain/verdicts/policy.ts';
import type { Threshold } from '../../domain/verdicts/policy.ts';
import { thresholdFor } from '../../truth/verdicts/points.ts';
import type { Path } from '../schema-faults.ts';

/** Something in a policy that contradicts the rest or can never apply, from the policy's root. */
export interface Doubt {
  readonly path: Path;
  readonly got: CodedText;
  readonly expected: CodedText;
}

/** The verdicts of a policy, mildest first, and the one when nothing else applies. */
export interface Verdicts {
  readonly verdicts: readonly string[];
  readonly fallback: string;
}

/** A condition of a rule, without its words. */
interface ReachCondition {
  /** What units must meet, as one text; the same text means the same units. */
  readonly meets: string;
  readonly atLeast: number;
  readonly byK: Readonly<Record<string, number>>;
}

/** A rule of a ladder, as far as it decides which rules come to apply. */
export interface ReachRule {
  readonly verdict: string;
  readonly logic: 'any' | 'all';
  readonly conditions: readonly ReachCondition[];
}

/**
 * Thresholds that have the same limit for some K, or give the verdicts in another order than the
 * policy lists them (or its reverse) as the score rises. Paths begin at the list.
 */
export function thresholdDoubts(
  thresholds: readonly Threshold[],
  { verdicts, fallback }: Verdicts,
  ks: readonly number[],
): readonly Doubt[] {
  const doubts = new Map<string, Doubt>();
  const add = (doubt: Doubt, name: string): void => {
    if (!doubts.has(name)) doubts.set(name, doubt);
  };
  const named = thresholds.flatMap((one) => [one.min_by_k, one.max_by_k].flatMap(keysOf));
  const all = [0, ...new Set([...ks, ...named.map(Number)])];
  for (const k of all) {
    const limits = limitsAt(thresholds, k);
    const at = k === 0 ? [] : codedText('at-k', { k });
    const equal = limits.flatMap((limit, place) => {
      const other = limits.findIndex((one, before) => before < place && isSameLimit(one, limit));
      return other < 0 ? [] : [{ place, other }];
    });
    for (const { place, other } of equal) {
      const limit = limits[place]!.min ?? limits[place]!.max ?? 0;
      const got = codedText('same-limit', { limit, verdict: thresholds[other]!.verdict, at });
      add({ path: [place], got, expected: codedText('own-limit') }, `equal ${place} ${other}`);
    }
    if (equal.length > 0) continue;
    for (const { place, other } of secondLimits(thresholds, limits)) {
      const values = { verdict: thresholds[place]!.verdict, place: other + 1, at };
      const got = codedText('second-threshold', values);
      add({ path: [place], got, expected: codedText('one-threshold') }, `second ${place}`);
    }
    const order = verdictsByScore(thresholds, limits, fallback, k);
    const ranks = order.map((verdict) => verdicts.indexOf(verdict));
    if (ranks.includes(-1) || isMonotone(ranks)) continue;
    const got = codedText('verdict-order', { order: order.join(', '), at });
    const expected = codedText('listed-order', { order: verdicts.join(', ') });
    add({ path: [0], got, expected }, 'order');
  }
  return [...doubts.values()];
}

/** Thresholds that have no limit at all for a K that is computed. Paths begin at the list. */
export function limitlessDoubts(
  thresholds: readonly Threshold[],
  ks: readonly number[],
): readonly Doubt[] {
  return thresholds.flatMap((threshold, place) => {
    const { min, max, min_by_k: minByK, max_by_k: maxByK } = threshold;
    if (minByK === undefined && maxByK === undefined) return [];
    const hasNone = (k: number): boolean =>
      limitFor(min, minByK, k) === undefined && limitFor(max, maxByK, k) === undefined;
    const without = ks.filter(hasNone);
    if (without.length === 0) return [];
    const got = codedText('without-limit', { k: oneOf(without) });
    return [{ path: [place], got, expected: codedText('limit-for-k') }];
  });
}

/** Rules that can never decide, because an earlier one always applies first. Paths as above. */
export function shadowedRules(rules: readonly (ReachRule | null)[]): readonly Doubt[] {
  return rules.flatMap((rule, place) => {
    if (rule === null) return [];
    const first = rules.findIndex(
      (other, before) => before < place && other !== null && implies(rule, other),
    );
    if (first < 0) return [];
    const earlier = rules[first]!;
    const isSame = implies(earlier, rule);
    const values = { place: first + 1, verdict: earlier.verdict };
    const got = codedText(isSame ? 'repeated-rule' : 'shadowed-rule', values);
    return [{ path: [place], got, expected: codedText('own-rule') }];
  });
}

/** Conditions that a rule has twice. Paths begin at the list of rules. */
export function repeatedConditions(rules: readonly ReachRule[]): readonly Doubt[] {
  return rules.flatMap(({ logic, conditions }, at) =>
    conditions.flatMap((own, place) => {
      const isSame = (other: ReachCondition): boolean => demands(own, other) && demands(other, own);
      const first = conditions.findIndex(isSame);
      if (first === place) return [];
      const got = codedText('repeated-condition', { place: first + 1 });
      return [{ path: [at, logic, place], got, expected: codedText('each-condition-once') }];
    }),
  );
}

/** The verdicts that nothing gives. Paths begin at the list of verdicts. */
export function ungivenVerdicts(
  { verdicts, fallback }: Verdicts,
  given: readonly string[],
): readonly Doubt[] {
  const known = new Set([fallback, ...given]);
  return verdicts.flatMap((verdict, place) => {
    if (known.has(verdict)) return [];
    const got = codedText('ungiven-verdict', { verdict });
    return [{ path: [place], got, expected: codedText('given-verdict') }];
  });
}

/** The verdicts that thresholds give at some score for some K. */
export function reachedVerdicts(
  thresholds: readonly Threshold[],
  ks: readonly number[],
): readonly string[] {
  const named = thresholds.flatMap((one) => [one.min_by_k, one.max_by_k].flatMap(keysOf));
  const reached = [0, ...ks, ...named.map(Number)].flatMap((k) =>
    samples(limitsAt(thresholds, k)).flatMap(
      (score) => thresholdFor(thresholds, score, k)?.verdict ?? [],
    ),
  );
  return [...new Set(reached)];
}

/** A condition as one text, so that the same demand is recognised in any order of its parts. */
export function meetsText(main: string, requires?: string): string {
  const parsed = [main, ...(requires === undefined ? [] : [requires])].map(parseExpression);
  const parts = parsed.flatMap((one) => (one.ok ? [one.expression] : []));
  if (parts.length < parsed.length) return canonicalJson([main.trim(), requires?.trim() ?? null]);
  return orderedText({ kind: 'and', of: parts });
}

function orderedText(expression: Expression): string {
  switch (expression.kind) {
    case 'and':
    case 'or': {
      const texts = [...new Set(partsOf(expression.kind, expression.of).map(orderedText))];
      return texts.length === 1 ? texts[0]! : canonicalJson([expression.kind, texts.toSorted()]);
    }
    case 'not':
      return canonicalJson(['not', orderedText(expression.of)]);
    case 'implies': {
      const { premise, conclusion } = expression;
      return canonicalJson(['implies', orderedText(premise), orderedText(conclusion)]);
    }
    case 'applies':
      return canonicalJson(['applies', expression.question]);
    case 'compare': {
      const { question, operator, values } = expression;
      const asked = operator === '=' ? 'in' : operator;
      return canonicalJson([asked, question, [...new Set(values)].toSorted()]);
    }
  }
}

/** The parts of an `and` in an `and` are its own, and those of an `or` in an `or`. */
function partsOf(kind: 'and' | 'or', of: readonly Expression[]): readonly Expression[] {
  return of.flatMap((part) => (part.kind === kind ? partsOf(kind, part.of) : [part]));
}

interface Limits {
  readonly min: number | null;
  readonly max: number | null;
}

function keysOf(byK: Readonly<Record<string, number>> | undefined): readonly string[] {
  return Object.keys(byK ?? {});
}

function limitsAt(thresholds: readonly Threshold[], k: number): readonly Limits[] {
  return thresholds.map(({ min, max, min_by_k: minByK, max_by_k: maxByK }) => ({
    min: limitFor(min, minByK, k) ?? null,
    max: limitFor(max, maxByK, k) ?? null,
  }));
}

function isSameLimit(a: Limits, b: Limits): boolean {
  if (a.min !== null || b.min !== null) return a.min === b.min;
  return a.max !== null && a.max === b.max;
}

/** Thresholds of a verdict that an earlier one of the same verdict bounds on the same side. */
function secondLimits(thresholds: readonly Threshold[], limits: readonly Limits[]) {
  const sideOf = ({ min, max }: Limits): 'min' | 'max' | null => {
    if ((min === null) === (max === null)) return null;
    return min === null ? 'max' : 'min';
  };
  return limits.flatMap((limit, place) => {
    const side = sideOf(limit);
    const { verdict } = thresholds[place]!;
    const other = limits.findIndex(
      (one, at) => at < place && thresholds[at]!.verdict === verdict && sideOf(one) === side,
    );
    return side === null || other < 0 ? [] : [{ place, other }];
  });
}

/** A score at each limit, between any two, and beyond both ends. */
function samples(limits: readonly Limits[]): readonly number[] {
  const edges = limits.flatMap(({ min, max }) => [min, max].filter((one) => one !== null));
  const sorted = [...new Set(edges)].toSorted((a, b) => a - b);
  if (sorted.length === 0) return [0];
  const inner = sorted.flatMap((edge, at) =>
    at === 0 ? [edge] : [(sorted[at - 1]! + edge) / 2, edge],
  );
  return [sorted[0]! - 1, ...inner, sorted.at(-1)! + 1];
}

/**
 * The verdicts as the score rises. The default counts below or above all thresholds only: scores
 * are mostly whole, so a gap between two of them is seldom meant, and beside a band it is the rest.
 */
function verdictsByScore(
  thresholds: readonly Threshold[],
  limits: readonly Limits[],
  fallback: string,
  k: number,
): readonly string[] {
  const found = samples(limits).map((score) => thresholdFor(thresholds, score, k)?.verdict ?? null);
  const hasBand = limits.some(({ min, max }) => min !== null && max !== null);
  const last = found.length - 1;
  return found.flatMap((verdict, at) => {
    if (verdict === null && (hasBand || (at !== 0 && at !== last))) return [];
    const given = verdict ?? fallback;
    const before = at === 0 ? undefined : (found[at - 1] ?? fallback);
    return given === before ? [] : [given];
  });
}

function isMonotone(ranks: readonly number[]): boolean {
  const rises = ranks.every((rank, at) => at === 0 || ranks[at - 1]! <= rank);
  return rises || ranks.every((rank, at) => at === 0 || ranks[at - 1]! >= rank);
}

/** Whether the second rule applies whenever the first does, as far as their texts show. */
function implies(rule: ReachRule, other: ReachRule): boolean {
  const within = (wanted: ReachCondition): boolean =>
    rule.logic === 'all'
      ? rule.conditions.some((own) => demands(own, wanted))
      : rule.conditions.every((own) => demands(own, wanted));
  if (other.logic === 'all') return other.conditions.every(within);
  const isMet = (own: ReachCondition): boolean =>
    other.conditions.some((wanted) => demands(own, wanted));
  return rule.logic === 'all' ? rule.conditions.some(isMet) : rule.conditions.every(isMet);
}

/** Whether units that meet the first condition are enough for the second, for every K. */
function demands(own: ReachCondition, wanted: ReachCondition): boolean {
  if (own.meets !== wanted.meets) return false;
  const ks = [0, ...Object.keys(own.byK), ...Object.keys(wanted.byK)].map(Number);
  const needed = ({ atLeast, byK }: ReachCondition, k: number): number =>
    limitFor(atLeast, byK, k) ?? atLeast;
  return ks.every((k) => needed(own, k) >= needed(wanted, k));
}
