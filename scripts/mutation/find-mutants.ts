import { parseSync } from 'vite';

/** The ways in which a source is changed. */
export const mutations = [
  'boundary',
  'negated condition',
  'arithmetic',
  'boolean',
  'default',
  'removed call',
  'changed return',
] as const;
export type Mutation = (typeof mutations)[number];

/** One change of a source: the expression or statement from `start` to `end` becomes another. */
export interface Mutant {
  readonly mutation: Mutation;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const boundaries: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const opposites: Readonly<Record<string, string>> = { '===': '!==', '!==': '===' };
const sums: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' };
const logic: Readonly<Record<string, string>> = { '&&': '||', '||': '&&' };
const nothing = /^(undefined|null|true|false)$/;

/** Every mutant of a TypeScript source, in the order of the text. */
export function findMutants(name: string, source: string): readonly Mutant[] {
  const found: Mutant[] = [];
  const orders = new Set<number>();
  walk(parseSync(name, source).program as unknown as Node, (node) => {
    if (isOrder(node, source)) orders.add((node['test'] as Node).start);
    found.push(...mutantsOf(node, source));
  });
  return found
    .filter(({ mutation, start }) => mutation !== 'boundary' || !orders.has(start))
    .toSorted((first, second) => first.start - second.start || first.end - second.end);
}

function mutantsOf(node: Node, source: string): readonly Mutant[] {
  const textOf = ({ start, end }: Node): string => source.slice(start, end);
  const changed = (mutation: Mutation, { start, end }: Node, text: string): readonly Mutant[] => [
    { mutation, start, end, text },
  ];
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return operatorMutants(node, source);
    case 'IfStatement':
    case 'ConditionalExpression': {
      const test = node['test'] as Node;
      // A comparison is negated by its operator, and `!a` by the `!`.
      return isComparison(test) || isNegation(test)
        ? []
        : changed('negated condition', test, `!(${textOf(test)})`);
    }
    case 'Literal':
      return typeof node['value'] === 'boolean'
        ? changed('boolean', node, String(!node['value']))
        : [];
    case 'UnaryExpression':
      return isNegation(node) ? changed('boolean', node, textOf(node['argument'] as Node)) : [];
    case 'ExpressionStatement':
      return isCall(node['expression'] as Node) && !textOf(node).startsWith('super')
        ? changed('removed call', node, ';')
        : [];
    case 'ReturnStatement': {
      const value = node['argument'] as Node | null;
      return value === null || nothing.test(textOf(value))
        ? []
        : changed('changed return', value, 'undefined');
    }
    default:
      return [];
  }
}

/** An operator stands between its operands, so it is looked for there. */
function operatorMutants(node: Node, source: string): readonly Mutant[] {
  const { left, right, operator, start, end } = node as Node & {
    readonly left: Node;
    readonly right: Node;
    readonly operator: string;
  };
  if (operator === '??')
    return nothing.test(source.slice(right.start, right.end))
      ? []
      : [{ mutation: 'default', start, end, text: source.slice(left.start, left.end) }];
  const isText = [left, right].some(
    ({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string',
  );
  const [mutation, other]: readonly [Mutation, string | undefined] =
    operator in boundaries
      ? ['boundary', boundaries[operator]]
      : operator in opposites
        ? ['negated condition', opposites[operator]]
        : operator in logic
          ? ['boolean', logic[operator]]
          : ['arithmetic', isText ? undefined : sums[operator]];
  if (other === undefined) return [];
  const at = source.indexOf(operator, left.end);
  const text = source.slice(start, at) + other + source.slice(at + operator.length, end);
  return [{ mutation, start, end, text }];
}

function isComparison({ type, operator }: Node): boolean {
  return type === 'BinaryExpression' && String(operator) in opposites;
}

function isNegation({ type, operator }: Node): boolean {
  return type === 'UnaryExpression' && operator === '!';
}

/** `a < b ? -1 : 1` puts different things in order: whether equal ones are let in changes nothing. */
function isOrder(node: Node, source: string): boolean {
  return (
    node.type === 'ConditionalExpression' &&
    [node['consequent'], node['alternate']].every((branch) =>
      /^-?1$/.test(source.slice((branch as Node).start, (branch as Node).end)),
    )
  );
}

/** A call, awaited or not. */
function isCall(node: Node): boolean {
  const called = node.type === 'AwaitExpression' ? (node['argument'] as Node) : node;
  return called.type === 'CallExpression';
}

/** Visits everything that runs: what stands in types is left out. */
function walk(node: Node, visit: (node: Node) => void): void {
  const isType = node.type.startsWith('TS') && !('expression' in node);
  if (isType) return;
  visit(node);
  for (const [key, value] of Object.entries(node)) {
    if (key === 'typeAnnotation' || key === 'typeArguments') continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child === 'object' && child !== null && 'type' in child)
        walk(child as Node, visit);
  }
}
