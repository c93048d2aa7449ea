import { z } from 'zod';
import { protocolSchema } from '../../../../../domain/protocol/protocol.ts';
import type { JsonSchema } from './schema-help.ts';

let known: JsonSchema | null = null;

/** The JSON Schema of a protocol file, made from the very schema that checks it. */
export function protocolJsonSchema(): JsonSchema {
  known ??= z.toJSONSchema(protocolSchema, { io: 'input' }) as JsonSchema;
  return known;
}
