/** Signs that mean something anywhere in a line of Markdown; entities also hold in tables. */
const signs = /[\\`*[\]~&<$|]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;
/** Signs that mean something where a line begins: headings, quotes, lists, underlines. */
const firstSigns = /^(\d+)([.)])(?=\s|$)|^()([#>+=-])/;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  $: '&#36;',
  '|': '&#124;',
};

/**
 * Text as one line of Markdown in which nothing is markup: no HTML, no link, no end of a cell.
 * @example markdownText('<b>a_b</b> [x](y) | *z*') // '&lt;b>a_b&lt;/b> \\[x\\](y) &#124; \\*z\\*'
 */
export function markdownText(text: string): string {
  return oneLine(text)
    .replace(signs, (sign) => entities[sign] ?? `\\${sign}`)
    .replace(firstSigns, '$1$3\\$2$4');
}

/** The same for a text of several paragraphs. */
export function markdownParagraphs(text: string): string {
  return text
    .split(/\n\s*\n/)
    .map(markdownText)
    .join('\n\n')
    .trim();
}

/** A name between backticks, as it is, whatever is in it. */
export function markdownCode(name: string): string {
  const text = oneLine(name);
  const fence = '`'.repeat(1 + Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length)));
  const space = /^`|`$/.test(text) ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
