import type { BatchNote, ModelBatch, PassingCode } from '../../domain/models/model-batch.ts';
import type { ModelFailure } from '../../domain/models/model-reply.ts';
import { codedText } from '../../domain/text-values.ts';
import type { TextCode } from '../../domain/texts.ts';
import { usualGrace } from '../../truth/models/reconcile.ts';
import type { Engine } from './engine.ts';

/** Adds notes to those of a batch; they are shown to people. */
export function tell(
  engine: Pick<Engine, 'tell'>,
  batch: ModelBatch,
  ...notes: readonly BatchNote[]
): readonly BatchNote[] {
  for (const { code, values } of notes) engine.tell?.(codedText(code as TextCode, values));
  return [...batch.notes, ...notes];
}

/** Warns of what passes by itself: the next look at the batch goes on from there. */
export function batchWarning(
  { warnings }: Pick<Engine, 'warnings'>,
  { id, remote, entry }: ModelBatch,
  code: PassingCode,
  failure: Pick<ModelFailure, 'code' | 'message'> | null,
  count = 0,
): void {
  const { code: failed = '', message = '' } = failure ?? {};
  const minutes = usualGrace / 60_000;
  const values = { remote: remote ?? '', entry, code: failed, message, count, minutes };
  warnings?.add(id, codedText(code, values));
}
