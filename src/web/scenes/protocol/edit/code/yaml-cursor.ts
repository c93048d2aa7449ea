/** Where a cursor stands in a YAML text: what could be written there. */
export interface YamlCursor {
  /** Keys from the root to the map that takes a key, or to the value; `[]` for an entry. */
  readonly path: readonly string[];
  readonly is: 'key' | 'value';
  /** What is written up to the cursor, and where it begins. */
  readonly written: string;
  readonly from: number;
}

interface Level {
  readonly indent: number;
  readonly key: string;
}

interface Bracket {
  readonly isMap: boolean;
  key: string | null;
  start: number;
}

/**
 * Reads the place of a cursor from what stands before it, by indents and brackets: the text may be
 * broken at that very place. Null in comments and in texts of several lines.
 */
export function yamlCursor(text: string, offset: number): YamlCursor | null {
  const levels: Level[] = [];
  const brackets: Bracket[] = [];
  /** The indent of the key whose value is a text of several lines. */
  let prose: number | null = null;
  const lines = text.slice(0, offset).split('\n');
  let start = 0;
  for (const [number, line] of lines.entries()) {
    const isLast = number === lines.length - 1;
    const indent = /^ */.exec(line)![0].length;
    const isBlank = line.trim() === '';
    if (prose !== null && (isBlank || indent > prose)) {
      if (isLast && !(isBlank && indent <= prose)) return null;
      start += line.length + 1;
      continue;
    }
    prose = null;
    let at = indent;
    if (brackets.length === 0 && (!isBlank || isLast) && line[indent] !== '#') {
      at = openLevels(line, indent, levels, isLast);
      if (/^[|>][+-]?\d?\s*(#.*)?$/.test(line.slice(at)) && !isLast)
        prose = levels.at(-1)?.indent ?? 0;
    }
    if (prose === null) {
      const comment = scan(line, at, start, brackets);
      if (comment && isLast) return null;
      if (isLast) return cursorAt(line, at, start, levels, brackets);
    }
    start += line.length + 1;
  }
  return null;
}

/** Opens the keys and dashes of a line, and says where its value begins. */
function openLevels(line: string, indent: number, levels: Level[], isLast: boolean): number {
  let at = indent;
  const close = (column: number): void => {
    while (levels.length > 0 && levels.at(-1)!.indent >= column) levels.pop();
  };
  // A list may stand at the indent of its key.
  const dashes = /^-(?=\s|$)/;
  if (!dashes.test(line.slice(at))) close(indent);
  while (dashes.test(line.slice(at))) {
    while (levels.length > 0 && levels.at(-1)!.indent >= at && levels.at(-1)!.key === '[]')
      levels.pop();
    while (levels.length > 0 && levels.at(-1)!.indent > at) levels.pop();
    levels.push({ indent: at, key: '[]' });
    at += 1 + /^ */.exec(line.slice(at + 1))![0].length;
  }
  const key = keyPattern.exec(line.slice(at));
  if (key === null) return at;
  if (isLast && at + key[0].length > line.length) return at;
  levels.push({ indent: at, key: unquoted(key[1]!) });
  return at + key[0].length;
}

const keyPattern = /^((?:"[^"]*"|'[^']*'|[^\s#:{}[\],"'][^#:{}[\],]*?))\s*:(?:\s+|$)/;

/** Follows brackets, quotes and keys in the value of a line; true when it ends in a comment. */
function scan(line: string, from: number, start: number, brackets: Bracket[]): boolean {
  let quote: string | null = null;
  for (let at = from; at < line.length; at += 1) {
    const sign = line[at]!;
    if (quote !== null) {
      if (sign === quote) quote = null;
      continue;
    }
    const own = brackets.at(-1);
    const isFirst =
      own === undefined ? at === from : /(^|[[{,:])$/.test(line.slice(0, at).trimEnd());
    if ((sign === '"' || sign === "'") && isFirst) quote = sign;
    else if (sign === '#' && (at === 0 || /\s/.test(line[at - 1]!))) return true;
    else if ((sign === '{' || sign === '[') && (own !== undefined || at === from))
      brackets.push({ isMap: sign === '{', key: null, start: start + at + 1 });
    else if (own === undefined) continue;
    else if (sign === '}' || sign === ']') brackets.pop();
    else if (sign === ',') Object.assign(own, { key: null, start: start + at + 1 });
    else if (sign === ':' && own.isMap && /^(\s|$)/.test(line.slice(at + 1))) {
      own.key = unquoted(line.slice(Math.max(0, own.start - start), at).trim());
      own.start = start + at + 1;
    }
  }
  return false;
}

function cursorAt(
  line: string,
  valueAt: number,
  start: number,
  levels: readonly Level[],
  brackets: readonly Bracket[],
): YamlCursor {
  const path = levels.map(({ key }) => key);
  const own = brackets.at(-1);
  if (own !== undefined) {
    for (const { isMap, key } of brackets) {
      if (!isMap) path.push('[]');
      else if (key !== null) path.push(key);
    }
    const written = line.slice(Math.max(0, own.start - start)).trimStart();
    const is = own.isMap && own.key === null ? 'key' : 'value';
    return { path, is, written, from: start + line.length - written.length };
  }
  const written = line.slice(valueAt);
  const hasKey = /:\s+$|:$/.test(line.slice(0, valueAt)) && line.slice(0, valueAt).trim() !== '';
  const is = hasKey ? 'value' : 'key';
  return { path, is, written, from: start + valueAt };
}

function unquoted(text: string): string {
  return text.replace(/^(["'])(.*)\1$/, '$2');
}
