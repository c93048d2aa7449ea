/** Two texts, by their places, that are nearly the same. */
export interface DuplicatePair {
  readonly a: number;
  readonly b: number;
  /** The Jaccard similarity of their shingles, exact. */
  readonly similarity: number;
}

/**
 * Finds pairs of texts that are nearly the same: those whose sets of shingles (three words in a
 * row, in lower case) have a Jaccard similarity of at least `least`. Candidates come from MinHash
 * with banding, 20 bands of 4 hashes, and every candidate is checked exactly, so a pair that is
 * reported is one. A pair of similarity s is a candidate with probability 1 − (1 − s⁴)²⁰: 0.99998
 * at 0.8. Of texts with the same words, each is paired with the first only, and one of them stands
 * for all. Texts without a word have no duplicates. Broder 1997,
 * https://doi.org/10.1109/SEQUEN.1997.666900
 * @example nearDuplicates(['a b c d', 'x y z', 'A, b. c d!'])[0] // { a: 0, b: 2, similarity: 1 }
 */
export function nearDuplicates(texts: readonly string[], least = 0.8): readonly DuplicatePair[] {
  const found: DuplicatePair[] = [];
  const firstOf = new Map<number, number[]>();
  const places: number[] = [];
  const signatures = new Uint32Array(texts.length * bands * rows);
  texts.forEach((text, place) => {
    const words = wordsOf(text);
    if (words.length === 0) return;
    const hashes = words.map(hashOf);
    const alike = firstOf.get(combined(hashes)) ?? [];
    const first = alike.find((one) => wordsOf(texts[one]!).join(' ') === words.join(' '));
    if (first !== undefined) {
      found.push({ a: first, b: place, similarity: 1 });
      return;
    }
    firstOf.set(combined(hashes), [...alike, place]);
    sign(signatures, places.length * bands * rows, hashes);
    places.push(place);
  });
  for (const [one, other] of candidates(signatures, places.length)) {
    const [a, b] = [places[one]!, places[other]!];
    const similarity = shingleSimilarity(texts[a]!, texts[b]!);
    if (similarity >= least) found.push({ a, b, similarity });
  }
  return found.toSorted((x, y) => x.a - y.a || x.b - y.b);
}

/** How many words make a shingle. */
const shingleWords = 3;
const bands = 20;
const rows = 4;
/** A bucket with more texts is not searched pair by pair, but against its first text. */
const largestBucket = 200;

/**
 * The Jaccard similarity of two texts by their shingles: shared shingles over all shingles.
 * @example shingleSimilarity('a b c d', 'a b c e') // 0.3333333333333333
 */
export function shingleSimilarity(one: string, other: string): number {
  const [a, b] = [shinglesOf(wordsOf(one)), shinglesOf(wordsOf(other))];
  let shared = 0;
  for (const shingle of a) if (b.has(shingle)) shared += 1;
  return shared / (a.size + b.size - shared);
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function shinglesOf(words: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const last = Math.max(0, words.length - shingleWords);
  for (let at = 0; at <= last; at += 1) found.add(words.slice(at, at + shingleWords).join(' '));
  return found;
}

/** Pairs that share all hashes of a band, each once, the earlier text first. */
function* candidates(signatures: Uint32Array, texts: number): Generator<readonly [number, number]> {
  const seen = new Set<number>();
  for (let band = 0; band < bands; band += 1) {
    const buckets = new Map<number, number[]>();
    for (let text = 0; text < texts; text += 1) {
      const start = (text * bands + band) * rows;
      const key = combined(signatures.subarray(start, start + rows));
      const bucket = buckets.get(key);
      if (bucket === undefined) buckets.set(key, [text]);
      else bucket.push(text);
    }
    for (const bucket of buckets.values())
      for (let one = 0; one < bucket.length; one += 1) {
        if (bucket.length > largestBucket && one > 0) break;
        for (let other = one + 1; other < bucket.length; other += 1) {
          const key = bucket[one]! * texts + bucket[other]!;
          if (seen.has(key)) continue;
          seen.add(key);
          yield [bucket[one]!, bucket[other]!];
        }
      }
  }
}

/** Writes the least hash of a text's shingles under each of the hash functions. */
function sign(signatures: Uint32Array, start: number, hashes: readonly number[]): void {
  const least = signatures.subarray(start, start + bands * rows).fill(0xffffffff);
  const last = Math.max(0, hashes.length - shingleWords);
  for (let at = 0; at <= last; at += 1) {
    const shingle = combined(hashes.slice(at, at + shingleWords));
    for (let place = 0; place < least.length; place += 1) {
      const value = mixed(shingle ^ salts[place]!) >>> 0;
      if (value < least[place]!) least[place] = value;
    }
  }
}

/** One hash of several, which depends on their order. */
function combined(hashes: ArrayLike<number>): number {
  let all = 0;
  for (let at = 0; at < hashes.length; at += 1)
    all = mixed(Math.imul(all, 0x01000193) ^ hashes[at]!);
  return all;
}

/** One salt per hash function, always the same. */
const salts = Int32Array.from({ length: bands * rows }, (_, at) =>
  mixed(Math.imul(at + 1, 0x9e3779b1)),
);

/** FNV-1a over the code units of a word. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1)
    hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash;
}

/** Spreads every bit over the others: the finaliser of MurmurHash 3. */
function mixed(value: number): number {
  let hash = value ^ (value >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
