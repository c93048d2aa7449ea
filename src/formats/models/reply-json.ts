/** The one JSON object in a reply, as text; `recovered` when there was something around it. */
export interface FoundObject {
  readonly text: string;
  readonly recovered: boolean;
}

/** How many places where JSON could begin are tried. */
const mostTried = 50;

/**
 * Finds the JSON object in a reply: the whole text, or the only object in a code fence or in prose.
 * Null when there is none, when there are several, and when the object is an entry of a list:
 * which one is meant would be a guess.
 * @example replyObject('Sure:\n```json\n{"a":1}\n```').recovered // true
 * @example replyObject('{"a":1} or {"a":2}') // null
 */
export function replyObject(reply: string): FoundObject | null {
  const whole = reply.trim();
  const parsed = parse(whole);
  if (parsed !== undefined) return isObject(parsed) ? { text: whole, recovered: false } : null;
  const found: string[] = [];
  let tried = 0;
  for (let at = nextStart(whole, 0); at >= 0 && tried < mostTried; tried += 1) {
    const end = closingPlace(whole, at);
    const text = end < 0 ? '' : whole.slice(at, end);
    const value = parse(text);
    if (Array.isArray(value) && value.some((one) => typeof one === 'object' && one !== null))
      return null;
    if (isObject(value)) found.push(text);
    if (found.length > 1) return null;
    at = nextStart(whole, value === undefined ? at + 1 : end);
  }
  return found.length === 1 && tried < mostTried ? { text: found[0]!, recovered: true } : null;
}

function nextStart(text: string, from: number): number {
  const places = [text.indexOf('{', from), text.indexOf('[', from)].filter((at) => at >= 0);
  return places.length === 0 ? -1 : Math.min(...places);
}

/** The place after the bracket that closes the one at a place; -1 when none does. */
function closingPlace(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not JSON from here to there; the next place is tried.
    return undefined;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
