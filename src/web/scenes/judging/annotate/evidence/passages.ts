import type { Span } from '../../../../../truth/judging/quote.ts';

/**
 * The passages of a text: its sentences, and its lines where there are none. Bullets and white
 * space around them are left out.
 * @example passages('- One. Two;\nThree').map((one) => one.text) // ['One.', 'Two;', 'Three']
 */
export function passages(source: string): readonly Span[] {
  return [...source.matchAll(/[^\n]+?(?:[.;!?](?=\s|$)|(?=\n)|$)/g)].flatMap((match) => {
    const text = match[0].replace(/^[\s•*–-]+/, '').trimEnd();
    if (text === '') return [];
    const start = match.index + match[0].indexOf(text);
    return [{ start, end: start + text.length, text }];
  });
}

/** The passages that contain words beginning with all typed words, exact sequences first. */
export function findPassages(all: readonly Span[], typed: string): readonly Span[] {
  const wanted = words(typed);
  if (wanted.length === 0) return all;
  const fitting = all.filter((passage) => {
    const own = words(passage.text);
    return wanted.every((word) => own.some((one) => one.startsWith(word)));
  });
  const isInRow = (passage: Span): boolean =>
    words(passage.text).join(' ').includes(wanted.join(' '));
  return [...fitting.filter(isInRow), ...fitting.filter((passage) => !isInRow(passage))];
}

/** Moves the end or the beginning of a passage by a word. It never becomes empty. */
export function moveEdge(source: string, span: Span, edge: 'start' | 'end', by: 1 | -1): Span {
  const found = [...source.matchAll(/\S+/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  const inside = found.filter((word) => word.end > span.start && word.start < span.end);
  const [first, last] = [
    found.indexOf(inside[0] ?? found[0]!),
    found.indexOf(inside.at(-1) ?? found[0]!),
  ];
  const from = edge === 'start' ? Math.min(Math.max(first + by, 0), last) : first;
  const to = edge === 'end' ? Math.max(Math.min(last + by, found.length - 1), first) : last;
  const [start, end] = [
    edge === 'start' ? found[from]!.start : span.start,
    edge === 'end' ? found[to]!.end : span.end,
  ];
  return { start, end, text: source.slice(start, end) };
}

/** A selection without the white space around it and the bullet before it; null if empty. */
export function trimmedSpan(source: string, start: number, end: number): Span | null {
  const text = source.slice(start, end);
  const trimmed = text.replace(/^\s*[•*–-]\s+/, '').trim();
  if (trimmed === '') return null;
  const from = start + text.indexOf(trimmed);
  return { start: from, end: from + trimmed.length, text: trimmed };
}

function words(text: string): readonly string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}%]+/gu) ?? []
  );
}
