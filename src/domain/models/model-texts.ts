/** Texts about models, their settings, replies and providers, by code. */
export const modelTexts = {
  // Settings of the panel
  'service-address': 'the address of a service, such as http://localhost:8000/v1, without a key',
  'key-variable':
    'the name of an environment variable that ends with KEY or TOKEN, such as OPENAI_API_KEY',
  'declared-elsewhere': 'given beside service, which has an address and a key of its own',
  'service-or-own': 'either service, or base_url and key_env',
  'one-key': 'key_env or key_file, and not both',
  network: 'an address or a network, such as 10.20.0.0/16',
  'recording-file': 'the file with the replies to replay',
  'given-for-provider': 'given for provider: {provider}',
  'only-for-provider': 'only for provider: {providers}',
  'no-provider': 'none',
  'price-date': 'a date, such as 2026-11-01',
  currency: 'three letters, such as USD',
  // What is wrong with replies
  'reply-problem': '{problem}: {details, ;}',
  'reply-schema-invalid': 'the reply does not have the requested form',
  'reply-off-scale': 'the reply has a value that is not on its scale',
  'reply-constraint-violation': 'the answers contradict each other',
  'reply-quote-not-found': 'a quote is not in its source',
  'reply-not-json': 'the reply is not one JSON object',
  'reply-empty': 'the reply is empty',
  'reply-truncated': 'the reply was cut off at the token limit',
  'reply-refused': 'the model refused to answer',
  'reply-context-truncated': 'the context of the model was too small for the prompt and the reply',
  'reply-fields': '{count} fields',
  'reply-values': '{count} values in all',
  'reply-letters': '{count} characters in names and values',
} as const satisfies Record<string, string>;
