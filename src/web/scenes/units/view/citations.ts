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
export function readSources(context: string): readonly Source[] {
  return context.split(separator).flatMap((part) => {
    const match = /^\s*(\[C\d+\])?\s*([\s\S]*?)\s*$/.exec(part);
    return match === null || part.trim() === ''
      ? []
      : [{ mark: match[1] ?? null, text: match[2] ?? '' }];
  });
}

/** An answer split at its marks. Without sources to compare with, every mark counts as known. */
export function answerParts(
  answer: string,
  sources: readonly Source[] | null,
): readonly AnswerPart[] {
  const marks = new Set(sources?.map((source) => source.mark));
  return answer.split(/(\[C\d+\])/).flatMap((text) => {
    if (text === '') return [];
    const isMark = /^\[C\d+\]$/.test(text);
    return [{ text, isKnown: isMark ? sources === null || marks.has(text) : null }];
  });
}

/** Which marks an answer has, and which of them point nowhere. */
export function citationHint(answer: string, sources: readonly Source[]): CitationHint {
  const cited = [...new Set(answer.match(/\[C\d+\]/g))];
  const marks = new Set(sources.map((source) => source.mark));
  return { cited, unknown: cited.filter((mark) => !marks.has(mark)) };
}

const separator = '[CTX_SEP]';
