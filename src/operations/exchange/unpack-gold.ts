import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { checkRequest } from '../check-request.ts';
import { parsedJson } from './import-request.ts';

const packSchema = z.strictObject({ chunks: z.string(), matrix: z.string(), labels: z.string() });

/** Splits a gold pack that was received as one file into its three files. */
export async function unpackGold(path: string): Promise<z.infer<typeof packSchema>> {
  const pack = checkRequest(packSchema, parsedJson(await readFile(path, 'utf8')));
  const place = (name: string): string => join(dirname(path), `${name}.csv`);
  for (const name of ['chunks', 'matrix', 'labels'] as const)
    await writeFile(place(name), pack[name], { mode: 0o600 });
  return { chunks: place('chunks'), matrix: place('matrix'), labels: place('labels') };
}
