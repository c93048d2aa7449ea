/** The letters that a TrueType font has, as code points, from its table of characters. */
export function fontLetters(font: Buffer): ReadonlySet<number> {
  const table = tableOf(font, 'cmap');
  const found = new Set<number>();
  for (let at = 0; at < font.readUInt16BE(table + 2); at += 1) {
    const start = table + font.readUInt32BE(table + 4 + at * 8 + 4);
    const format = font.readUInt16BE(start);
    if (format === 4) addSegments(font, start, found);
    if (format === 12) addGroups(font, start, found);
  }
  return found;
}

function tableOf(font: Buffer, name: string): number {
  for (let at = 12; at < 12 + font.readUInt16BE(4) * 16; at += 16)
    if (font.toString('latin1', at, at + 4) === name) return font.readUInt32BE(at + 8);
  throw new Error(`The font has no table ${name}`);
}

/** Format 4: segments of the first 65,536 code points. */
function addSegments(font: Buffer, start: number, found: Set<number>): void {
  const size = font.readUInt16BE(start + 6);
  const [ends, starts] = [start + 14, start + 16 + size];
  const [deltas, ranges] = [starts + size, starts + 2 * size];
  for (let at = 0; at < size; at += 2) {
    const [first, last] = [font.readUInt16BE(starts + at), font.readUInt16BE(ends + at)];
    const range = font.readUInt16BE(ranges + at);
    for (let code = first; code <= last && code < 0xffff; code += 1) {
      const glyph =
        range === 0
          ? (code + font.readUInt16BE(deltas + at)) & 0xffff
          : font.readUInt16BE(ranges + at + range + (code - first) * 2);
      if (glyph !== 0) found.add(code);
    }
  }
}

/** Format 12: groups of code points. */
function addGroups(font: Buffer, start: number, found: Set<number>): void {
  for (let at = 0; at < font.readUInt32BE(start + 12); at += 1) {
    const group = start + 16 + at * 12;
    const [first, last] = [font.readUInt32BE(group), font.readUInt32BE(group + 4)];
    for (let code = first; code <= last; code += 1) found.add(code);
  }
}
