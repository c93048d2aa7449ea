import { parseSync } from 'vite';

/** The ways in which a source is changed. */
export const mutations = [
  'boundary',
  'negated condition',
  'arithmetic',
  'boolean',
  'removed call',
  'changed return',
] as const;
export type Mutation = (typeof mutations)[number];

/** One change of a source: the text from `start` to `end` becomes another. */
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

/** Every mutant of a TypeScript source, in the order of the text. */
export function findMutants(name: string, source: string): readonly Mutant[] {
  const found: Mutant[] = [];
  walk(parseSync(name, source).program as unknown as Node, (node) =>
    found.push(...mutantsOf(node, source)),
  );
  return found.toSorted((first, second) => first.start - second.start || first.end - second.end);
}

function mutantsOf(node: Node, source: string): readonly Mutant[] {
  const textOf = ({ start, end }: Node): string => source.slice(start, end);
  const whole = (mutation: Mutation, text: string): readonly Mutant[] => [
    { mutation, start: node.start, end: node.end, text },
  ];
  const negated = (test: Node): readonly Mutant[] =>
    isComparison(test)
      ? []
      : [
          {
            mutation: 'negated condition',
            start: test.start,
            end: test.end,
            text: `!(${textOf(test)})`,
          },
        ];
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return operatorMutants(node, source);
    case 'IfStatement':
    case 'ConditionalExpression':
      return negated(node['test'] as Node);
    case 'Literal':
      return typeof node['value'] === 'boolean' ? whole('boolean', String(!node['value'])) : [];
    case 'UnaryExpression':
      return node['operator'] === '!' ? whole('boolean', textOf(node['argument'] as Node)) : [];
    case 'ExpressionStatement': {
      const { type } = node['expression'] as Node;
      return type === 'CallExpression' && !textOf(node).startsWith('super')
        ? whole('removed call', ';')
        : [];
    }
    case 'ReturnStatement': {
      const value = node['argument'] as Node | null;
      return value === null || /^(undefined|null|true|false)$/.test(textOf(value))
        ? []
        : whole('changed return', 'return undefined;');
    }
    default:
      return [];
  }
}

/** An operator stands between its operands, so it is looked for there. */
function operatorMutants(node: Node, source: string): readonly Mutant[] {
  const { left, right, operator } = node as Node & {
    readonly left: Node;
    readonly right: Node;
    readonly operator: string;
  };
  const isText = [left, right].some(
    ({ type, value }) => type === 'TemplateLiteral' || typeof value === 'string',
  );
  const [mutation, text]: readonly [Mutation, string | undefined] =
    operator in boundaries
      ? ['boundary', boundaries[operator]]
      : operator in opposites
        ? ['negated condition', opposites[operator]]
        : operator in logic
          ? ['boolean', logic[operator]]
          : ['arithmetic', isText ? undefined : sums[operator]];
  if (text === undefined) return [];
  const start = source.indexOf(operator, left.end);
  return [{ mutation, start, end: start + operator.length, text }];
}

/** Comparisons are negated by their operator. */
function isComparison({ type, operator }: Node): boolean {
  return type === 'BinaryExpression' && String(operator) in opposites;
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
