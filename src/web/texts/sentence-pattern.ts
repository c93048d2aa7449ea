/**
 * A sentence with places for values, in two languages: `{unit} is closed.` and `{unit} ist
 * geschlossen.`. A value that is a sentence itself is marked in the second: `{+detail}`.
 */
export type SentencePair = readonly [from: string, to: string];

/** Translates sentences that were made from known patterns; gives null for any other. */
export class SentenceBook {
  readonly #sentences: readonly Pattern[];
  readonly #phrases: readonly Pattern[];

  /** Phrases stand only inside of sentences. */
  constructor(sentences: readonly SentencePair[], phrases: readonly SentencePair[]) {
    this.#sentences = compiled(sentences);
    this.#phrases = compiled(phrases);
  }

  /**
   * The sentence in the other language; null when its pattern is not known. Several sentences in a
   * row are translated when all of them are known.
   */
  translate(text: string): string | null {
    return this.#whole(text, this.#sentences) ?? this.#inRow(text);
  }

  #nested(text: string): string {
    return this.translate(text) ?? this.#whole(text, this.#phrases) ?? text;
  }

  #whole(text: string, patterns: readonly Pattern[]): string | null {
    for (const { pattern, names, to } of patterns) {
      const found = pattern.exec(text);
      if (found === null) continue;
      const values = new Map(names.map((name, at) => [name, found[at + 1] ?? '']));
      return to.replace(/\{(\+?)(\w+)\}/g, (_, nested: string, name: string) => {
        const value = values.get(name) ?? '';
        return nested === '' ? value : this.#nested(value);
      });
    }
    return null;
  }

  #inRow(text: string): string | null {
    const sentences = text.split(/(?<=[.!?]) (?=[\p{L}\d])/u);
    if (sentences.length < 2) return null;
    const translated = sentences.map((sentence) => this.#whole(sentence, this.#sentences));
    return translated.includes(null) ? null : translated.join(' ');
  }
}

interface Pattern {
  readonly pattern: RegExp;
  /** The places in the pattern, in their order. */
  readonly names: readonly string[];
  readonly to: string;
}

/**
 * What is more specific comes first: a pattern that begins with a place, or is little more than
 * one, takes nearly everything.
 */
function compiled(pairs: readonly SentencePair[]): readonly Pattern[] {
  const fixed = (from: string): number =>
    from.replace(/\{\w+\}/g, '').length + (from.startsWith('{') ? 0 : 1000);
  return pairs
    .toSorted(([a], [b]) => fixed(b) - fixed(a))
    .map(([from, to]) => ({ ...patternOf(from), to }));
}

function patternOf(from: string): Pick<Pattern, 'pattern' | 'names'> {
  const names: string[] = [];
  const source = from
    .replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    .replace(/\{(\w+)\}/g, (_, name: string, at: number) => {
      names.push(name);
      // A value at the beginning is not the sentence before.
      return at === 0 ? String.raw`((?:(?![.!?] )[\s\S])*?)` : String.raw`([\s\S]*?)`;
    });
  return { pattern: new RegExp(`^${source}$`), names };
}
