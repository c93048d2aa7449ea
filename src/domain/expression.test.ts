import { inEnglish } from './english.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExpression, questionsIn } from './expression.ts';
import type { Comparison, Expression } from './expression.ts';

describe('parseExpression', () => {
  it('binds not before and, and before or, or before =>', () => {
    expect(parseExpression('not a and b or c => d')).toEqual({
      ok: true,
      expression: {
        kind: 'implies',
        premise: {
          kind: 'or',
          of: [
            { kind: 'and', of: [{ kind: 'not', of: applies('a') }, applies('b')] },
            applies('c'),
          ],
        },
        conclusion: applies('d'),
      },
    });
  });

  it('reads a list of values, quoted values and negative numbers', () => {
    expect(parsed('severity in [moderate, "very severe"]')).toEqual({
      kind: 'compare',
      question: 'severity',
      operator: 'in',
      values: ['moderate', 'very severe'],
    });
    expect(parsed('grade >= -1')).toEqual({
      kind: 'compare',
      question: 'grade',
      operator: '>=',
      values: ['-1'],
    });
    expect(parsed('grade>=-1')).toEqual(parsed('grade >= -1'));
  });

  it('takes a reserved word in quotes as a name or a value', () => {
    expect(parsed('"not" = "and"')).toEqual({
      kind: 'compare',
      question: 'not',
      operator: '=',
      values: ['and'],
    });
  });

  it('reads a question with dots, digits and hyphens in its name as one word', () => {
    expect(parsed('IRB.v2-b and a')).toEqual({
      kind: 'and',
      of: [applies('IRB.v2-b'), applies('a')],
    });
  });

  it('allows an implication in parentheses', () => {
    expect(parsed('(a => b) => c')).toEqual({
      kind: 'implies',
      premise: { kind: 'implies', premise: applies('a'), conclusion: applies('b') },
      conclusion: applies('c'),
    });
  });

  it('gives back every expression that is printed', () => {
    fc.assert(
      fc.property(expressions, (expression) => {
        expect(parseExpression(print(expression))).toEqual({ ok: true, expression });
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('does not care about white space outside of quotes', () => {
    fc.assert(
      fc.property(expressions, (expression) => {
        const text = print(expression);
        expect(
          parseExpression(`  ${text.replace(/ (?=(?:[^"]*"[^"]*")*[^"]*$)/g, '\t  ')}\n`),
        ).toEqual(parseExpression(text));
      }),
      { seed: 1 },
    );
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            'a',
            'b',
            ' ',
            '=',
            '>',
            '<',
            '!',
            '(',
            ')',
            '[',
            ']',
            ',',
            '"',
            '-',
            'ä',
            '😀',
            'not ',
            'and ',
            'in ',
          ),
        }),
        (text) => {
          const result = parseExpression(text);
          if (!result.ok) expect(result.at).toBeLessThanOrEqual(text.length);
        },
      ),
      { seed: 1, numRuns: 2000 },
    );
  });

  it('takes a hundred levels, and refuses more instead of running out of stack', () => {
    expect(parseExpression(`${'('.repeat(100)}a${')'.repeat(100)}`)).toEqual({
      ok: true,
      expression: applies('a'),
    });
    expect(parseExpression(`${'not '.repeat(100)}a`).ok).toBe(true);
    const reason = 'nested more than 100 levels deep (character 101)';
    expect(failure(`${'('.repeat(4000)}a${')'.repeat(4000)}`)).toEqual({ reason, at: 100 });
    expect(failure(`${'not '.repeat(2000)}a`)).toEqual({
      reason: 'nested more than 100 levels deep (character 401)',
      at: 400,
    });
    expect(
      parseExpression(Array.from({ length: 500 }, () => '(a and not b)').join(' or ')).ok,
    ).toBe(true);
  });

  it.each([
    ['', 'expected a question, got the end (character 1)', 0],
    ['   ', 'expected a question, got the end (character 4)', 3],
    ['a =>', 'expected a question, got the end (character 5)', 4],
    ['=> a', 'expected a question, got "=>" (character 1)', 0],
    ['a and or b', 'expected a question, got "or" (character 7)', 6],
    ['a b', 'unexpected "b", expected =>, and, or, or the end (character 3)', 2],
    ['a => b => c', 'a second "=>", expected parentheses around one of the two (character 8)', 7],
    ['(a and b', 'expected ")", got the end (character 9)', 8],
    ['(a and b]', 'expected ")", got "]" (character 9)', 8],
    ['a in b', 'expected "[", got "b" (character 6)', 5],
    ['a in []', 'expected a value, got "]" (character 7)', 6],
    ['a in [b', 'expected "]", got the end (character 8)', 7],
    ['a in [b c]', 'expected "]", got "c" (character 9)', 8],
    ['a >=', 'expected a value, got the end (character 5)', 4],
    ['a = not', 'expected a value, got "not" (character 5)', 4],
    ['a == b', 'expected a value, got "=" (character 4)', 3],
    [
      'a & b',
      'unexpected "&"; a value with such characters must be in double quotes (character 3)',
      2,
    ],
    [
      'a = mäßig',
      'unexpected "ä"; a value with such characters must be in double quotes (character 6)',
      5,
    ],
    [
      'a = 😀',
      'unexpected "😀"; a value with such characters must be in double quotes (character 5)',
      4,
    ],
    ['a = "b', 'a double quote is not closed (character 5)', 4],
    [')', 'expected a question, got ")" (character 1)', 0],
  ])('says what is wrong with %j and where', (source, reason, at) => {
    expect(failure(source)).toEqual({ reason, at });
  });
});

describe('questionsIn', () => {
  it('lists each question once, in order of first mention', () => {
    expect(questionsIn(parsed('b and (a or not b) => c in [x] or a'))).toEqual(['b', 'a', 'c']);
  });
});

function failure(source: string): object | null {
  const result = parseExpression(source);
  return result.ok ? null : { reason: inEnglish(result.reason), at: result.at };
}

function applies(question: string): Expression {
  return { kind: 'applies', question };
}

function parsed(source: string): Expression {
  const result = parseExpression(source);
  if (!result.ok) throw new Error(result.reason.code);
  return result.expression;
}

const name = fc.constantFrom('a', 'b', 'evidence_sufficient', 'IRB', 'x.1', 'q-2');
const value = fc.constantFrom('0', '2', '-1', 'severe', 'very severe', 'and', '', 'ü');
const { expression: expressions } = fc.letrec<{ expression: Expression }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4 },
    name.map(applies),
    fc
      .tuple(name, fc.constantFrom<Comparison>('=', '!=', '<', '<=', '>', '>='), value)
      .map(([question, operator, one]): Expression => ({
        kind: 'compare',
        question,
        operator,
        values: [one],
      })),
    fc
      .tuple(name, fc.array(value, { minLength: 1, maxLength: 3 }))
      .map(([question, values]): Expression => ({
        kind: 'compare',
        question,
        operator: 'in',
        values,
      })),
    tie('expression').map((of): Expression => ({ kind: 'not', of })),
    fc
      .tuple(
        fc.constantFrom('and' as const, 'or' as const),
        fc.array(tie('expression'), { minLength: 2, maxLength: 3 }),
      )
      .map(([kind, of]): Expression => ({ kind, of })),
    fc
      .tuple(tie('expression'), tie('expression'))
      .map(([left, right]): Expression => ({ kind: 'implies', premise: left, conclusion: right })),
  ),
}));

function print(expression: Expression): string {
  if (expression.kind === 'applies') return expression.question;
  if (expression.kind === 'not') return `not ${inner(expression.of)}`;
  if (expression.kind === 'implies')
    return `${inner(expression.premise)} => ${inner(expression.conclusion)}`;
  if (expression.kind !== 'compare') return expression.of.map(inner).join(` ${expression.kind} `);
  const quoted = expression.values.map((one) => `"${one}"`);
  const { question, operator } = expression;
  return `${question} ${operator} ${operator === 'in' ? `[${quoted.join(', ')}]` : quoted[0]}`;
}

function inner(expression: Expression): string {
  return expression.kind === 'applies' || expression.kind === 'compare'
    ? print(expression)
    : `(${print(expression)})`;
}
