/** A piece of a line: plain, or set off. */
export interface Inline {
  readonly kind: 'plain' | 'strong' | 'emphasis' | 'code';
  readonly text: string;
}

/** A block of a text. */
export type Block =
  | { readonly kind: 'paragraph' | 'heading'; readonly text: string }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly entries: readonly string[] };

/**
 * The blocks of the small part of Markdown that guidelines use: paragraphs, headings, and lists
 * whose entries may go on in the next line. Nothing in it can become
 * markup: what is not understood stays text.
 */
export function readBlocks(source: string): readonly Block[] {
  const blocks: Growing[] = [];
  let goesOn = false;
  for (const line of source.split('\n')) {
    const last = blocks.at(-1);
    const heading = /^#{2,6}\s+(.*)$/.exec(line);
    const entry = /^\s{0,3}(?:[-*]|(\d+)[.)])\s+(.*)$/.exec(line);
    if (line.trim() === '') goesOn = false;
    else if (heading !== null) {
      blocks.push({ kind: 'heading', text: heading[1]! });
      goesOn = false;
    } else if (entry !== null) {
      const isOrdered = entry[1] !== undefined;
      if (last?.kind === 'list' && last.isOrdered === isOrdered) last.entries.push(entry[2]!);
      else blocks.push({ kind: 'list', isOrdered, entries: [entry[2]!] });
      goesOn = true;
    } else {
      if (!goesOn || last === undefined) blocks.push({ kind: 'paragraph', text: line.trim() });
      else if (last.kind === 'list')
        last.entries.push(`${last.entries.pop() ?? ''} ${line.trim()}`);
      else last.text += ` ${line.trim()}`;
      goesOn = true;
    }
  }
  return blocks;
}

/**
 * The pieces of a line.
 * @example readInline('a **b** *c* `d`').map((one) => one.kind) // ['plain', 'strong', 'plain', 'emphasis', 'plain', 'code']
 */
export function readInline(text: string): readonly Inline[] {
  return text
    .split(/(\*\*[^*]+\*\*|`[^`]+`|(?<![\w*])\*[^*\s](?:[^*]*[^*\s])?\*(?![\w*]))/)
    .flatMap((piece): readonly Inline[] => {
      if (piece === '') return [];
      if (piece.startsWith('**') && piece.length > 4)
        return [{ kind: 'strong', text: piece.slice(2, -2) }];
      if (piece.startsWith('`') && piece.length > 2)
        return [{ kind: 'code', text: piece.slice(1, -1) }];
      if (/^\*.+\*$/s.test(piece)) return [{ kind: 'emphasis', text: piece.slice(1, -1) }];
      return [{ kind: 'plain', text: piece }];
    });
}

type Growing =
  | { kind: 'paragraph' | 'heading'; text: string }
  | { kind: 'list'; isOrdered: boolean; entries: string[] };
