import type { CodedText } from '../../domain/coded-text.ts';
import { reasonText } from '../../domain/fold/open-reason.ts';
import type { OpenReason } from '../../domain/fold/open-reason.ts';
import { queuePage } from '../../truth/rulings/ruling-queue.ts';
import type { QueuedUnit, QueuePlace } from '../../truth/rulings/ruling-queue.ts';
import { authorise } from '../authorise.ts';
import { refuseWhileBlind } from '../judging/blindness.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { liveFold } from '../fold/live-fold.ts';
import type { FigureScope } from '../fold/live-fold.ts';
import type { WorkContext } from '../work-context.ts';
import { orderOf } from './queue-order.ts';
import { rowsLike } from './similar-cases.ts';

/** Which page of the queue. */
export interface QueueRequest extends FigureScope {
  /** Only cases with the same labels tied as on this unit. */
  readonly like?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

/** A unit in the queue, with each reason in a sentence. */
export interface QueueItem extends QueuedUnit {
  readonly reasons: readonly (OpenReason & { readonly sentence: CodedText })[];
}

/** A page of the queue. */
export interface QueueView {
  readonly task: string;
  /** How many units wait, those on the other pages included. */
  readonly total: number;
  readonly items: readonly QueueItem[];
  readonly nextCursor: string | null;
}

/**
 * What waits for a ruling, lowest agreement first, with reasons. For adjudicators and leads who do
 * not judge in an open run of the task: the votes would influence them.
 */
export async function rulingQueue(context: WorkContext, input: QueueRequest): Promise<QueueView> {
  authorise(context.actor, input.project, 'adjudicator', 'lead');
  const { fold, task } = await liveFold(context.store, input);
  await refuseWhileBlind(context, { project: input.project, task: task.task.id });
  const whole = orderOf(fold);
  const order = input.like === undefined ? whole : { ...whole, rows: rowsLike(fold, input.like) };
  const limit = Math.min(Math.max(Math.trunc(input.limit ?? 50), 1), 500);
  const after = readCursor(input.cursor, placeIn);
  const page = queuePage(fold, order, { after, limit: limit + 1 });
  const items = page.slice(0, limit);
  const last = items.at(-1);
  return {
    task: task.task.id,
    total: order.rows.length,
    items: items.map((item) => ({ ...item, reasons: item.reasons.map(withSentence) })),
    nextCursor:
      page.length > limit && last !== undefined ? writeCursor([last.agreement, last.unit]) : null,
  };
}

/** A reason with its sentence. */
export function withSentence(reason: OpenReason): QueueItem['reasons'][number] {
  return { ...reason, sentence: reasonText(reason) };
}

function placeIn(parts: readonly unknown[]): QueuePlace | null {
  const [agreement, unit] = parts;
  if (typeof unit !== 'string') return null;
  return agreement === null || typeof agreement === 'number' ? { agreement, unit } : null;
}
