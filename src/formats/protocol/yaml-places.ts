import { isCollection, isMap, isPair, isScalar, LineCounter, parseDocument } from 'yaml';

/** A place in a text, by offsets and as people say it. */
export interface TextPlace {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly column: number;
}

/** What is known of where a fault is. */
interface FaultPlace {
  readonly field?: string;
  readonly line?: number;
}

/**
 * The places of faults in a YAML text: the key and value that a fault names (a list or a map by its
 * key alone), else the nearest one around it that is there, else the fault's line.
 * @example yamlPlaces('a: 1\nb: { c: 2 }\n', [{ field: 'b.c' }])[0].column // 6
 */
export function yamlPlaces(text: string, faults: readonly FaultPlace[]): readonly TextPlace[] {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false, logLevel: 'error' });
  const placeOf = (at: number) => {
    const { line, col } = lineCounter.linePos(at);
    return { line, column: col };
  };
  const isBroken = document.errors.length > 0;
  return faults.map(({ field, line }) => {
    const named = field === undefined || isBroken ? null : nodePlace(document.contents, field);
    // A name of a column or a file may happen to be a key elsewhere.
    const place = named === null ? null : { ...named, ...placeOf(named.from) };
    return place !== null && (line ?? place.line) === place.line
      ? place
      : linePlace(text, line ?? 1);
  });
}

/**
 * A line of a text without the blanks around it.
 * @example linePlace('one\n  two\n', 2) // { from: 6, to: 9, line: 2, column: 3 }
 */
export function linePlace(text: string, line: number): TextPlace {
  const lines = text.split('\n');
  const number = Math.min(Math.max(line, 1), lines.length);
  const start = lines.slice(0, number - 1).reduce((sum, one) => sum + one.length + 1, 0);
  const own = lines[number - 1]!;
  const blank = own.length - own.trimStart().length;
  const from = own.trim() === '' ? start : start + blank;
  return { from, to: start + own.trimEnd().length, line: number, column: from - start + 1 };
}

/** The deepest key on the way of a field that is there. */
function nodePlace(contents: unknown, field: string) {
  let [node, names]: [unknown, readonly string[]] = [contents, field.split('.')];
  let found: { readonly from: number; readonly to: number } | null = null;
  while (names.length > 0 && isCollection(node)) {
    const step = nextStep(node, names);
    if (step === null) break;
    const { item, used } = step;
    const key: unknown = isPair(item) ? item.key : item;
    const value: unknown = isPair(item) ? item.value : item;
    const range = rangeOf(key);
    if (range !== null) {
      const end = isScalar(value) ? (rangeOf(value)?.[1] ?? range[1]) : range[1];
      found = { from: range[0], to: Math.max(end, range[1]) };
    }
    node = value;
    names = names.slice(used);
  }
  return found;
}

/** The entry that the next names lead to; a key may have dots of its own. */
function nextStep(
  node: { readonly items: readonly unknown[] },
  names: readonly string[],
): { readonly item: unknown; readonly used: number } | null {
  if (!isMap(node)) {
    const item = node.items[Number(names[0])];
    return item === undefined ? null : { item, used: 1 };
  }
  for (let used = names.length; used > 0; used -= 1) {
    const name = names.slice(0, used).join('.');
    const item = node.items.find(({ key }) => isScalar(key) && String(key.value) === name);
    if (item !== undefined) return { item, used };
  }
  return null;
}

function rangeOf(node: unknown): readonly [number, number, number] | null {
  return (node as { range?: [number, number, number] | null } | null)?.range ?? null;
}
