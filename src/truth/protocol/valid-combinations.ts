import { comparisonsIn } from '../../domain/expression.ts';
import type { Expression } from '../../domain/expression.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { Constraint, Task } from '../../domain/protocol/task.ts';
import { codeCount, notAnswered } from './answer-codes.ts';
import type { AnswerCodes } from './answer-codes.ts';
import { allowedIn, checkedCondition, placesIn } from './condition.ts';
import type { Comparing, Condition } from './condition.ts';

/** More answer combinations than this are refused: nobody can oversee such constraints. */
export const largestComponent = 65_536;

/** More comparisons in all combinations together are refused: they take too long to decide. */
export const mostCompared = 2 ** 29;

/** A constraint over the codes of its questions. */
export interface Rule {
  readonly constraint: Constraint;
  readonly holds: Condition;
  readonly questions: readonly number[];
  /** The questions of the premise, whose claim is dropped first. */
  readonly premise: readonly number[];
}

/** The constraints of a task, ready to be checked. */
export function rulesOf(task: Task): readonly Rule[] {
  return task.constraints.map((constraint) => {
    const { expression } = constraint;
    return {
      constraint,
      holds: checkedCondition(task, expression),
      questions: placesIn(task, expression),
      premise: placesIn(task, expression.kind === 'implies' ? expression.premise : expression),
    };
  });
}

/** The questions of a task that constraints tie together, group by group. */
export function componentsOf(task: Task, rules: readonly Rule[]): readonly Component[] {
  const next = task.questions.map((_, question) => question);
  const root = (question: number): number => {
    let at = question;
    // Each time it is gone, the way gets shorter.
    while (next[at] !== at) at = next[at] = next[next[at]!]!;
    return at;
  };
  for (const { questions } of rules)
    for (const question of questions) next[root(question)] = root(questions[0]!);
  const constrained = new Set(rules.flatMap((rule) => rule.questions));
  const ruled = groupBy(rules, (rule) => root(rule.questions[0]!));
  return [
    ...groupBy(
      [...constrained].toSorted((a, b) => a - b),
      root,
    ),
  ].map(([at, questions]) => new Component(task, questions, ruled.get(at)!));
}

/**
 * Questions that constraints tie together. The combinations of their answers have numbers, in
 * order: the code of the last question changes first.
 */
export class Component {
  readonly questions: readonly number[];
  readonly rules: readonly Rule[];
  readonly #task: Task;
  readonly #combinations: Combinations;
  #valid: Int32Array | null = null;

  constructor(task: Task, questions: readonly number[], rules: readonly Rule[]) {
    this.questions = questions;
    this.rules = rules;
    this.#task = task;
    this.#combinations = combinationsOf(task, questions, []);
  }

  /** How many combinations there are, valid or not. */
  get size(): number {
    return this.#combinations.count;
  }

  /** How many comparisons its rules have. */
  get comparisons(): number {
    return this.rules.reduce(
      (sum, { constraint }) => sum + comparisonsIn(constraint.expression),
      0,
    );
  }

  /** The valid combinations, found when they are first needed: `broken` never needs them. */
  get valid(): Int32Array {
    this.#valid ??= this.#findValid();
    return this.#valid;
  }

  /** Whether any combination keeps the rules. */
  get isMeetable(): boolean {
    const sets = new CombinationSets(this.#task, this.#combinations, []);
    const left = sets.all();
    return this.rules.every((rule) => !isEmpty(sets.keep(left, rule)));
  }

  /** The code in a combination of the question at a place of the component. */
  code(combination: number, place: number): number {
    const { stride, size } = this.#combinations.digits[place]!;
    return Math.floor(combination / stride) % size;
  }

  /** The codes that the question at a place has in some combinations. */
  codesIn(combinations: Int32Array, place: number): ReadonlySet<number> {
    const found = new Set<number>();
    for (const combination of combinations) found.add(this.code(combination, place));
    return found;
  }

  /** The valid combinations that agree with all answers that are given. */
  fitting(codes: AnswerCodes, of = this.valid): Int32Array {
    return this.questions.reduce((left, question, place) => {
      const code = codes[question]!;
      return code < 0 ? left : left.filter((number) => this.code(number, place) === code);
    }, of);
  }

  /**
   * Of rules that nothing with the given answers keeps, few which nothing keeps either: without any
   * one of them, something would. The last are preferred.
   */
  leastUnmeetable(given: AnswerCodes): readonly Rule[] {
    const { rules } = this;
    const sets = new CombinationSets(
      this.#task,
      combinationsOf(this.#task, this.questions, given),
      given,
    );
    const needed: Rule[] = [];
    const left = sets.all();
    for (let first = 0; first < rules.length && !isEmpty(left);) {
      // From the end back to the one without which something would be left.
      const rest = left.slice();
      let at = rules.length;
      while (at > first && !isEmpty(rest)) sets.keep(rest, rules[(at -= 1)]!);
      needed.push(rules[at]!);
      sets.keep(left, rules[at]!);
      first = at + 1;
    }
    return needed;
  }

  #findValid(): Int32Array {
    const sets = new CombinationSets(this.#task, this.#combinations, []);
    const valid = sets.all();
    for (const rule of this.rules) sets.keep(valid, rule);
    const numbers = new Int32Array(this.size);
    let found = 0;
    for (let number = 0; number < this.size; number += 1)
      if ((valid[number >>> 5]! >>> (number & 31)) & 1) numbers[found++] = number;
    return numbers.slice(0, found);
  }
}

/** The combinations of answers to questions. */
interface Combinations {
  readonly count: number;
  readonly digits: readonly Digit[];
}

/** Its code in a combination is `number / stride % size`. */
interface Digit {
  readonly question: number;
  readonly size: number;
  readonly stride: number;
}

/** Those that are given keep their answers. */
function combinationsOf(
  task: Task,
  questions: readonly number[],
  given: AnswerCodes,
): Combinations {
  const digits: Digit[] = [];
  let count = 1;
  for (const question of questions.toReversed()) {
    if ((given[question] ?? notAnswered) >= 0) continue;
    const size = codeCount(task.questions[question]!);
    digits.push({ question, size, stride: count });
    count *= size;
  }
  return { count, digits: digits.toReversed() };
}

/** Most sets of one comparison that are kept, each of a bit per combination. */
const mostKept = 500;

/** Sets of combinations, a bit for each: constraints are decided for 32 of them at once. */
class CombinationSets {
  readonly #task: Task;
  readonly #combinations: Combinations;
  readonly #given: AnswerCodes;
  readonly #digits: ReadonlyMap<number, Digit>;
  readonly #kept = new Map<string, Int32Array>();
  readonly #spare: Int32Array[] = [];

  constructor(task: Task, combinations: Combinations, given: AnswerCodes) {
    this.#task = task;
    this.#combinations = combinations;
    this.#given = given;
    this.#digits = new Map(combinations.digits.map((digit) => [digit.question, digit]));
  }

  all(): Int32Array {
    const set = this.#none();
    fill(set, 0, this.#combinations.count);
    return set;
  }

  /** Leaves the combinations in a set that keep a rule. */
  keep(set: Int32Array, { constraint }: Rule): Int32Array {
    this.#join(set, constraint.expression, true, true);
    return set;
  }

  /** Joins a set with the combinations for which an expression is `wanted`, by "and" or "or". */
  #join(set: Int32Array, part: Expression, wanted: boolean, isAnd: boolean): void {
    if (part.kind === 'not') return this.#join(set, part.of, !wanted, isAnd);
    if (part.kind === 'applies' || part.kind === 'compare')
      return (isAnd ? and : or)(set, this.#compared(part, wanted));
    const isOwnAnd = (part.kind === 'and') === wanted;
    const into =
      isOwnAnd === isAnd ? set : (this.#spare.pop() ?? this.#none()).fill(-Number(isOwnAnd));
    if (part.kind === 'implies') {
      this.#join(into, part.premise, !wanted, isOwnAnd);
      this.#join(into, part.conclusion, wanted, isOwnAnd);
    } else for (const entry of part.of) this.#join(into, entry, wanted, isOwnAnd);
    if (into === set) return;
    (isAnd ? and : or)(set, into);
    this.#spare.push(into);
  }

  #compared(part: Comparing, wanted: boolean): Int32Array {
    const how = part.kind === 'applies' ? [] : [part.operator, ...part.values];
    const key = [wanted, part.question, ...how].join('\0');
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const { place, allows } = allowedIn(this.#task, part);
    const digit = this.#digits.get(place);
    const isWanted = (code: number): boolean => allows(code) === wanted;
    const set =
      digit === undefined
        ? this.#none().fill(-Number(isWanted(this.#given[place]!)))
        : this.#withCodes(digit, isWanted);
    if (this.#kept.size < mostKept) this.#kept.set(key, set);
    return set;
  }

  #withCodes({ size, stride }: Digit, isWanted: (code: number) => boolean): Int32Array {
    const set = this.#none();
    const period = size * stride;
    for (let code = 0; code < size; code += 1)
      if (isWanted(code))
        for (let from = code * stride; from < this.#combinations.count; from += period)
          fill(set, from, from + stride);
    return set;
  }

  #none(): Int32Array {
    return new Int32Array(Math.ceil(this.#combinations.count / 32));
  }
}

function and(set: Int32Array, other: Int32Array): void {
  for (let at = 0; at < set.length; at += 1) set[at]! &= other[at]!;
}

function or(set: Int32Array, other: Int32Array): void {
  for (let at = 0; at < set.length; at += 1) set[at]! |= other[at]!;
}

function isEmpty(set: Int32Array): boolean {
  return set.every((word) => word === 0);
}

/** Sets the bits of a range, the last not included. */
function fill(set: Int32Array, from: number, to: number): void {
  for (let at = from; at < to;) {
    const end = Math.min(to, (at | 31) + 1);
    const width = end - at;
    set[at >>> 5]! |= width === 32 ? 0xffff_ffff : ((1 << width) - 1) << (at & 31);
    at = end;
  }
}
