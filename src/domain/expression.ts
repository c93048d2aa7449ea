import type { CodedText, TextValue, TextValues } from './coded-text.ts';
import { codedText } from './text-values.ts';
import type { TextCode } from './texts.ts';

/**
 * The language of constraints and conditions: one readable line over the answers of a judgment,
 * such as `evidence_sufficient => topically_relevant`, `not (a and b)` or `risk in [low, high]`.
 * A question alone means that it applies: yes, at least `present` on an ordinal scale, given text.
 */
export type Expression =
  | { readonly kind: 'implies'; readonly premise: Expression; readonly conclusion: Expression }
  | { readonly kind: 'and'; readonly of: readonly Expression[] }
  | { readonly kind: 'or'; readonly of: readonly Expression[] }
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'applies'; readonly question: string }
  | {
      readonly kind: 'compare';
      readonly question: string;
      readonly operator: Comparison;
      readonly values: readonly string[];
    };

const comparisons = ['=', '!=', '<', '<=', '>', '>=', 'in'] as const;
/** How a question's answer is compared. */
export type Comparison = (typeof comparisons)[number];

/** The expression, or why the text cannot be parsed, with the offset of the problem. */
export type Parsed =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly reason: CodedText; readonly at: number };

/**
 * Parses one line of the constraint language.
 * @example parseExpression('a').expression // { kind: 'applies', question: 'a' }
 */
export function parseExpression(source: string): Parsed {
  if (source.length > longest)
    return { ok: false, reason: codedText('too-long', { longest }), at: longest };
  try {
    return { ok: true, expression: new Parser(tokens(source), source.length).whole() };
  } catch (error) {
    if (error instanceof SyntaxFault) return { ok: false, reason: error.reason, at: error.at };
    throw error;
  }
}

/** The questions that an expression mentions, in order of first mention. */
export function questionsIn(expression: Expression): readonly string[] {
  const found = new Set<string>();
  const visit = (part: Expression): void => {
    if (part.kind === 'implies') [part.premise, part.conclusion].forEach(visit);
    else if (part.kind === 'and' || part.kind === 'or') part.of.forEach(visit);
    else if (part.kind === 'not') visit(part.of);
    else found.add(part.question);
  };
  visit(expression);
  return [...found];
}

/** How many comparisons an expression has: what deciding it costs. */
export function comparisonsIn(expression: Expression): number {
  const { kind } = expression;
  if (kind === 'not') return comparisonsIn(expression.of);
  if (kind === 'applies' || kind === 'compare') return 1;
  const parts = kind === 'implies' ? [expression.premise, expression.conclusion] : expression.of;
  return parts.reduce((sum, part) => sum + comparisonsIn(part), 0);
}

interface Token {
  readonly text: string;
  readonly at: number;
  readonly quoted: boolean;
}

class SyntaxFault extends Error {
  readonly reason: CodedText;
  readonly at: number;
  constructor(code: TextCode, values: TextValues, at: number) {
    super(code);
    this.reason = codedText('at-character', { problem: codedText(code, values), place: at + 1 });
    this.at = at;
  }
}

const pattern = /\s+|"([^"]*)"|=>|<=|>=|!=|[=<>()[\],]|-?[A-Za-z0-9_.][A-Za-z0-9_.:-]*/gy;
const deepest = 100;
/** A longer expression is not read: nobody could, and compiling it would take seconds. */
const longest = 10_000;
const reserved = new Set(['and', 'or', 'not', 'in', '=>']);

function tokens(source: string): readonly Token[] {
  const found: Token[] = [];
  let at = 0;
  pattern.lastIndex = 0;
  while (at < source.length) {
    const match = pattern.exec(source);
    if (match === null) throw unreadable(source, at);
    const quoted = match[1] !== undefined;
    if (quoted || match[0].trim() !== '') found.push({ text: match[1] ?? match[0], at, quoted });
    at = pattern.lastIndex;
  }
  return found;
}

function unreadable(source: string, at: number): SyntaxFault {
  if (source[at] === '"') return new SyntaxFault('quote-not-closed', {}, at);
  const character = String.fromCodePoint(source.codePointAt(at)!);
  return new SyntaxFault('unexpected-character', { character }, at);
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #end: number;
  #next = 0;
  #depth = 0;

  constructor(list: readonly Token[], end: number) {
    this.#tokens = list;
    this.#end = end;
  }

  whole(): Expression {
    const left = this.#implication();
    const rest = this.#tokens[this.#next];
    if (rest?.text === '=>' && !rest.quoted)
      throw new SyntaxFault('second-implication', {}, rest.at);
    if (rest !== undefined) throw new SyntaxFault('unexpected-rest', { text: rest.text }, rest.at);
    return left;
  }

  #implication(): Expression {
    const premise = this.#chain('or');
    if (!this.#take('=>')) return premise;
    return { kind: 'implies', premise, conclusion: this.#chain('or') };
  }

  #chain(kind: 'or' | 'and'): Expression {
    const part = (): Expression => (kind === 'or' ? this.#chain('and') : this.#negation());
    const of = [part()];
    while (this.#take(kind)) of.push(part());
    return of.length === 1 ? of[0]! : { kind, of };
  }

  #negation(): Expression {
    const at = this.#tokens[this.#next]?.at ?? this.#end;
    if (this.#take('not')) return { kind: 'not', of: this.#deeper(at, () => this.#negation()) };
    if (this.#take('(')) {
      const inner = this.#deeper(at, () => this.#implication());
      this.#expect(')');
      return inner;
    }
    return this.#comparison();
  }

  /** Each level takes a piece of the stack, here and wherever the expression is walked through. */
  #deeper(at: number, part: () => Expression): Expression {
    if (this.#depth === deepest) throw new SyntaxFault('nested-too-deep', { levels: deepest }, at);
    this.#depth += 1;
    const inner = part();
    this.#depth -= 1;
    return inner;
  }

  #comparison(): Expression {
    const question = this.#word('a-question');
    const operator = comparisons.find((candidate) => this.#take(candidate));
    if (operator === undefined) return { kind: 'applies', question };
    if (operator !== 'in')
      return { kind: 'compare', question, operator, values: [this.#word('a-value')] };
    this.#expect('[');
    const values = [this.#word('a-value')];
    while (this.#take(',')) values.push(this.#word('a-value'));
    this.#expect(']');
    return { kind: 'compare', question, operator, values };
  }

  #take(text: string): boolean {
    const token = this.#tokens[this.#next];
    if (token === undefined || token.quoted || token.text !== text) return false;
    this.#next += 1;
    return true;
  }

  #expect(text: string): void {
    if (this.#take(text)) return;
    const token = this.#tokens[this.#next];
    throw this.#unexpected(`"${text}"`, token);
  }

  #word(what: 'a-question' | 'a-value'): string {
    const token = this.#tokens[this.#next];
    const isWord = (one: Token): boolean =>
      one.quoted || (!reserved.has(one.text) && /^-?[A-Za-z0-9_.]/.test(one.text));
    if (token === undefined || !isWord(token)) throw this.#unexpected(codedText(what), token);
    this.#next += 1;
    return token.text;
  }

  #unexpected(expected: TextValue, token: Token | undefined): SyntaxFault {
    const got = token === undefined ? codedText('the-end') : `"${token.text}"`;
    return new SyntaxFault('expected-token', { expected, got }, token?.at ?? this.#end);
  }
}
