import { expect, it } from 'vitest';
import { fontLetters } from './font-letters.ts';

const u16 = (...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 2);
  for (const [at, number] of numbers.entries()) bytes.writeUInt16BE(number, at * 2);
  return bytes;
};
const u32 = (...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [at, number] of numbers.entries()) bytes.writeUInt32BE(number, at * 4);
  return bytes;
};

/** A font with another table before that of characters, which has these parts. */
function fontOf(name: string, ...parts: readonly Buffer[]): Buffer {
  const start = 4 + parts.length * 8;
  const offsets = parts.map((_, at) =>
    parts.slice(0, at).reduce((sum, part) => sum + part.length, start),
  );
  const records = offsets.map((offset) => Buffer.concat([u16(3, 1), u32(offset)]));
  const table = Buffer.concat([u16(0, parts.length), ...records, ...parts]);
  const head = Buffer.concat([u32(0x00010000), u16(2, 0, 0, 0)]);
  const entry = (tag: string, offset: number): Buffer =>
    Buffer.concat([Buffer.from(tag, 'latin1'), u32(0, offset, 0)]);
  return Buffer.concat([head, entry('head', 0), entry(name, 12 + 2 * 16), table]);
}

/** Segments as pairs of ends and starts, with their deltas and ranges; glyphs lie behind. */
const segments = Buffer.concat([
  u16(4, 0, 0, 6, 0, 0, 0),
  // Ends, padding, starts, deltas.
  u16(67, 98, 0xffff),
  u16(0),
  u16(65, 97, 0xffff),
  u16(0x10000 - 66, 0, 1),
  // The second segment looks its glyphs up, two places behind its own: of b there is none.
  u16(0, 4, 0),
  u16(7, 0),
]);
const groups = Buffer.concat([u16(12, 0), u32(0, 0, 2), u32(0x1f600, 0x1f601, 1), u32(48, 48, 9)]);

it('the letters of a font are those that have a glyph', () => {
  // A to C, of which B is the 66th and has glyph 0: none; then a, by the list of glyphs.
  expect([...fontLetters(fontOf('cmap', segments))]).toEqual([65, 67, 97]);
});

it('letters beyond the first plane come in groups, and parts add up', () => {
  expect([...fontLetters(fontOf('cmap', groups))]).toEqual([0x1f600, 0x1f601, 48]);
  expect(fontLetters(fontOf('cmap', segments, groups)).size).toBe(6);
  expect(fontLetters(fontOf('cmap', u16(6, 0, 0))).size).toBe(0);
});

it('a font without a table of characters is refused', () => {
  expect(() => fontLetters(fontOf('glyf', segments))).toThrow('The font has no table cmap');
});
