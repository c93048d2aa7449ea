import { measureNames } from '../agreement/measure.ts';
import type { MeasureName } from '../agreement/measure.ts';

/**
 * What "overall" means with several questions: `macro`, the mean of their values; `pooled`, all
 * decisions as one list; `sets`, whole label sets compared.
 */
const overallKinds = ['macro', 'pooled', 'sets'] as const;
export type OverallKind = (typeof overallKinds)[number];

/** What a gate's measure is taken over. @internal */
export type GateScope =
  | { readonly kind: 'overall'; readonly how: OverallKind }
  | { readonly kind: 'every-question' }
  | { readonly kind: 'question'; readonly question: string }
  | { readonly kind: 'key' };

/** One condition that a round must meet before the next may open. Without a value it is not met. */
export type Gate =
  | {
      readonly kind: 'measure';
      readonly source: string;
      readonly measure: MeasureName;
      readonly target: number;
      readonly scope: GateScope;
    }
  | { readonly kind: 'quotas'; readonly source: string };

/** The gate, or the reason why the text is none. */
export type ParsedGate =
  | { readonly ok: true; readonly gate: Gate }
  | { readonly ok: false; readonly reason: string };

const form = /^(?<measure>[a-z][a-z0-9_]*)\s*>=\s*(?<target>-?\d+(?:\.\d+)?)(?:\s+(?<scope>.+))?$/;

/**
 * Parses a gate of a protocol file.
 * @example parseGate('fleiss_kappa >= 0.60 per question').gate.target // 0.6
 */
export function parseGate(source: string): ParsedGate {
  const text = source.trim();
  if (text === 'all quotas met') return { ok: true, gate: { kind: 'quotas', source: text } };
  const no = (reason: string): ParsedGate => ({ ok: false, reason });
  const parts = form.exec(text)?.groups;
  if (parts === undefined) return no(`"${text}" is no gate, expected such as ${gateExamples}`);
  const measure = measureNames.find((name) => name === parts['measure']);
  if (measure === undefined)
    return no(`${parts['measure']} is no measure, expected ${measureNames.join(', ')}`);
  const target = Number(parts['target']);
  if (target > 1) return no(`the target is ${target}, expected at most 1`);
  const scope = parseScope(parts['scope'] ?? 'overall');
  if (scope === null) return no(`"${parts['scope']}" is no scope, expected ${scopeForms}`);
  return { ok: true, gate: { kind: 'measure', source: text, measure, target, scope } };
}

const gateExamples = '"fleiss_kappa >= 0.70 overall" or "all quotas met"';
const scopeForms =
  'overall, overall(pooled), overall(sets), per question, on <question> or against key';

function parseScope(text: string): GateScope | null {
  if (text === 'per question') return { kind: 'every-question' };
  if (text === 'against key') return { kind: 'key' };
  const question = /^on ([A-Za-z][A-Za-z0-9_.-]*)$/.exec(text)?.[1];
  if (question !== undefined) return { kind: 'question', question };
  const overall = /^overall(?:\((\w+)\))?$/.exec(text);
  const how = overallKinds.find((kind) => kind === (overall?.[1] ?? 'macro'));
  return overall === null || how === undefined ? null : { kind: 'overall', how };
}
