import type { z } from 'zod';
import type {
  agreementReply,
  annotatorsReply,
  checklistsReply,
  labelsReply,
  overviewReply,
  pairsReply,
  pairUnitsReply,
  progressReply,
  speedReply,
} from '../../server/routes/monitoring/monitor-replies.ts';
import type { taskReply } from '../../server/routes/protocol/task-reply.ts';

export type AgreementReply = z.infer<typeof agreementReply>;
export type AnnotatorsReply = z.infer<typeof annotatorsReply>;
export type ChecklistsReply = z.infer<typeof checklistsReply>;
export type LabelsReply = z.infer<typeof labelsReply>;
export type OverviewReply = z.infer<typeof overviewReply>;
export type PairsReply = z.infer<typeof pairsReply>;
export type PairUnitsReply = z.infer<typeof pairUnitsReply>;
export type ProgressReply = z.infer<typeof progressReply>;
export type SpeedReply = z.infer<typeof speedReply>;
export type TaskReply = z.infer<typeof taskReply>;

/** What every figure says about itself. */
export type FigureHead = Pick<
  AgreementReply,
  'task' | 'run' | 'guideline' | 'simulated' | 'judgments' | 'stale'
>;
