import { createReadStream, createWriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import { uploadHead } from '../upload-head.ts';

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
