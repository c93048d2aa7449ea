/**
 * The name of a person or other annotator, trimmed and composed (Unicode NFC): the same name typed
 * elsewhere, or taken from a file name, may have separate accents. Ids of units are not normalised:
 * they are keys of somebody's corpus, byte by byte.
 * @example personName(' Rene\u0301 ') // 'Ren\u00e9'
 */
export function personName(text: string): string {
  return text.trim().normalize('NFC');
}

/**
 * A name as it is compared: `A0` and `a0` are one, and so are full-width and plain letters.
 * @example sameName('\uff210') // 'a0'
 */
export function sameName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}
