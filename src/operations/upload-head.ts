import type { z } from 'zod';
import { refuse } from '../domain/fault.ts';
import { codedText } from '../domain/text-values.ts';
import { checkRequest } from './check-request.ts';
import { parsedJson } from './exchange/import-request.ts';
import { firstBytes } from './line-pieces.ts';

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
