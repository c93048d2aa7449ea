import { codedText, unstorable } from '../domain/text-values.ts';
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { refuse } from '../domain/fault.ts';

/** Deeper values are refused before parsing. */
const deepest = 64;

/** The text of a request. Refuses anything but plain UTF-8, which would be silently altered. */
export function textOfBody(headers: IncomingHttpHeaders, bytes: Buffer): string {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers;
  if (encoding.toLowerCase() !== 'identity')
    refuse('wrong-content-type', {
      got: codedText('compressed', { encoding }),
      expected: codedText('json-uncompressed'),
    });
  if (!isUtf8Type(type))
    refuse('wrong-content-type', { got: type, expected: codedText('json-utf8') });
  if (!isUtf8(bytes)) refuse('not-text', { got: codedText('bad-utf8-bytes') });
  return bytes.toString('utf8');
}

function isUtf8Type(type: string): boolean {
  if (type === 'application/json') return true;
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(type)?.[1] ?? 'utf-8';
  return /^utf-?8$/i.test(charset);
}

/** Reads the JSON of a request. Refuses keys that name a prototype, and what is not text. */
export function parseJsonBody(text: string): unknown {
  if (text === '') return undefined;
  if (deeperThan(text, deepest))
    refuse('bad-json', { got: codedText('nested-values', { levels: deepest }) });
  try {
    return text.includes('__proto__') || text.includes('\\u')
      ? JSON.parse(text, refuseForeign)
      : JSON.parse(text);
  } catch (failure) {
    if (failure instanceof SyntaxError) refuse('bad-json', { got: codedText('something-else') });
    throw failure;
  }
}

function deeperThan(text: string, limit: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === backslash) at += 1;
      else if (code === quote) quoted = false;
    } else if (code === quote) quoted = true;
    else if (code === openBrace || code === openBracket) {
      depth += 1;
      if (depth > limit) return true;
    } else if (code === closeBrace || code === closeBracket) depth -= 1;
  }
  return false;
}

/** Only an escape can hold what no text may contain, so other bodies need not be walked. */
function refuseForeign(key: string, value: unknown): unknown {
  if (key === '__proto__') refuse('unknown-field', { field: key, hint: '' });
  const wrong = unstorable(key) ?? (typeof value === 'string' ? unstorable(value) : null);
  if (wrong !== null) refuse('not-text', { got: wrong });
  return value;
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [
  34, 92, 123, 125, 91, 93,
];
