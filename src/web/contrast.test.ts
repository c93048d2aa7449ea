import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
const light = colours(
  css.slice(css.indexOf(':root {'), css.indexOf(":root[data-mantine-color-scheme='dark']")),
);
const dark = {
  ...light,
  ...colours(
    css.slice(css.indexOf(":root[data-mantine-color-scheme='dark']"), css.indexOf('html {')),
  ),
};

/** What is written on what. */
const texts: readonly (readonly [string, readonly string[]])[] = [
  ['ink', ['paper', 'sunken', 'accent-wash', 'good-wash', 'warn-wash', 'bad-wash', 'mark']],
  ['soft', ['paper', 'sunken']],
  ['accent', ['paper', 'sunken', 'accent-wash']],
  ['good', ['paper', 'good-wash']],
  ['warn', ['paper', 'warn-wash']],
  ['bad', ['paper', 'bad-wash']],
];

describe.each([
  { scheme: 'light', tokens: light },
  { scheme: 'dark', tokens: dark },
])('the colours of the $scheme appearance', ({ tokens }) => {
  it.each(texts.flatMap(([ink, papers]) => papers.map((paper) => ({ ink, paper }))))(
    'write $ink on $paper with at least 4.5 to 1',
    ({ ink, paper }) => {
      expect(contrast(tokens[ink]!, tokens[paper]!)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('draw borders of fields and the focus with at least 3 to 1', () => {
    for (const line of ['line-strong', 'accent'])
      for (const paper of ['paper', 'sunken'])
        expect(contrast(tokens[line]!, tokens[paper]!)).toBeGreaterThanOrEqual(3);
  });
});

describe('the contrast', () => {
  it('is 21 between black and white, as WCAG 2.2 defines it', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 10);
  });
});

function colours(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...text.matchAll(/--assay-([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1]!, match[2]!]),
  );
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Relative luminance, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
