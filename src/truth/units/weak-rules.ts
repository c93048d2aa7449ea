import { BigramFilter, bigramsOf } from './bigram-filter.ts';

/** Keywords per label, with negations that cancel a keyword shortly after them. */
export interface WeakRules {
  readonly labels: Readonly<Record<string, readonly string[]>>;
  /** Words, or phrases of several words, such as `not` and `other than`. */
  readonly negations: readonly string[];
  /** How many words before a keyword are searched for a negation. */
  readonly window: number;
}

/**
 * `word`: a keyword must be a separate word and not negated. `substring`: also inside words ("sa"
 * in "disaster"), negated or not, as naive rules match; only for comparison.
 */
export type KeywordMatch = 'word' | 'substring';

/** A label that a rule gives to a text, with its confidence and the keywords found. */
interface WeakLabel {
  readonly label: string;
  readonly confidence: number;
  readonly keywords: readonly string[];
}

/** What was found in one text; the labels in the order of the rules. */
export interface WeakMatches {
  readonly labels: readonly { readonly label: string; readonly keywords: readonly string[] }[];
  /** Occurrences of keywords that a negation took back. */
  readonly negated: number;
}

/** Confidence of the substring variant, and the bounds of the other one. */
const substringConfidence = 0.9;
const leastConfidence = 0.3;
const mostConfidence = 0.95;

/**
 * Weak labels: which labels the keyword rules give to each text, and with what confidence. The
 * confidence is that of the label's rarest matching keyword, by inverse document frequency scaled
 * to 0.3 … 0.95: `0.3 + 0.65 · ln(N / d) / ln(N)` for N texts of which d contain the keyword, also
 * inside other words. A single text says nothing about rarity and gives 0.3. The substring variant
 * gives 0.9 throughout. Spärck Jones 1972, https://doi.org/10.1108/eb026526
 * @example const rules = { labels: { LCR: ['lcr'] }, negations: ['not'], window: 5 };
 * weakLabels(rules, ['The LCR applies.', 'Not the LCR.']).map((found) => found.length) // [1, 0]
 * @internal
 */
export function weakLabels(
  rules: WeakRules,
  texts: readonly string[],
  match: KeywordMatch = 'word',
): readonly (readonly WeakLabel[])[] {
  const matcher = new WeakMatcher(rules, match);
  const found = texts.map((text) => matcher.match(text));
  return found.map(({ labels }) =>
    labels.map(({ label, keywords }) => ({
      label,
      keywords,
      confidence: matcher.confidence(keywords),
    })),
  );
}

/** Matches texts one by one and counts in how many each keyword occurs. */
export class WeakMatcher {
  readonly #labels: readonly { readonly label: string; readonly keywords: readonly string[] }[];
  readonly #negations: readonly (readonly string[])[];
  readonly #window: number;
  readonly #match: KeywordMatch;
  readonly #frequency = new Map<string, number>();
  readonly #bigrams: ReadonlyMap<string, Uint16Array>;
  readonly #filter = new BigramFilter();
  #texts = 0;

  constructor(rules: WeakRules, match: KeywordMatch = 'word') {
    this.#labels = Object.entries(rules.labels).map(([label, keywords]) => ({
      label,
      keywords: keywords.map(folded),
    }));
    this.#negations = rules.negations.map((phrase) => wordsIn(folded(phrase)));
    this.#window = rules.window;
    this.#match = match;
    for (const { keywords } of this.#labels)
      for (const keyword of keywords) this.#frequency.set(keyword, 0);
    this.#bigrams = new Map(
      Array.from(this.#frequency.keys(), (keyword) => [keyword, bigramsOf(keyword)]),
    );
  }

  /** The labels of one text. */
  match(text: string): WeakMatches {
    const searched = folded(text);
    this.#texts += 1;
    this.#filter.take(searched);
    const hits = new Set<string>();
    let negated = 0;
    for (const [keyword, bigrams] of this.#bigrams) {
      const first = this.#filter.mayContain(bigrams) ? searched.indexOf(keyword) : -1;
      if (first < 0) continue;
      this.#frequency.set(keyword, this.#frequency.get(keyword)! + 1);
      const occurrences =
        this.#match === 'substring'
          ? { plain: true, negated: 0 }
          : this.#occurrences(searched, keyword, first);
      negated += occurrences.negated;
      if (occurrences.plain) hits.add(keyword);
    }
    const labels = this.#labels.flatMap(({ label, keywords }) => {
      const matching = keywords.filter((keyword) => hits.has(keyword));
      return matching.length === 0 ? [] : [{ label, keywords: matching }];
    });
    return { labels, negated };
  }

  /** The confidence that keywords give together, by the texts that were matched so far. */
  confidence(keywords: readonly string[]): number {
    if (this.#match === 'substring') return substringConfidence;
    if (this.#texts < 2) return leastConfidence;
    const rarest = Math.min(
      this.#texts,
      ...keywords.map((keyword) => this.#frequency.get(folded(keyword)) || this.#texts),
    );
    return (
      leastConfidence +
      (mostConfidence - leastConfidence) * (Math.log(this.#texts / rarest) / Math.log(this.#texts))
    );
  }

  #occurrences(
    text: string,
    keyword: string,
    first: number,
  ): { readonly plain: boolean; readonly negated: number } {
    let negated = 0;
    for (let at = first; at >= 0; at = text.indexOf(keyword, at + 1)) {
      if (!standsAlone(text, at, at + keyword.length)) continue;
      if (!this.#isNegated(text, at)) return { plain: true, negated };
      negated += 1;
    }
    return { plain: false, negated };
  }

  #isNegated(text: string, at: number): boolean {
    if (this.#negations.length === 0 || this.#window === 0) return false;
    const before = wordsIn(sentenceBefore(text, at, this.#window)).slice(-this.#window);
    return this.#negations.some((phrase) =>
      before.some((_, start) => phrase.every((word, offset) => before[start + offset] === word)),
    );
  }
}

/** Longer than a word with its spaces ever is, so that only the text near a keyword is searched. */
const longestWord = 80;
const wordForm = /[\p{L}\p{N}\p{M}_]+(?:'[\p{L}\p{N}\p{M}_]+)*/gu;
const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;

/** White space other than one blank; testing for it is much faster than replacing. */
const unevenSpace = /[^\S ]|  /u;

/** Case, kinds of apostrophe and kinds of white space make no difference. */
function folded(text: string): string {
  const lower = text.toLowerCase().replaceAll('’', "'").trim();
  return unevenSpace.test(lower) ? lower.replace(/\s+/gu, ' ') : lower;
}

function wordsIn(text: string): readonly string[] {
  return text.match(wordForm) ?? [];
}

/** The text before a position within its sentence: "It does not. The LCR …" has no negation. */
function sentenceBefore(text: string, at: number, words: number): string {
  const before = text.slice(Math.max(0, at - words * longestWord), at);
  const ends = Math.max(
    before.lastIndexOf('. '),
    before.lastIndexOf('! '),
    before.lastIndexOf('? '),
  );
  return ends < 0 ? before : before.slice(ends + 2);
}

function standsAlone(text: string, start: number, end: number): boolean {
  const first = text.codePointAt(start)!;
  const last = codePointBefore(text, end);
  // A keyword that begins or ends with a sign, such as "§" or "%", has its boundary in itself.
  const startFree = start === 0 || !isWordCode(first) || !isWordCode(codePointBefore(text, start));
  return (
    startFree && (end === text.length || !isWordCode(last) || !isWordCode(text.codePointAt(end)!))
  );
}

function codePointBefore(text: string, at: number): number {
  const unit = text.charCodeAt(at - 1);
  const isLowSurrogate = unit >= 0xdc00 && unit <= 0xdfff && at >= 2;
  return isLowSurrogate ? text.codePointAt(at - 2)! : unit;
}

/** Texts are folded, so there are no capitals among the ASCII letters. */
function isWordCode(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95;
  return wordCharacter.test(String.fromCodePoint(code));
}
