import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nearestPassage, verbatim } from './quote.ts';

describe('verbatim', () => {
  it('finds the first place, letter by letter', () => {
    expect(verbatim('18 years', 'Aged 18 years; 18 years and older.')).toEqual({
      start: 5,
      end: 13,
      text: '18 years',
    });
    expect(verbatim('Years', 'Aged 18 years')).toBeNull();
    expect(verbatim('', 'anything')).toBeNull();
  });

  it('gives offsets that cut the quote out of the source', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.string({ unit: 'grapheme' }),
        (before, quote, after) => {
          const source = before + quote + after;
          const span = verbatim(quote, source);
          expect(span).not.toBeNull();
          expect(source.slice(span!.start, span!.end)).toBe(quote);
        },
      ),
      { seed: 1 },
    );
  });
});

describe('nearestPassage', () => {
  it.each([
    [
      'case and white space',
      '18 YEARS  or\nolder',
      'Must be 18 years or older.',
      '18 years or older',
    ],
    [
      'white space in the source',
      'HbA1c of 7.5 %',
      'History: HbA1c  of\n  7.5\u00A0% or more',
      'HbA1c  of\n  7.5\u00A0%',
    ],
    ['a no-break space', '5 mg', 'up to 5\u00A0mg a day', '5\u00A0mg'],
    ['dashes', 'type 2 - stable', 'Type 2 – stable disease', 'Type 2 – stable'],
    [
      'curly quotation marks',
      `the "responsible" person's consent`,
      'With the “responsible” person’s consent.',
      'the “responsible” person’s consent',
    ],
    ['German quotation marks', '"wesentlich"', 'gilt als „wesentlich“ im Sinne', 'wesentlich'],
    [
      'umlauts in another composition',
      'u\u0308ber die Gro\u0308\u00DFe',
      'Angaben ÜBER die Größe des Instituts',
      'ÜBER die Größe',
    ],
    ['umlauts decomposed in the source', 'Größe', 'Die Gro\u0308\u00DFe zählt', 'Gro\u0308\u00DFe'],
    ['a ligature', 'significant', 'a signi\uFB01cant change', 'signi\uFB01cant'],
    ['a soft hyphen', 'Eigenmittel', 'die Eigen\u00ADmittel der', 'Eigen\u00ADmittel'],
    ['emoji before it', 'Not Good', '😀😀 it was not good 😀', 'not good'],
    ['emoji in it', 'was 😀 GOOD', 'it was  😀 good', 'was  😀 good'],
    [
      'closing punctuation',
      '"aged 18 years or older."',
      'Adults aged 18 years or older, any sex',
      'aged 18 years or older',
    ],
    ['a letter whose small form is longer', 'İSTANBUL x', 'in İstanbul  x', 'İstanbul  x'],
  ])('sees through %s', (_, quote, source, expected) => {
    const span = nearestPassage(quote, source);
    expect(span?.text).toBe(expected);
    expect(source.slice(span!.start, span!.end)).toBe(expected);
  });

  it('offers the sentence that shares most words', () => {
    const source =
      'Adults of any sex. Patients must have received at least 1.5 mg of the drug within 28 ' +
      'days; no prior surgery.\nPregnant women are excluded.';
    expect(
      nearestPassage('patients received at least 1.5 mg of drug in the 28 days', source),
    ).toEqual({
      start: 19,
      end: 90,
      text: 'Patients must have received at least 1.5 mg of the drug within 28 days;',
    });
  });

  it('takes a line of a list for a sentence', () => {
    expect(nearestPassage('women pregnant', 'Exclusion:\n- pregnant women\n- minors')?.text).toBe(
      '- pregnant women',
    );
  });

  it('offers nothing when too little is shared, or nothing was quoted', () => {
    expect(nearestPassage('completely different words here', 'Adults of any sex.')).toBeNull();
    expect(nearestPassage('', 'Adults')).toBeNull();
    expect(nearestPassage(' .,; ', 'Adults')).toBeNull();
    expect(nearestPassage('x', '')).toBeNull();
  });

  it('finds a quote after changes of case, spaces and composition, at the right offsets', () => {
    const word = fc.constantFrom(
      'Größe',
      'ÄRZTE',
      'risk',
      '18',
      '😀',
      'naïve',
      'Maß',
      'Ω',
      'e\u0301te\u0301',
    );
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 4 }),
        fc.array(word, { maxLength: 4 }),
        fc.array(word, { maxLength: 4 }),
        fc.constantFrom('NFC' as const, 'NFD' as const),
        (quoted, before, after, form) => {
          const source = [...before, quoted.join(' \u00A0\n'), ...after].join(' ');
          const span = nearestPassage(
            quoted.join(' ').normalize(form).toUpperCase().replaceAll('SS', 'ß'),
            source,
          );
          expect(span).not.toBeNull();
          expect(source.slice(span!.start, span!.end)).toBe(span!.text);
          expect(plain(span!.text)).toBe(plain(quoted.join(' ')));
        },
      ),
      { seed: 1, numRuns: 500 },
    );
  });
});

function plain(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ');
}
