import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markedLines } from './marked-lines.ts';
import { findPassages, moveEdge, passages, trimmedSpan } from './passages.ts';

const source =
  'Inclusion criteria:\n- Age 18 years or older.\n- Dose of 1.5 mg; twice a day.\n' +
  'Exclusion criteria:\n- Age above 80 years.';

describe('the passages of a text', () => {
  const all = passages(source);

  it('are its sentences and lines, without bullets', () => {
    expect(all.map((one) => one.text)).toEqual([
      'Inclusion criteria:',
      'Age 18 years or older.',
      'Dose of 1.5 mg;',
      'twice a day.',
      'Exclusion criteria:',
      'Age above 80 years.',
    ]);
    for (const one of all) expect(source.slice(one.start, one.end)).toBe(one.text);
  });

  it('are found by the beginnings of words, in whatever order they were typed', () => {
    expect(findPassages(all, 'yea 18').map((one) => one.text)).toEqual(['Age 18 years or older.']);
    expect(findPassages(all, 'years age').length).toBe(2);
    expect(findPassages(all, 'above 80')[0]!.text).toBe('Age above 80 years.');
    expect(findPassages(all, 'nothing')).toEqual([]);
    expect(findPassages(all, '  ')).toBe(all);
  });

  it('are made longer and shorter by words', () => {
    const [, age] = all;
    const shorter = moveEdge(source, age!, 'end', -1);
    expect(shorter.text).toBe('Age 18 years or');
    expect(moveEdge(source, shorter, 'start', 1).text).toBe('18 years or');
    expect(moveEdge(source, shorter, 'end', 1).text).toBe('Age 18 years or older.');
    const one = { start: age!.start, end: age!.start + 3, text: 'Age' };
    expect(moveEdge(source, one, 'end', -1)).toEqual(one);
  });
});

describe('a selection', () => {
  it('is taken without the white space around it', () => {
    expect(trimmedSpan('a  bc  d', 1, 7)).toEqual({ start: 3, end: 5, text: 'bc' });
    expect(trimmedSpan('a  b', 1, 3)).toBeNull();
  });

  it('is taken without the bullet before it, but with a minus that belongs to it', () => {
    expect(trimmedSpan('x:\n- Age 18.\n', 3, 13)).toEqual({ start: 5, end: 12, text: 'Age 18.' });
    expect(trimmedSpan('-5 °C', 0, 5)?.text).toBe('-5 °C');
  });
});

describe('a marked text', () => {
  it('is the text, letter by letter, whatever is marked', () => {
    const marking = fc
      .tuple(fc.nat(130), fc.nat(130))
      .map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b), kind: 'quoted' as const }));
    fc.assert(
      fc.property(fc.array(marking, { maxLength: 3 }), (markings) => {
        const lines = markedLines(source, markings);
        expect(lines.flatMap((line) => line.pieces.map((piece) => piece.text)).join('')).toBe(
          source,
        );
      }),
      { seed: 1 },
    );
  });

  it('marks a passage over a line break in both lines', () => {
    const lines = markedLines('ab\ncd', [{ start: 1, end: 4, kind: 'quoted' }]);
    expect(lines.map((line) => line.pieces)).toEqual([
      [
        { text: 'a', kind: null },
        { text: 'b\n', kind: 'quoted' },
      ],
      [
        { text: 'c', kind: 'quoted' },
        { text: 'd', kind: null },
      ],
    ]);
  });
});
