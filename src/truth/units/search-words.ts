/** What is looked for in the texts of units. */
export interface UnitSearch {
  /** Each must begin a word of the unit. */
  readonly words: readonly string[];
  /** Each must stand in the unit, word by word: what was put in quotation marks. */
  readonly phrases: readonly (readonly string[])[];
  /** None of these may begin a word of the unit: what had a minus before it. */
  readonly without: readonly string[];
}

/** Longer words are cut, in texts and in what is looked for alike. */
const longestWord = 64;

/**
 * The words of a text as they are searched: lower case, without accents, each letter of scripts
 * without spaces on its own. Both databases search these, so both find the same.
 *
 * @example searchWords('Crédit risk, §25a') // ['credit', 'risk', '25a']
 */
export function searchWords(text: string): readonly string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
  return (plain.match(wordPattern) ?? []).map((word) => word.slice(0, longestWord));
}

const ideograph = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`;
const wordPattern = new RegExp(`[${ideograph}]|(?:(?![${ideograph}])[\\p{L}\\p{N}])+`, 'gu');

/**
 * Reads what somebody typed: words, `"a phrase"`, and `-without`.
 *
 * @example parseSearch('risk "capital ratio" -pillar')
 * // { words: ['risk', 'capital', 'ratio'], phrases: [['capital', 'ratio']], without: ['pillar'] }
 */
export function parseSearch(text: string): UnitSearch {
  const words: string[] = [];
  const phrases: (readonly string[])[] = [];
  const without: string[] = [];
  for (const [, minus, phrase, plain] of text.matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/g)) {
    const found = searchWords(phrase ?? plain ?? '');
    if (minus === '-') without.push(...found);
    else words.push(...found);
    if (phrase !== undefined && minus !== '-' && found.length > 1) phrases.push(found);
  }
  return { words: [...new Set(words)], phrases, without: [...new Set(without)] };
}

/** Whether a list of words contains others one after the other. */
export function containsPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  return words.some((_, start) => phrase.every((word, at) => words[start + at] === word));
}

/** All texts in the fields of a unit, also those inside of lists and objects. */
export function fieldTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(fieldTexts);
}
