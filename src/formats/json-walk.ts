/** Gets the keys and numbers of a JSON text. `path` is computed only when called. */
export interface JsonVisitor {
  /** `valueAt` is where the key's value begins, white space included. */
  key?(path: () => string, isTwice: boolean, valueAt: number): void;
  number?(path: () => string, written: string): void;
}

/**
 * Walks a text that is known to be JSON, once and without recursion, so that neither long texts nor
 * deep nesting cost more than their length. Reports what JSON.parse hides: keys that appear twice
 * in an object, and numbers as they are written.
 */
export function walkJson(text: string, visitor: JsonVisitor): void {
  const open: Level[] = [];
  const path = (): string => open.reduce(joined, '');
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const level = open[open.length - 1];
    if (code === 123) open.push({ keys: new Set(), name: null, index: 0 });
    else if (code === 91) open.push({ keys: null, name: null, index: 0 });
    else if (code === 125 || code === 93) open.pop();
    else if (code === 44 && level !== undefined) {
      level.name = null;
      level.index += 1;
    } else if (code === 34) {
      const end = stringEnd(text, at);
      if (level?.keys && level.name === null) {
        const key = JSON.parse(text.slice(at, end)) as string;
        level.name = key;
        visitor.key?.(path, level.keys.has(key), text.indexOf(':', end) + 1);
        level.keys.add(key);
      }
      at = end - 1;
    } else if (code === 45 || (code >= 48 && code <= 57)) {
      let end = at + 1;
      while (isNumeric(text.charCodeAt(end))) end += 1;
      visitor.number?.(path, text.slice(at, end));
      at = end - 1;
    }
  }
}

/** An object or a list that is open: its keys so far, and where in it the walk stands. */
interface Level {
  readonly keys: Set<string> | null;
  name: string | null;
  index: number;
}

function joined(before: string, { keys, name, index }: Level): string {
  if (keys === null) return `${before}[${index}]`;
  if (name === null) return before;
  return before === '' ? name : `${before}.${name}`;
}

/** The offset after the quote that closes the text starting at this quote. */
export function stringEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === 92) before -= 1;
    // An even number of backslashes escapes only itself.
    if ((at - before) % 2 === 1) return at + 1;
  }
  return text.length;
}

/** Digits, signs, a point and the letter of an exponent. */
function isNumeric(code: number): boolean {
  return (code >= 43 && code <= 57 && code !== 44 && code !== 47) || code === 101 || code === 69;
}
