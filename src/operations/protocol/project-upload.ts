import { createReadStream, createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import { refuse } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { checkRequest } from '../check-request.ts';
import { parsedJson } from '../exchange/import-request.ts';
import { firstBytes } from '../line-pieces.ts';

/**
 * Splits an upload into the line of JSON that it begins with, and the file after it, which is
 * written beside the upload and goes with it.
 */
export async function splitHead<Schema extends z.ZodType>(
  upload: string,
  schema: Schema,
  longest: number,
): Promise<{ readonly head: z.output<Schema>; readonly path: string }> {
  const { head, start } = await uploadHead(upload, schema, longest);
  const path = join(dirname(upload), 'units');
  await pipeline(createReadStream(upload, { start }), createWriteStream(path, { mode: 0o600 }));
  return { head, path };
}

/** The line of JSON that an upload begins with, and where what follows it starts. */
export async function uploadHead<Schema extends z.ZodType>(
  upload: string,
  schema: Schema,
  longest: number,
): Promise<{ readonly head: z.output<Schema>; readonly start: number }> {
  const beginning = await firstBytes(upload, 'upload', longest + 1);
  const end = beginning.indexOf(10);
  if (end < 0) refuse('too-large', { limit: codedText('bytes', { count: longest }) });
  const head = checkRequest(schema, parsedJson(beginning.toString('utf8', 0, end)));
  return { head, start: end + 1 };
}
