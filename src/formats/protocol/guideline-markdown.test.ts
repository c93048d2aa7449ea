import { describe, expect, it } from 'vitest';
import { readGuideline } from './guideline-markdown.ts';

const text = `# Topics, version 1.0

Read this first.

## How to decide
1. Read the chunk.

### A part of its own
More.

## IRB – Internal ratings based
### Definition
The approach that lets a bank
use its own estimates.

### Include
- estimates of PD,
  LGD and EAD
* permission to use it

### Exclude
1. the standardised approach
2) stress tests

### Positive examples
- "An institution may use the IRB approach."

### Negative examples
One sentence that is no list.

## LCR: Liquidity
### definition
Short.

## FAQ
None yet.
`;

describe('readGuideline', () => {
  it('reads cards for the questions, and everything else as chapters', () => {
    const read = readGuideline(text, '1.0', ['IRB', 'LCR'], false);
    expect(read).toEqual({
      ok: true,
      value: {
        version: '1.0',
        title: 'Topics, version 1.0',
        cards: [
          {
            question: 'IRB',
            title: 'Internal ratings based',
            definition: 'The approach that lets a bank use its own estimates.',
            include: ['estimates of PD, LGD and EAD', 'permission to use it'],
            exclude: ['the standardised approach', 'stress tests'],
            positive: ['"An institution may use the IRB approach."'],
            negative: ['One sentence that is no list.'],
          },
          {
            question: 'LCR',
            title: 'Liquidity',
            definition: 'Short.',
            include: [],
            exclude: [],
            positive: [],
            negative: [],
          },
        ],
        chapters: [
          { title: 'Topics, version 1.0', text: 'Read this first.' },
          { title: 'How to decide', text: '1. Read the chunk.\n\n### A part of its own\nMore.' },
          { title: 'FAQ', text: 'None yet.' },
        ],
      },
    });
  });

  it('reads parts with German headings, and a chapter of one paragraph as the definition', () => {
    const german = `# Leitfaden

## muell – Müll

Alles, was abgeholt wird.

### Einschließen
- Tonnen

### ausschließen
- nichts

## laerm
Was zu laut ist.
`;
    const read = readGuideline(german, '1.0', ['muell', 'laerm'], false);
    expect(read.ok && read.value.cards).toMatchObject([
      { definition: 'Alles, was abgeholt wird.', include: ['Tonnen'], exclude: ['nichts'] },
      { definition: 'Was zu laut ist.' },
    ]);
  });

  it('reads the same with CRLF and a byte order mark', () => {
    expect(
      readGuideline(`\uFEFF${text.replaceAll('\n', '\r\n')}`, '1.0', ['IRB', 'LCR'], false),
    ).toEqual(readGuideline(text, '1.0', ['IRB', 'LCR'], false));
  });

  it('takes a heading without a title for both', () => {
    expect(readGuideline('## IRB\n### Definition\nx\n', '1', ['IRB'], false)).toMatchObject({
      value: { cards: [{ question: 'IRB', title: 'IRB' }] },
    });
  });

  it('does not take a comment in a code block for a heading', () => {
    const read = readGuideline(
      '# Title\n## Rows\n```yaml\n# a comment\n## another\n```\nafter\n',
      '1',
      [],
      false,
    );
    expect(read).toMatchObject({
      value: {
        title: 'Title',
        chapters: [{ title: 'Rows', text: '```yaml\n# a comment\n## another\n```\nafter' }],
      },
    });
  });

  it('lists every part that is missing when the guideline must be complete', () => {
    const line = text.split('\n').indexOf('## LCR: Liquidity') + 1;
    expect(faultsOf(text, ['IRB', 'LCR', 'NSFR'], true)).toEqual([
      [line, 'the guideline for LCR has no include'],
      [line, 'the guideline for LCR has no exclude'],
      [line, 'the guideline for LCR has no positive examples'],
      [line, 'the guideline for LCR has no negative examples'],
      [1, 'the guideline for NSFR has no chapter'],
    ]);
  });

  it('points to the heading of a part that is empty', () => {
    expect(
      faultsOf(
        '## IRB\n### Definition\n\n### Include\n- a\n### Exclude\n- b\n### Positive ' +
          'examples\n- c\n### Negative examples\n- d\n',
        ['IRB', 'IRB'],
        true,
      ),
    ).toEqual([[2, 'the guideline for IRB has no definition']]);
  });

  it('refuses a second chapter on a question, and a part that it does not know', () => {
    expect(
      faultsOf('## IRB\n### Definition\nx\n### Remarks\ny\n## IRB – again\n', ['IRB'], false),
    ).toEqual([
      [
        4,
        'IRB is divided into "Remarks", expected Definition, Include, Exclude, Positive ' +
          'examples or Negative examples',
      ],
      [6, 'IRB – again is a second chapter, expected one chapter for IRB'],
    ]);
  });

  it('reads an empty guideline as one without chapters', () => {
    expect(readGuideline('', '1', ['IRB'], false)).toEqual({
      ok: true,
      value: { version: '1', title: '', cards: [], chapters: [] },
    });
  });
});

function faultsOf(
  source: string,
  questions: readonly string[],
  complete: boolean,
): readonly (readonly [number | undefined, string])[] {
  const read = readGuideline(source, '1.0', questions, complete);
  return read.ok ? [] : read.faults.map((one) => [one.line, one.message] as const);
}
