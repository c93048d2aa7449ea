import { z } from 'zod';
import { countSchema, nameSchema, pathSchema, textSchema } from '../basic-schemas.ts';

/**
 * How a model is reached. `openai` is the Responses API and `openai-chat` the Chat Completions API;
 * `compatible` is any service that speaks the latter; `recorded` replays a file.
 */
export const providerNames = [
  'openai',
  'openai-chat',
  'anthropic',
  'compatible',
  'ollama',
  'recorded',
] as const;
export type ProviderName = (typeof providerNames)[number];

/** The settings of a panel's entry that only models have, in a protocol file. */
export const modelSettings = {
  provider: z.enum(providerNames).optional().describe('How the model is reached'),
  model: textSchema
    .optional()
    .describe("The provider's name of the model; the entry's when left out"),
  service: nameSchema
    .optional()
    .describe('The service it is reached at, declared by whoever runs the program'),
  base_url: z
    .string()
    .regex(/^https?:\/\/[^\s/@?#]+(\/[^\s@?#]*)?$/, 'service-address')
    .optional()
    .describe('The address of the service: http://localhost:8000/v1'),
  key_env: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*(KEY|TOKEN)$/, 'key-variable')
    .optional()
    .describe('The environment variable that holds the key'),
  parameters: z
    .record(textSchema, z.json())
    .optional()
    .describe('Further parameters of the request: { reasoning: { effort: low } }'),
  prompt: nameSchema
    .optional()
    .describe('One of the texts under prompts, added to the instructions'),
  max_tokens: countSchema.optional().describe('The most tokens that a reply may have'),
  context: countSchema.optional().describe('Ollama: the tokens that prompt and reply may have'),
  tasks: z.array(nameSchema).min(1).optional().describe('The tasks it is for; all when left out'),
  recording: pathSchema.optional().describe('The file with the replies that are replayed'),
  drop_parameters: z
    .boolean()
    .optional()
    .describe('Whether a parameter that the model refuses may be left out'),
};

/** What each further setting is for: it is a fault with any other provider. */
export const settingProviders = {
  context: ['ollama'],
  recording: ['recorded'],
} as const satisfies Record<string, readonly ProviderName[]>;
