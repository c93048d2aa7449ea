import type { z } from 'zod';
import type {
  myRunReply,
  myWorkReply,
  runResultReply,
} from '../../../../server/routes/judging/my-work.ts';
import type { protocolChanges } from '../../../../server/routes/reply-parts.ts';

/** What somebody has to do and has done, as the server says it. */
export type MyWork = z.infer<typeof myWorkReply>;
export type MyRun = z.infer<typeof myRunReply>;
export type RunResult = z.infer<typeof runResultReply>;
export type Changes = z.infer<typeof protocolChanges>;
