import type { Uncounted } from '../domain/fold/uncounted.ts';
import { whyUncounted } from '../truth/fold/counted-entries.ts';
import type { FoldedTask } from './record-fold.ts';

/** Which judgments of a task count. */
export interface CountedWork {
  /** Per judgment of the task, why it does not count; null where it does. */
  readonly why: readonly (Uncounted | null)[];
  /** Per unit, the places of its judgments. */
  readonly placesOf: ReadonlyMap<string, readonly number[]>;
}

/** Which judgments of a task count; found once for everything that asks. */
export function countedWork(task: FoldedTask): CountedWork {
  const known = found.get(task);
  if (known !== undefined) return known;
  const made = countOf(task);
  found.set(task, made);
  return made;
}

/** Per judgment of a task, the code of why it does not count; null where it does. */
export function uncountedCodes(task: FoldedTask): readonly (string | null)[] {
  return countedWork(task).why.map((one) => one?.why ?? null);
}

const found = new WeakMap<FoldedTask, CountedWork>();

function countOf({ fold, judgments }: FoldedTask): CountedWork {
  const placesOf = new Map<string, number[]>();
  judgments.forEach(({ unit }, place) => {
    const places = placesOf.get(unit);
    if (places === undefined) placesOf.set(unit, [place]);
    else places.push(place);
  });
  const why = judgments.map((): Uncounted | null => null);
  for (const places of placesOf.values()) {
    const own = whyUncounted(
      fold,
      places.map((place) => judgments[place]!),
    );
    places.forEach((place, at) => (why[place] = own[at]!));
  }
  return { why, placesOf };
}
