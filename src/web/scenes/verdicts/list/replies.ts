import type { z } from 'zod';
import type {
  policiesReply,
  previewReply,
  verdictReply,
  verdictRow,
  verdictsReply,
} from '../../../../server/routes/verdicts/verdicts.ts';

export type PoliciesReply = z.infer<typeof policiesReply>;
export type PolicyReply = PoliciesReply['policies'][number];
export type VerdictsReply = z.infer<typeof verdictsReply>;
export type VerdictRow = z.infer<typeof verdictRow>;
export type VerdictReply = z.infer<typeof verdictReply>;
export type TraceUnit = VerdictReply['units'][number];
export type PreviewReply = z.infer<typeof previewReply>;
