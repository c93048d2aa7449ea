/** A passage of a source: offsets of its first character and of the one after its last. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Where the source contains the quote letter by letter, or null.
 * @example verbatim('18 years', 'Be 18 years old.') // { start: 3, end: 11, text: '18 years' }
 */
export function verbatim(quote: string, source: string): Span | null {
  const start = source.indexOf(quote);
  return quote === '' || start < 0 ? null : { start, end: start + quote.length, text: quote };
}

/**
 * The passage that the quote most probably means: the same words apart from case, white space,
 * dashes, quotation marks, ligatures, composed umlauts and closing punctuation; else the sentence
 * that shares most of its words with the quote (at least six in ten); else null.
 * @example nearestPassage('18 YEARS', 'Be 18 years old.').start // 3
 */
export function nearestPassage(quote: string, source: string): Span | null {
  return sameWords(quote, source) ?? mostSharedWords(quote, source);
}

const smallestShare = 0.6;

/**
 * The passage with the same words as the quote, apart from case, white space, dashes, quotation
 * marks, ligatures, composed umlauts and closing punctuation; null when there is none.
 * @example sameWords('18 YEARS', 'Be 18 years old.').text // '18 years'
 */
export function sameWords(quote: string, source: string): Span | null {
  const wanted = withoutMarks(fold(quote).text);
  if (wanted === '') return null;
  const folded = foldedSource(source);
  const at = folded.text.indexOf(wanted);
  if (at < 0) return null;
  const start = folded.starts[at]!;
  const end = folded.ends[at + wanted.length - 1]!;
  return { start, end, text: source.slice(start, end) };
}

/** Without marks at both ends. A pattern would search a long row from each of its marks. */
function withoutMarks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isMark.test(text[start]!)) start += 1;
  while (end > start && isMark.test(text[end - 1]!)) end -= 1;
  return text.slice(start, end);
}

const isMark = /[\s.,;:"']/;

interface Folded {
  readonly text: string;
  /** Where each folded character comes from: the offset of what it was, and the offset after it. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Lower case, one space for any run of white space, plain dashes and quotation marks. */
function fold(text: string): Folded {
  const characters: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  // A letter is taken together with its accents, so that no passage begins or ends between the two.
  for (const match of text.matchAll(/\P{M}\p{M}*|\p{M}+/gu)) {
    const end = match.index + match[0].length;
    for (const character of plain(match[0])) {
      if (character === ' ' && (characters.length === 0 || characters.at(-1) === ' ')) continue;
      for (const unit of character.split('')) {
        characters.push(unit);
        starts.push(match.index);
        ends.push(end);
      }
    }
  }
  return { text: characters.join(''), starts, ends };
}

function plain(letter: string): string {
  // Soft hyphens and zero-width characters are not seen by anybody who quotes.
  if (/^[\u00AD\u200B-\u200D\u2060\uFEFF]/.test(letter)) return '';
  const folded = letter.normalize('NFKC').toLowerCase();
  return folded
    .replace(/\s/g, ' ')
    .replace(/[‐-―−]/g, '-')
    .replace(/[‘’‚‛′]/g, "'")
    .replace(/[“”„‟″«»]/g, '"');
}

function mostSharedWords(quote: string, source: string): Span | null {
  const wanted = new Set(words(quote));
  if (wanted.size === 0) return null;
  let best: Span | null = null;
  let bestShare = 0;
  for (const { span, own } of sentencesOf(source)) {
    const shared = [...wanted].filter((word) => own.has(word)).length;
    const share = (2 * shared) / (wanted.size + own.size);
    if (share > bestShare) [best, bestShare] = [span, share];
  }
  return bestShare >= smallestShare ? best : null;
}

/** Remembers the result for the last source: typing a quote asks about the same one repeatedly. */
function ofLast<Made>(make: (source: string) => Made): (source: string) => Made {
  let last: { readonly source: string; readonly made: Made } | null = null;
  return (source) => {
    if (last?.source !== source) last = { source, made: make(source) };
    return last.made;
  };
}

const foldedSource = ofLast(fold);

/** The sentences with their words; a sentence ends at a line break, or at a mark before a space. */
const sentencesOf = ofLast((source) =>
  [...source.matchAll(/[^\n]+?(?:[.;!?](?=\s|$)|(?=\n)|$)/g)].map((match) => {
    const text = match[0].trim();
    const start = match.index + match[0].indexOf(text);
    return { span: { start, end: start + text.length, text }, own: new Set(words(text)) };
  }),
);

function words(text: string): readonly string[] {
  const plainText = text.normalize('NFKC').toLowerCase();
  return plainText.match(/[\p{L}\p{N}]+/gu) ?? [];
}
