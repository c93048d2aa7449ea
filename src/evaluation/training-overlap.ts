import { contentHash } from '../truth/protocol/task-hash.ts';
import { nearDuplicates } from '../statistics/release/near-duplicates.ts';

/** A row of what a system was trained with. */
export interface TrainingRow {
  readonly line: number;
  readonly id: string | null;
  /** Hashes of the whole unit, as a release publishes them. */
  readonly hashes: readonly string[];
  readonly text: string | null;
}

/** A unit that is measured; its text is null where the release withholds it. */
export interface MeasuredUnit {
  readonly id: string;
  readonly hash: string;
  readonly text: string | null;
}

/** A row of the training data that is, or nearly is, a measured unit. */
export interface OverlappingRow {
  readonly line: number;
  readonly unit: string;
  /** The same id, the same content by its hash, the same text, or nearly the same. */
  readonly how: 'id' | 'hash' | 'text' | 'near';
  /** The Jaccard similarity of the texts' shingles where it is nearly the same. */
  readonly similarity: number | null;
}

/**
 * The rows of training data that overlap with the measured units, each once with the strongest
 * reason, in the order of the rows. Texts are the same when they are so in lower case, in Unicode's
 * form NFKC, with any white space as one space. Units whose text is withheld are compared by id and
 * hash only.
 * @example const unit = { id: 'u1', hash: 'x', text: 'Capital  rules' };
 * const row = { line: 2, id: null, hashes: [], text: 'capital rules' };
 * trainingOverlap([row], [unit])[0].how // 'text'
 */
export function trainingOverlap(
  training: readonly TrainingRow[],
  units: readonly MeasuredUnit[],
): readonly OverlappingRow[] {
  const ids = new Set(units.map(({ id }) => id));
  const byHash = new Map(units.map(({ hash, id }) => [hash, id]));
  const byText = new Map(
    units.flatMap(({ id, text }) => (isBlank(text) ? [] : [[textHash(text!), id] as const])),
  );
  const near = nearRows(training, units);
  return training.flatMap((row, at): readonly OverlappingRow[] => {
    const { line, id, hashes, text } = row;
    const plain = { line, similarity: null };
    if (id !== null && ids.has(id)) return [{ ...plain, unit: id, how: 'id' }];
    const hash = hashes.find((one) => byHash.has(one));
    if (hash !== undefined) return [{ ...plain, unit: byHash.get(hash)!, how: 'hash' }];
    const same = isBlank(text) ? undefined : byText.get(textHash(text!));
    if (same !== undefined) return [{ ...plain, unit: same, how: 'text' }];
    const alike = near.get(at);
    return alike === undefined ? [] : [{ line, ...alike, how: 'near' }];
  });
}

function isBlank(text: string | null): boolean {
  return text === null || text.trim() === '';
}

function textHash(text: string): string {
  return contentHash(text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim());
}

interface Alike {
  readonly unit: string;
  readonly similarity: number;
}

/** By the place of a training row, the unit whose text is most like its own. */
function nearRows(
  training: readonly TrainingRow[],
  units: readonly MeasuredUnit[],
): ReadonlyMap<number, Alike> {
  const texts = [...units, ...training].map(({ text }) => text ?? '');
  const found = new Map<number, Alike>();
  const sameRows: (readonly [number, number])[] = [];
  for (const { a, b, similarity } of nearDuplicates(texts)) {
    const row = b - units.length;
    if (row < 0) continue;
    if (a >= units.length) {
      if (similarity === 1) sameRows.push([a - units.length, row]);
    } else if (similarity > (found.get(row)?.similarity ?? 0))
      found.set(row, { unit: units[a]!.id, similarity });
  }
  // Of rows with the same words, the search pairs only the first with the units.
  for (const [first, row] of sameRows)
    if (found.has(first) && !found.has(row)) found.set(row, found.get(first)!);
  return found;
}
