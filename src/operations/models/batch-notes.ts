import type { BatchNote, ModelBatch, PassingCode } from '../../domain/models/model-batch.ts';
import type { ModelFailure } from '../../domain/models/model-reply.ts';
import { codedText } from '../../domain/text-values.ts';
import type { TextCode } from '../../domain/texts.ts';
import type { Engine } from './engine.ts';

/** The notes of a batch with further ones, which somebody is told. */
export function tell(
  engine: Pick<Engine, 'tell'>,
  batch: ModelBatch,
  ...notes: readonly BatchNote[]
): readonly BatchNote[] {
  for (const { code, values } of notes) engine.tell?.(codedText(code as TextCode, values));
  return [...batch.notes, ...notes];
}

/** Warns that a provider could not be read; the next look goes on from there. */
export function batchWarning(
  { warnings }: Pick<Engine, 'warnings'>,
  { id, remote, entry }: ModelBatch,
  code: PassingCode,
  failure: ModelFailure,
): void {
  const values = { remote: remote ?? '', entry, code: failure.code, message: failure.message };
  warnings?.add(id, codedText(code, values));
}
