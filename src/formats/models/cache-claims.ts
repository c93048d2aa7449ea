import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { codedText, foundValue } from '../../domain/text-values.ts';
import type { CachedAnswers, ClaimName } from './cached-answers.ts';

/** What an entry of a cache says about itself, against its key. */
export interface EntryClaim {
  readonly name: ClaimName;
  readonly got: string;
  readonly expected: string;
}

/** Whether an entry names another model or run than its key; entries need not name any. */
export function wrongRun(
  answers: CachedAnswers,
  bytes: Uint8Array,
  key: { readonly model: string; readonly run: number },
): EntryClaim | null {
  const model = answers.claimed(bytes, '_model');
  if (model !== null && model !== key.model)
    return { name: '_model', got: model, expected: key.model };
  const run = answers.claimed(bytes, '_run');
  if (run !== null && Number(run) !== key.run)
    return { name: '_run', got: run, expected: String(key.run) };
  return null;
}

/** The fault of an entry that contradicts its key. */
export function claimFault(
  field: string,
  { name, got, expected }: EntryClaim,
  place: { readonly file: string; readonly line: number },
): Fault {
  const wanted = codedText('as-key', { value: expected });
  const values = { field: `${field}.${name}`, got: foundValue(got), expected: wanted };
  return fault('wrong-value', values, place);
}
