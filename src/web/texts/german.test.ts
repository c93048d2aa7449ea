import { readdirSync, readFileSync } from 'node:fs';
import { reasonCodes } from '../../statistics/reason.ts';
import { describe, expect, it } from 'vitest';
import { inWords } from '../../domain/coded-text.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import type { CodedText } from '../../domain/coded-text.ts';
import { codedGate } from '../../domain/rounds/gate-text.ts';
import { codedText } from '../../domain/text-values.ts';
import { textCatalogue } from '../../domain/texts.ts';
import { german } from './german.ts';

const english: Readonly<Record<string, string>> = {
  ...textCatalogue,
  ...Object.fromEntries(
    Object.entries(errorCatalogue).map(([code, { message }]) => [code, message]),
  ),
};
/** Every value that a template uses, as text, as a list or to choose between one and many. */
const valuesOf = (template: string): readonly string[] => [
  ...new Set([...template.matchAll(/\{(\w+)/g)].map((found) => found[1]!)),
];

describe('the German catalogue', () => {
  it('has the codes of the English one, and no code means two things', () => {
    expect(Object.keys(german.templates).toSorted()).toEqual(Object.keys(english).toSorted());
    const errors = new Set(Object.keys(errorCatalogue));
    expect(Object.keys(textCatalogue).filter((code) => errors.has(code))).toEqual([]);
  });

  it('is made of parts that share no code, so that none hides another', () => {
    const parts = (folder: string, name: RegExp) =>
      readdirSync(new URL(folder, import.meta.url), { recursive: true, encoding: 'utf8' })
        .filter((file) => name.test(file))
        .map((file) => readFileSync(new URL(`${folder}/${file}`, import.meta.url), 'utf8'))
        .flatMap((text) => [...text.matchAll(/^  '?([\w-]+)'?:/gm)].map((found) => found[1]!));
    for (const codes of [
      parts('../../domain', /-(texts|errors)\.ts$/),
      parts('.', /^german-.*\.ts$/),
    ])
      expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
  });

  it('uses the values of the English one', () => {
    for (const [code, template] of Object.entries(english))
      expect([code, valuesOf(german.templates[code]!).toSorted()]).toEqual([
        code,
        valuesOf(template).toSorted(),
      ]);
  });

  it('has a sentence for every reason of statistics', () => {
    expect(reasonCodes.filter((code) => !Object.hasOwn(textCatalogue, code))).toEqual([]);
  });

  it('joins lists, chooses between one and many, and puts texts into texts', () => {
    const twice = codedText('label-twice');
    expect(inWords(german, codedText('all-of', { list: ['a', 'b', 'c'] }))).toBe('a, b und c');
    expect(inWords(german, codedText('one-of', { list: ['a', 'b'] }))).toBe('a oder b');
    const sentences = { round: 'a', blocks: [codedText('round-is-open'), codedText('no-ratings')] };
    expect(inWords(german, { code: 'round-locked', values: sentences })).toBe(
      'Die Runde a kann nicht geöffnet werden. Sie ist schon offen. Es gibt keine Urteile.',
    );
    expect(inWords(german, codedText('row-count', { count: 1 }))).toBe('1 Zeile');
    expect(inWords(german, codedText('row-count', { count: 2 }))).toBe('2 Zeilen');
    expect(
      inWords(german, {
        code: 'wrong-value',
        values: { field: 'x', got: twice, expected: ['a', 'b'] },
      }),
    ).toBe('x ist eine Liste, in der ein Label zweimal steht, erwartet: a oder b');
  });

  it('writes numbers with a comma, and as many decimals as the English one', () => {
    const text = codedText('gate-value', { gate: 'fleiss_kappa >= 0.70', value: 0.9334, n: 45 });
    expect(inWords(german, text)).toBe('fleiss_kappa >= 0.70: 0,933 bei n = 45');
    expect(english['gate-value']).toContain('{value, 0.000}');
  });

  it('falls back to the English message of a code that it does not know', () => {
    expect(inWords(german, { code: 'from-tomorrow', values: {}, message: 'New.' })).toBe('New.');
  });

  it('says a gate as a sentence, with a decimal comma', () => {
    expect(inWords(german, codedGate('fleiss_kappa.low >= 0.60 per question') as CodedText)).toBe(
      'Unteres Ende des Intervalls von Fleiss’ κ mindestens 0,60 bei jeder Frage ' +
        '(fleiss_kappa.low >= 0.60 per question)',
    );
  });
});
