import { measureText } from '../agreement/measure.ts';
import type { CodedText } from '../coded-text.ts';
import { codedText } from '../text-values.ts';
import { completeGate, guidelineGate, parseGate, questionsGate } from './gate.ts';
import type { GateScope, MeasuredGate } from './gate.ts';

/**
 * A gate as a sentence: what a protocol writes, and the gates that every run has. What is neither
 * stays as it is written.
 */
export function gateText(source: string): CodedText | string {
  const implied = impliedGates[source];
  if (implied !== undefined) return codedText(implied);
  const parsed = parseGate(source);
  return parsed.ok && parsed.gate.kind === 'measure' ? askedText(parsed.gate) : source;
}

/** A gate as a sentence, with what the protocol writes beside it. */
export function codedGate(source: string): CodedText | string {
  const gate = gateText(source);
  return gate === source ? source : codedText('gate-coded', { gate, code: source });
}

const impliedGates: Readonly<Record<string, 'gate-quotas' | 'gate-guideline' | 'gate-questions'>> =
  {
    [completeGate]: 'gate-quotas',
    [guidelineGate]: 'gate-guideline',
    [questionsGate]: 'gate-questions',
  };

function askedText({ measure, bound, target, scope }: MeasuredGate): CodedText {
  const over = overText(scope);
  const values = { measure: measureText(measure), target: targetText(target), over };
  return codedText(bound === 'low' ? 'gate-asks-low' : 'gate-asks', values);
}

function overText(scope: GateScope): CodedText {
  if (scope.kind === 'every-question') return codedText('gate-over-every');
  if (scope.kind === 'key') return codedText('gate-over-key');
  if (scope.kind === 'question')
    return codedText('gate-over-question', { question: scope.question });
  return codedText(`gate-over-${scope.how}`);
}

/** With the decimals that it has, and two at least. */
function targetText(value: number): CodedText | string {
  const places = Math.max(2, String(value).split('.')[1]?.length ?? 0);
  if (places > 4) return String(value);
  return codedText(`target-${places as 2 | 3 | 4}`, { value });
}
