import type { modelTexts } from '../../domain/models/model-texts.ts';

/** Texts about models, in German. */
export const germanModels: Readonly<Record<keyof typeof modelTexts, string>> = {
  'service-address': 'die Adresse eines Dienstes wie http://localhost:8000/v1, ohne Schlüssel',
  'key-variable':
    'der Name einer Umgebungsvariablen, die auf KEY oder TOKEN endet, etwa OPENAI_API_KEY',
  'declared-elsewhere': 'neben service angegeben, das Adresse und Schlüssel schon hat',
  'service-or-own': 'entweder service, oder base_url und key_env',
  'one-key': 'key_env oder key_file, nicht beides',
  network: 'eine Adresse oder ein Netz wie 10.20.0.0/16',
  'recording-file': 'die Datei mit den Antworten, die wiedergegeben werden',
  'given-for-provider': 'bei provider: {provider} angegeben',
  'only-for-provider': 'nur bei provider: {providers}',
  'no-provider': 'keiner',
  'price-date': 'ein Datum wie 2026-11-01',
  currency: 'drei Buchstaben wie USD',
  'reply-problem': '{problem}: {details, ;}',
  'reply-schema-invalid': 'die Antwort hat nicht die verlangte Form',
  'reply-off-scale': 'die Antwort enthält einen Wert, der nicht auf seiner Skala liegt',
  'reply-constraint-violation': 'die Antworten widersprechen einander',
  'reply-quote-not-found': 'ein Zitat steht nicht in seiner Quelle',
  'reply-not-json': 'die Antwort ist nicht genau ein JSON-Objekt',
  'reply-empty': 'die Antwort ist leer',
  'reply-truncated': 'die Antwort wurde an der Token-Grenze abgeschnitten',
  'reply-refused': 'das Modell hat die Antwort verweigert',
  'reply-context-truncated': 'der Kontext des Modells war für Anfrage und Antwort zu klein',
  'reply-fields': '{count} Felder',
  'reply-values': '{count} Werte insgesamt',
  'reply-letters': '{count} Zeichen in Namen und Werten',
};
