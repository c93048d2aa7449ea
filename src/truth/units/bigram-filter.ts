/**
 * Quickly rules out that a text contains a keyword: when two neighbouring letters of the keyword
 * appear nowhere in the text. So only few keywords need a search.
 * @example const filter = new BigramFilter();
 * filter.take('the lcr');
 * filter.mayContain(bigramsOf('lcr')) // true
 * filter.mayContain(bigramsOf('nsfr')) // false
 */
export class BigramFilter {
  /** The last text with each pair of letters, by number: nothing to clear between texts. */
  readonly #lastSeen = new Int32Array(1 << 16);
  #text = 0;

  /** Looks at the next text. */
  take(text: string): void {
    this.#text += 1;
    let before = text.charCodeAt(0);
    for (let at = 1; at < text.length; at += 1) {
      const letter = text.charCodeAt(at);
      this.#lastSeen[pairCode(before, letter)] = this.#text;
      before = letter;
    }
  }

  /** False when the text surely does not contain a keyword with these pairs of letters. */
  mayContain(bigrams: Uint16Array): boolean {
    for (const pair of bigrams) if (this.#lastSeen[pair] !== this.#text) return false;
    return true;
  }
}

/** The pairs of neighbouring letters of a keyword; none for a single letter. */
export function bigramsOf(keyword: string): Uint16Array {
  return Uint16Array.from({ length: Math.max(0, keyword.length - 1) }, (_, at) =>
    pairCode(keyword.charCodeAt(at), keyword.charCodeAt(at + 1)),
  );
}

function pairCode(first: number, second: number): number {
  return ((first & 255) << 8) | (second & 255);
}
