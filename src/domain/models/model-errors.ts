/** What can go wrong before models are asked. */
export const modelErrors = {
  'unknown-model': {
    status: 422,
    message:
      'The model {model} is neither on the panel nor in a preset, and weights are never guessed. ' +
      'Add it to the panel of the protocol.',
  },
  'provider-unknown': {
    status: 422,
    message:
      'Assay does not know how to reach the model {model}. Set its provider on the panel: ' +
      '{providers}.',
  },
  'reply-too-large': {
    status: 422,
    message:
      'A reply to the task {task} would have {what}, but models allow at most {most}. Split the ' +
      'task.',
  },
  'key-missing': {
    status: 422,
    message:
      'There is no key for the model {model}: the environment variable {variable} is not set. ' +
      'Set it, or name another with key_env on the panel.',
  },
  'key-not-allowed': {
    status: 422,
    message:
      'The protocol wants the key in {variable} sent to {address} for the model {model}, and ' +
      'nobody has allowed that. Pass --allow-key {variable}, or answer the question in a terminal.',
  },
  'own-key-refused': {
    status: 422,
    message:
      'The model {model} has a key or an address of its own, and keys of this server go only to ' +
      'services that its operator has declared. Name one with service on the panel: {services}.',
  },
  'service-unknown': {
    status: 422,
    message:
      'There is no service {service} for the model {model} here, only {services}. Name one of ' +
      'them on the panel, or have it declared with --services.',
  },
  'service-key-missing': {
    status: 422,
    message:
      'The service {service} of the model {model} has no key at present. Whoever declared it ' +
      'with --services can set it.',
  },
  'unit-too-large': {
    status: 422,
    message:
      'The prompt with the unit {unit} has at least {tokens} tokens, but {model} takes at most ' +
      '{most}. Shorten the unit, or leave it to other annotators.',
  },
  'bad-recording': { status: 400, message: 'expected a recorded reply as JSON, got {got}' },
} as const satisfies Record<string, { readonly status: number; readonly message: string }>;
