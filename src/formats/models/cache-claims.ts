import { fault } from '../../domain/fault.ts';
import type { Fault } from '../../domain/fault.ts';
import { codedText, foundValue } from '../../domain/text-values.ts';
import type { CachedAnswers } from './cached-answers.ts';

/** What an entry of a cache says about itself, against its key. */
export interface EntryClaim {
  readonly name: string;
  readonly got: string;
  readonly expected: string;
}

/**
 * What an entry says of its topic, model and run against its key; entries need not name any. The
 * aggregate of a unit is of no run.
 */
export function wrongOrigin(
  answers: CachedAnswers,
  bytes: Uint8Array,
  topic: string,
  key: { readonly model: string; readonly run: number } | null,
): EntryClaim | null {
  const named = answers.claimed(bytes, '_topic');
  if (named !== null && named !== topic) return { name: '_topic', got: named, expected: topic };
  if (key === null) return null;
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
