import { inEnglish } from '../../domain/english.ts';
import { markdownCode, markdownText } from '../../domain/markdown-text.ts';
import { gateText as askedText } from '../../domain/rounds/gate-text.ts';
import { gateOutcome } from '../../domain/rounds/gate-status.ts';
import type { GateStatus } from '../../domain/rounds/gate-status.ts';
import type { Estimate } from '../../statistics/estimate.ts';

/**
 * An estimate of a share in words: value, interval and n, in per cent.
 * @example shareText({ value: 0.25, n: 8, skipped: 0, interval: null, method: reason('no-ratings') }) // '25.0 % (n 8)'
 */
export function shareText(estimate: Estimate | null): string {
  if (estimate === null || estimate.value === null) return '–';
  const percent = (value: number): string => (100 * value).toFixed(1);
  const { value, n, interval } = estimate;
  const between =
    interval === null ? '' : `, 95 % ${percent(interval[0])} to ${percent(interval[1])} %`;
  return `${percent(value)} %${between} (n ${n})`;
}

/** An estimate of a coefficient in words. */
export function coefficientText(estimate: Estimate | null | undefined): string {
  if (estimate === null || estimate === undefined || estimate.value === null) return '–';
  const { value, n, interval } = estimate;
  const between =
    interval === null ? '' : `, 95 % ${interval[0].toFixed(2)} to ${interval[1].toFixed(2)}`;
  return `${value.toFixed(3)}${between} (n ${n})`;
}

/** What a gate came to, in tables for people: `FAIL, waived`. */
export function gateText(status: GateStatus, isWaived: boolean): string {
  const words = statusWords[status];
  return gateOutcome(status, isWaived) === 'waived' ? `${words}, waived` : words;
}

const statusWords: Readonly<Record<GateStatus, string>> = {
  NONE: 'no gate',
  PASS: 'PASS',
  FAIL: 'FAIL',
  UNDEFINED: 'no value',
  SUPERSEDED: 'superseded',
};

/** A gate in Markdown: as a sentence, with what the protocol writes beside it. */
export function writtenGate(source: string): string {
  const sentence = gateSentence(source);
  return `${sentence === source ? '' : `${markdownText(sentence)} `}${markdownCode(source)}`;
}

/** A gate as a sentence; one that has none, as the protocol writes it. */
export function gateSentence(source: string): string {
  const text = askedText(source);
  return typeof text === 'string' ? text : inEnglish(text);
}
