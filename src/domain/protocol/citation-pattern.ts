/** The longest pattern; a mark is short. */
const longestPattern = 80;
/** How often `+` and `*` repeat at most. */
const mostRepeats = 20;
/** How many ways a pattern may be tried at one place of a text. */
const mostWays = 1000;

/**
 * A pattern of citation marks as a regular expression, or null when it is not a safe one. Safe are
 * characters, classes such as `[A-Z]` and `\d`, `|`, and repeats of one of them: `?`, `+`, `*`,
 * `{1,3}`. There are no groups, and `+` and `*` repeat at most 20 times, so that no text takes
 * long.
 * @example citationPattern('\\[C?\\d+\\]')?.test('As [12] says.') // true
 */
export function citationPattern(source: string): RegExp | null {
  if (source.length > longestPattern) return null;
  let safe = '';
  let ways = 1;
  let rest = source;
  while (rest !== '') {
    const [text = '', atom = '', repeat = ''] = piece.exec(rest) ?? [];
    if (text === '') return null;
    const bounds = repeatBounds(repeat);
    if (bounds === null || (repeat !== '' && atom === '|')) return null;
    ways *= bounds.most - bounds.least + 1;
    safe += repeat === '' ? atom : `${atom}{${bounds.least},${bounds.most}}`;
    rest = rest.slice(text.length);
  }
  if (ways > mostWays) return null;
  try {
    const pattern = new RegExp(safe, 'gu');
    // A mark that is nothing would be everywhere.
    return new RegExp(`^(?:${safe})$`, 'u').test('') ? null : pattern;
  } catch {
    // Such as a class that ends before it begins; the caller says where.
    return null;
  }
}

/** A class, an escaped sign, or a plain one, and how often it is repeated. */
const piece =
  /^(\[\^?(?:\\[\]\\^\-dw[]|[^\]\\[])+\]|\\[dw[\](){}.+*?|\\^$/]|[^\\()[\]{}+*?^$])(\{\d{1,2}(?:,\d{1,2})?\}|[?+*])?/u;

function repeatBounds(repeat: string): { readonly least: number; readonly most: number } | null {
  if (repeat === '') return { least: 1, most: 1 };
  if (repeat === '?') return { least: 0, most: 1 };
  if (repeat === '+') return { least: 1, most: mostRepeats };
  if (repeat === '*') return { least: 0, most: mostRepeats };
  const [least = 0, most = least] = repeat.slice(1, -1).split(',').map(Number);
  return most >= least && most <= mostRepeats ? { least, most } : null;
}
