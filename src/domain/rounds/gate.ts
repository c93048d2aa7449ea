import { measureNames } from '../agreement/measure.ts';
import type { MeasureName } from '../agreement/measure.ts';
import type { CodedText, TextValues } from '../coded-text.ts';
import { codedText } from '../text-values.ts';
import type { TextCode } from '../texts.ts';

/**
 * What "overall" means with several questions: `macro`, the mean of their values; `pooled`, all
 * decisions as one list; `sets`, whole label sets compared.
 */
export const overallKinds = ['macro', 'pooled', 'sets'] as const;
export type OverallKind = (typeof overallKinds)[number];

/** What a gate's measure is taken over. */
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
      /** What must reach the target: the value, or the lower end of its interval. */
      readonly bound: 'value' | 'low';
      readonly target: number;
      readonly scope: GateScope;
    }
  | { readonly kind: 'quotas'; readonly source: string };

/** The gate that everything was judged, also of a run whose protocol does not name it. */
export const completeGate = 'all quotas met';
/** The gate of a run whose questions have changed since: it is superseded. */
export const questionsGate = 'same questions';
/**
 * The gate of a pilot whose guideline has changed since: a pilot tries the guideline, and is
 * superseded by a new one.
 */
export const guidelineGate = 'same guideline';

/** The gate, or why the text cannot be parsed. */
export type ParsedGate =
  | { readonly ok: true; readonly gate: Gate }
  | { readonly ok: false; readonly reason: CodedText };

const form =
  /^(?<measure>[a-z][a-z0-9_]*)(?:\.(?<bound>\w+))?\s*>=\s*(?<target>-?\d+(?:\.\d+)?)(?:\s+(?<scope>.+))?$/;

/**
 * Parses a gate of a protocol file.
 * @example parseGate('fleiss_kappa >= 0.60 per question').gate.target // 0.6
 */
export function parseGate(source: string): ParsedGate {
  const text = source.trim();
  if (text === completeGate) return { ok: true, gate: { kind: 'quotas', source: text } };
  const no = (code: TextCode, values: TextValues): ParsedGate => ({
    ok: false,
    reason: codedText(code, values),
  });
  const parts = form.exec(text)?.groups;
  if (parts === undefined) return no('not-a-gate', { text });
  const { measure: name = '', bound, scope: over = 'overall' } = parts;
  const measure = measureNames.find((one) => one === name);
  if (measure === undefined)
    return no('no-measure', { got: name, measures: measureNames.join(', ') });
  if (bound !== undefined && bound !== 'low') return no('no-bound', { got: bound });
  const target = Number(parts['target']);
  if (target > 1) return no('target-above-1', { target });
  const scope = parseScope(over);
  if (scope === null) return no('no-scope', { got: over });
  // Agreement with the key is of one annotator, and has no interval.
  if (bound === 'low' && scope.kind === 'key') return no('no-low-key', {});
  const gate = { kind: 'measure', source: text, measure, target, scope } as const;
  return { ok: true, gate: { ...gate, bound: bound ?? 'value' } };
}

/** The parts of a gate that measures something. */
export type MeasuredGate = Omit<Extract<Gate, { readonly kind: 'measure' }>, 'kind' | 'source'>;

/** Writes a gate as a protocol file has it: `fleiss_kappa.low >= 0.60 per question`. */
export function printGate({ measure, bound, target, scope }: MeasuredGate): string {
  const short = target.toFixed(2);
  const written = Number(short) === target ? short : String(target);
  return `${measure}${bound === 'low' ? '.low' : ''} >= ${written} ${printScope(scope)}`;
}

function printScope(scope: GateScope): string {
  if (scope.kind === 'every-question') return 'per question';
  if (scope.kind === 'key') return 'against key';
  if (scope.kind === 'question') return `on ${scope.question}`;
  return scope.how === 'macro' ? 'overall' : `overall(${scope.how})`;
}

function parseScope(text: string): GateScope | null {
  if (text === 'per question') return { kind: 'every-question' };
  if (text === 'against key') return { kind: 'key' };
  const question = /^on ([A-Za-z][A-Za-z0-9_.-]*)$/.exec(text)?.[1];
  if (question !== undefined) return { kind: 'question', question };
  const overall = /^overall(?:\((\w+)\))?$/.exec(text);
  const how = overallKinds.find((kind) => kind === (overall?.[1] ?? 'macro'));
  return overall === null || how === undefined ? null : { kind: 'overall', how };
}
