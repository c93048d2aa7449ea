import type { modelTexts } from '../../domain/models/model-texts.ts';

/** What is said about models, in German. */
export const germanModels: Readonly<Record<keyof typeof modelTexts, string>> = {
  'service-address': 'die Adresse eines Dienstes wie http://localhost:8000/v1, ohne Schlüssel',
  'key-variable':
    'der Name einer Umgebungsvariablen, die auf KEY oder TOKEN endet, etwa OPENAI_API_KEY',
  'recording-file': 'die Datei mit den Antworten, die wiedergegeben werden',
  'given-for-provider': 'bei provider: {provider} angegeben',
  'only-for-provider': 'nur bei provider: {providers}',
  'no-provider': 'keiner',
  'price-date': 'ein Datum wie 2026-11-01',
  currency: 'drei Buchstaben wie USD',
};
