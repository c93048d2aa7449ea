import { expect, it } from 'vitest';
import { fieldShape, fieldText, fieldTitle } from './field-value.ts';

it('a field goes by the title in the protocol, a common word, or its name in words', () => {
  const titles = [
    { doc_id: { en: 'Document', de: 'Dokument' }, text: 'Review' },
    { text: 'Text', page: 'Page' },
  ];
  expect(fieldTitle('doc_id', titles, 'de')).toBe('Dokument');
  expect(fieldTitle('doc_id', titles, 'fr')).toBe('Document');
  expect(fieldTitle('text', titles, 'en')).toBe('Review');
  expect(fieldTitle('page', titles, 'en')).toBe('Page');
  expect(fieldTitle('overall_status', titles, 'en')).toBe('Overall status');
  expect(fieldTitle('constructor', titles, 'en')).toBe('Constructor');
  expect(fieldTitle('Betrag in EUR', titles, 'de')).toBe('Betrag in EUR');
});

it('a field with parts reads as lines, each with its name', () => {
  const parts = { case_title: 'Parcel', open: true, none: null, tags: ['late', 'open'] };
  expect(fieldText(parts)).toBe('Case title: Parcel\nOpen: true\nTags: late, open');
  expect(fieldShape(parts)).toBe('prose');
  expect(fieldText([{ a: 1 }, { a: 2, in: { b: 3, c: 4 } }])).toBe('A: 1\n\nA: 2\nIn:\nB: 3\nC: 4');
  expect(fieldShape({})).toBe('none');
});
