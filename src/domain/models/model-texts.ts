/** What is said about models: their settings, their replies and their providers, by code. */
export const modelTexts = {
  // Settings of the panel
  'service-address': 'the address of a service, such as http://localhost:8000/v1, without a key',
  'key-variable':
    'the name of an environment variable that ends with KEY or TOKEN, such as OPENAI_API_KEY',
  'recording-file': 'the file with the replies that are replayed',
  'given-for-provider': 'given for provider: {provider}',
  'only-for-provider': 'only for provider: {providers}',
  'no-provider': 'none',
  'price-date': 'a date, such as 2026-11-01',
  currency: 'three letters, such as USD',
} as const satisfies Record<string, string>;
