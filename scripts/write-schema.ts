import { mkdirSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { policySchema } from '../src/domain/verdicts/policy.ts';
import { protocolSchema } from '../src/domain/protocol/protocol.ts';

/** The JSON Schemas for completion and checks in editors, by the name of their file. */
export function schemaFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['protocol.schema.json', schemaText(protocolSchema, 'Assay protocol')],
    ['policy.schema.json', schemaText(policySchema, 'Assay policy')],
  ]);
}

function schemaText(schema: z.ZodType, title: string): string {
  // What a file may hold before defaults are filled in is the input of the schema.
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return `${JSON.stringify({ $schema, title, ...rest }, null, 2)}\n`;
}

if (import.meta.main) {
  const folder = new URL('../schema/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of schemaFiles()) writeFileSync(new URL(name, folder), text);
}
