/** The columns that a text takes in a terminal: East Asian characters and emoji two, marks none. */
export function textWidth(text: string): number {
  if (isPlain(text)) return text.length;
  let width = 0;
  for (const { segment } of characters.segment(text)) width += columnsOf(segment);
  return width;
}

/** Cuts a text that is too wide to its beginning or end, with an ellipsis. */
export function shorten(
  text: string,
  width: number,
  keep: 'beginning' | 'end' = 'beginning',
): string {
  if (textWidth(text) <= width) return text;
  const all = isPlain(text)
    ? [...text]
    : Array.from(characters.segment(text), ({ segment }) => segment);
  const kept: string[] = [];
  let left = Math.max(1, width - 1);
  for (const character of keep === 'end' ? all.toReversed() : all) {
    left -= isPlain(character) ? 1 : columnsOf(character);
    if (left < 0) break;
    kept.push(character);
  }
  return keep === 'end' ? `…${kept.toReversed().join('')}` : `${kept.join('')}…`;
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wide =
  /\p{Emoji_Presentation}|\uFE0F|[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]/u;

/** Only characters that are certainly one column wide: Latin letters, digits, table lines. */
function isPlain(text: string): boolean {
  return /^[\x20-\x7E\u00A0-\u02FF\u0370-\u03FF\u2010-\u2027\u2030-\u205E\u2212\u2500-\u257F]*$/.test(
    text,
  );
}

function columnsOf(character: string): number {
  return wide.test(character) ? 2 : 1;
}
