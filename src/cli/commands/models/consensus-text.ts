import { panelAnnotators } from '../../../domain/judging/annotator.ts';
import type { ConsensusCounts } from '../../../operations/models/overview/model-consensus.ts';
import type { ModelWork } from '../../../operations/models/model-work.ts';
import { count, number } from '../../output.ts';

/** What the judgments decide; null where the panel has no model whose judgments would count. */
export async function consensusOf(
  work: ModelWork,
  allowPartial: boolean,
): Promise<ConsensusCounts | null> {
  const panel = panelAnnotators(work.content.protocol.panel, work.task.task.id);
  const isCounted = panel.some(({ kind }) => kind === 'model');
  return isCounted ? await work.consensus(allowPartial) : null;
}

/** The same in a sentence; what not all have judged is marked. */
export function consensusText({
  units,
  decided,
  open,
  awaiting,
  partial,
}: ConsensusCounts): string {
  const marked = partial === 0 ? '' : `, ${count(partial)} of these PARTIAL (runs are missing)`;
  return (
    `Consensus: ${count(decided)} of ${number(units, 'unit')} decided, ${count(open)} wait for a ` +
    `ruling${marked}; ${count(awaiting)} lack judgments.`
  );
}
