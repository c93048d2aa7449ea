/** Where a text stands in its source: offset of the first character, and of the one after the last. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Where the quote stands in the source letter by letter, or null. */
export function verbatim(quote: string, source: string): Span | null {
  const start = source.indexOf(quote);
  return quote === '' || start < 0 ? null : { start, end: start + quote.length, text: quote };
}

/**
 * The passage of the source that the quote most probably means: the same words apart from case, white space, dashes, quotation marks
 * and closing punctuation; else the sentence that shares most of its words with the quote (at least six in ten). Null when there is none.
 * @example nearestPassage('18 YEARS  or older', 'Must be 18 years or older.') // { start: 8, end: 25, text: '18 years or older' }
 */
export function nearestPassage(quote: string, source: string): Span | null {
  return sameWords(quote, source) ?? mostSharedWords(quote, source);
}

const smallestShare = 0.6;

function sameWords(quote: string, source: string): Span | null {
  const folded = fold(source);
  const wanted = fold(quote).text.replace(/^[\s.,;:"']+|[\s.,;:"']+$/g, '');
  if (wanted === '') return null;
  const at = folded.text.indexOf(wanted);
  if (at < 0) return null;
  const start = folded.offsets[at]!;
  const end = folded.offsets[at + wanted.length - 1]! + 1;
  return { start, end, text: source.slice(start, end) };
}

/** Lower case, one space for any run of white space, plain dashes and quotes; each character remembers where it came from. */
function fold(text: string): { readonly text: string; readonly offsets: readonly number[] } {
  let folded = '';
  const offsets: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const plain = plainCharacter(text[at]!);
    if (plain === ' ' && (folded === '' || folded.endsWith(' '))) continue;
    folded += plain;
    for (let part = 0; part < plain.length; part += 1) offsets.push(at);
  }
  return { text: folded, offsets };
}

function plainCharacter(character: string): string {
  if (/\s/.test(character)) return ' ';
  if (/[‐-―−]/.test(character)) return '-';
  if (/[‘’‚‛′]/.test(character)) return "'";
  if (/[“”„‟″«»]/.test(character)) return '"';
  return character.toLowerCase();
}

function mostSharedWords(quote: string, source: string): Span | null {
  const wanted = new Set(words(quote));
  if (wanted.size === 0) return null;
  let best: Span | null = null;
  let bestShare = 0;
  for (const match of source.matchAll(/[^.;\n]+[.;]?/g)) {
    const text = match[0].trim();
    const own = new Set(words(text));
    const shared = [...wanted].filter((word) => own.has(word)).length;
    const share = (2 * shared) / (wanted.size + own.size);
    if (share > bestShare) {
      const start = match.index + match[0].indexOf(text);
      [best, bestShare] = [{ start, end: start + text.length, text }, share];
    }
  }
  return bestShare >= smallestShare ? best : null;
}

function words(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
