/** The result of splitting a stream of bytes into lines. */
export type ByteLine =
  /** All lines that a piece of the stream ends. */
  | { readonly kind: 'lines'; readonly texts: readonly string[] }
  /** What follows the last line break: a line that was cut, or nothing. */
  | { readonly kind: 'rest'; readonly text: string };

const newline = 10;
const carriageReturn = 13;

/**
 * Splits bytes into lines at line feeds alone, holding one piece of the stream at a time. Ends with
 * what follows the last line feed; most streams that are whole leave nothing there. A mark of the
 * encoding at the beginning is not part of a line.
 */
export async function* byteLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ByteLine> {
  let parts: Uint8Array[] = [];
  let isFirst = true;
  const text = (last: Uint8Array): string => {
    const whole = joined(parts, last);
    const line = isFirst && whole.startsWith('\uFEFF') ? whole.slice(1) : whole;
    isFirst = false;
    parts = [];
    return line;
  };
  for await (const chunk of chunks) {
    let from = 0;
    const texts: string[] = [];
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      texts.push(text(chunk.subarray(from, at)));
      from = at + 1;
    }
    if (texts.length > 0) yield { kind: 'lines', texts };
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  yield { kind: 'rest', text: text(new Uint8Array()) };
}

function joined(parts: readonly Uint8Array[], last: Uint8Array): string {
  const bytes = parts.length === 0 ? last : Buffer.concat([...parts, last]);
  const isReturned = bytes.at(-1) === carriageReturn;
  const length = bytes.byteLength - (isReturned ? 1 : 0);
  return Buffer.from(bytes.buffer, bytes.byteOffset, length).toString('utf8');
}
