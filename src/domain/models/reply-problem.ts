import type { CodedText } from '../coded-text.ts';
import type { Fault } from '../fault.ts';
import { codedText } from '../text-values.ts';

/** Why a reply cannot become a judgment. @internal */
export const replyProblems = [
  'schema_invalid',
  'off_scale',
  'constraint_violation',
  'quote_not_found',
  'not_json',
  'empty',
  'truncated',
  'refused',
  'context_truncated',
] as const;
export type ReplyProblemKind = (typeof replyProblems)[number];

/** Why a reply cannot become a judgment, with everything that is wrong with it. */
export interface ReplyProblem {
  readonly kind: ReplyProblemKind;
  readonly faults: readonly Fault[];
}

const texts = {
  schema_invalid: 'reply-schema-invalid',
  off_scale: 'reply-off-scale',
  constraint_violation: 'reply-constraint-violation',
  quote_not_found: 'reply-quote-not-found',
  not_json: 'reply-not-json',
  empty: 'reply-empty',
  truncated: 'reply-truncated',
  refused: 'reply-refused',
  context_truncated: 'reply-context-truncated',
} as const satisfies Record<ReplyProblemKind, string>;

/** The kind of a problem in words, with its details where there are some. */
export function problemText({ kind, faults }: ReplyProblem): CodedText {
  const problem = codedText(texts[kind]);
  if (faults.length === 0) return problem;
  return codedText('reply-problem', { problem, details: faults });
}
