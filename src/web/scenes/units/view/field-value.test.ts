import { expect, it } from 'vitest';
import { fieldTitle } from './field-value.ts';

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
});
