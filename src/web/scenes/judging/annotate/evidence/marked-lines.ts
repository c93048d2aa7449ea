/** A part of a text that is marked. */
export interface Marking {
  readonly start: number;
  readonly end: number;
  readonly kind: 'quoted' | 'candidate';
}

/** A line with its marked pieces. All pieces together are the text, so that offsets match. */
export interface MarkedLine {
  readonly start: number;
  readonly look: 'heading' | 'bullet' | 'plain';
  readonly pieces: readonly { readonly text: string; readonly kind: Marking['kind'] | null }[];
}

/** Cuts a text into lines and at markings. Where markings overlap, the later one wins. */
export function markedLines(source: string, markings: readonly Marking[]): readonly MarkedLine[] {
  const lines: MarkedLine[] = [];
  for (const match of source.matchAll(/[^\n]*\n|[^\n]+$/g)) {
    const start = match.index;
    const end = start + match[0].length;
    const cuts = new Set([start, end]);
    for (const marking of markings)
      for (const edge of [marking.start, marking.end])
        if (edge > start && edge < end) cuts.add(edge);
    const edges = [...cuts].toSorted((a, b) => a - b);
    const pieces = edges.slice(0, -1).map((from, at) => {
      const to = edges[at + 1]!;
      return {
        text: source.slice(from, to),
        kind:
          markings.findLast((marking) => marking.start <= from && marking.end >= to)?.kind ?? null,
      };
    });
    lines.push({ start, look: lookOf(match[0]), pieces });
  }
  return lines;
}

function lookOf(line: string): MarkedLine['look'] {
  if (/^\s*[-•*–]\s/.test(line)) return 'bullet';
  return /:\s*$/.test(line) ? 'heading' : 'plain';
}
