import type { z } from 'zod';
import type { guidelineReply } from '../../../../server/routes/protocol/projects.ts';
import type { protocolChanges } from '../../../../server/routes/reply-parts.ts';
import type { edgeCasesReply } from '../../../../server/routes/rulings/rulings.ts';

/** The guideline, its changes and what grew from rulings, as the server says them. */
export type GuidelineReply = z.infer<typeof guidelineReply>;
export type CardReply = GuidelineReply['cards'][number];
export type ChapterReply = GuidelineReply['chapters'][number];
export type ChangesReply = z.infer<typeof protocolChanges>;
export type EdgeCasesReply = z.infer<typeof edgeCasesReply>;
