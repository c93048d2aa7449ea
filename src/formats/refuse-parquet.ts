import type { TextValues } from '../domain/coded-text.ts';
import { refuse } from '../domain/fault.ts';
import { codedText } from '../domain/text-values.ts';
import type { TextCode } from '../domain/texts.ts';

/** Refuses a Parquet file for a reason of the catalogue. */
export function refuseParquet(reason: TextCode, values: TextValues = {}): never {
  return refuse('bad-parquet', { reason: codedText(reason, values) });
}
