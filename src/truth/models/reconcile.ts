import type { ModelBatch } from '../../domain/models/model-batch.ts';

/** A batch that a provider has. */
export interface FoundBatch {
  readonly id: string;
  readonly tag: string | null;
  readonly createdAt: string | null;
  readonly requests: number | null;
}

/** What to do about a batch that may or may not exist. */
export type Reconciled =
  /**
   * It exists; `others` are further ones with its tag, to be cancelled. `alike` are further ones
   * that only look like it, and may be somebody else's.
   */
  | {
      readonly kind: 'adopt';
      readonly id: string;
      readonly others: readonly string[];
      readonly alike: readonly string[];
    }
  /** It may still appear. */
  | { readonly kind: 'wait'; readonly until: number }
  /** It was never made. */
  | { readonly kind: 'give-back' };

/** How long before and after the intent a batch may have been made, in milliseconds. */
const clockDifference = 5 * 60_000;
const longestCreation = 15 * 60_000;

/** How long to look for a batch before it counts as never made or gone, in milliseconds. */
export const usualGrace = 10 * 60_000;

/**
 * Decides about a batch whose making had no clear end. It is looked for and never made again on
 * suspicion. With tags, whatever carries its tag is it: the oldest is adopted and the others are to
 * be cancelled. Without, a batch of the same size made at that time is taken for it until its ids
 * say otherwise. `known` are the batches that are accounted for.
 */
export function reconcile(
  batch: Pick<ModelBatch, 'tag' | 'requests' | 'intentAt' | 'mistaken'>,
  found: readonly FoundBatch[],
  known: ReadonlySet<string>,
  now: number,
  grace: number = usualGrace,
): Reconciled {
  const intent = batch.intentAt === null ? now : Date.parse(batch.intentAt);
  const isFree = ({ id }: FoundBatch): boolean => !known.has(id) && !batch.mistaken.includes(id);
  const tagged = found.filter((one) => isFree(one) && one.tag === batch.tag);
  const [own, ...others] = oldestFirst(tagged);
  if (own !== undefined)
    return { kind: 'adopt', id: own.id, others: others.map(({ id }) => id), alike: [] };
  const alike = found.filter(
    (one) => isFree(one) && one.tag === null && isAlike(one, batch.requests, intent),
  );
  const [likely, ...rest] = oldestFirst(alike);
  if (likely !== undefined)
    return { kind: 'adopt', id: likely.id, others: [], alike: rest.map(({ id }) => id) };
  const until = intent + grace;
  return now < until ? { kind: 'wait', until } : { kind: 'give-back' };
}

function isAlike({ createdAt, requests }: FoundBatch, wanted: number, intent: number): boolean {
  if (requests !== wanted || createdAt === null) return false;
  const made = Date.parse(createdAt);
  return made >= intent - clockDifference && made <= intent + longestCreation;
}

function oldestFirst(found: readonly FoundBatch[]): readonly FoundBatch[] {
  return found.toSorted(
    (a, b) => Date.parse(a.createdAt ?? '') - Date.parse(b.createdAt ?? '') || 0,
  );
}
