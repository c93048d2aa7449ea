/** One source of a context, with the mark by which it is cited. */
export interface Source {
  readonly mark: string | null;
  readonly text: string;
}

/** A piece of an answer: words, or a mark that cites a source. */
export interface AnswerPart {
  readonly text: string;
  /** Set for a mark; true when there is such a source. */
  readonly isKnown: boolean | null;
}

/** What the marks alone say about citations; not whether a source supports a claim. */
export interface CitationHint {
  /** The marks in the answer, each once, in order. */
  readonly cited: readonly string[];
  /** Those for which there is no source. */
  readonly unknown: readonly string[];
}

/** Whether a text is a set of sources: separated, or beginning with a mark. */
export function isSourceSet(text: string): boolean {
  return text.includes(separator) || /^\s*\[C\d+\]/.test(text);
}

/** The sources of a context in order: `[C1] One. [CTX_SEP] [C2] Two.` has two. */
export function readSources(context: string, pattern: RegExp | null = null): readonly Source[] {
  return context.split(separator).flatMap((part) => {
    const text = part.trim();
    if (text === '') return [];
    const own = pattern === null ? null : text.match(pattern)?.[0];
    const mark = own != null && text.startsWith(own) ? own : /^\[C\d+\]/.exec(text)?.[0];
    return [{ mark: mark ?? null, text: text.slice(mark?.length ?? 0).trim() }];
  });
}

/** An answer split at its marks. Without sources to compare with, every mark counts as known. */
export function answerParts(
  answer: string,
  sources: readonly Source[] | null,
  pattern: RegExp | null,
): readonly AnswerPart[] {
  const parts: AnswerPart[] = [];
  const add = (text: string, isKnown: boolean | null): void =>
    void (text === '' ? 0 : parts.push({ text, isKnown }));
  let end = 0;
  for (const match of pattern === null ? [] : answer.matchAll(pattern)) {
    add(answer.slice(end, match.index), null);
    add(match[0], sources === null || isCited(match[0], sources));
    end = match.index + match[0].length;
  }
  add(answer.slice(end), null);
  return parts;
}

/** Which marks an answer has, and which of them point nowhere. */
export function citationHint(
  answer: string,
  sources: readonly Source[],
  pattern: RegExp,
): CitationHint {
  const cited = [...new Set(answer.match(pattern))];
  return { cited, unknown: cited.filter((mark) => !isCited(mark, sources)) };
}

/** Whether a mark stands at a source, or has the number of one: [1] cites [C1], or the first. */
function isCited(mark: string, sources: readonly Source[]): boolean {
  const number = numberIn(mark);
  return sources.some((source, at) => {
    if (source.mark === mark) return true;
    const own = source.mark === null ? at + 1 : numberIn(source.mark);
    return number !== null && number === own;
  });
}

function numberIn(mark: string): number | null {
  const digits = /\d+/.exec(mark)?.[0];
  return digits === undefined ? null : Number(digits);
}

const separator = '[CTX_SEP]';
