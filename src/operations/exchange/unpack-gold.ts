import { codedText } from '../../domain/text-values.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { refuse } from '../../domain/fault.ts';
import { checkRequest } from '../check-request.ts';

const packSchema = z.strictObject({ chunks: z.string(), matrix: z.string(), labels: z.string() });

/** The three files of a gold pack that came in as one, each in a file of its own beside it. */
export async function unpackGold(
  path: string,
): Promise<{ readonly chunks: string; readonly matrix: string; readonly labels: string }> {
  const pack = checkRequest(packSchema, parsed(await readFile(path, 'utf8')));
  const place = (name: string): string => join(dirname(path), `${name}.csv`);
  for (const name of ['chunks', 'matrix', 'labels'] as const)
    await writeFile(place(name), pack[name], { mode: 0o600 });
  return { chunks: place('chunks'), matrix: place('matrix'), labels: place('labels') };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return refuse('bad-json', {
      got: error instanceof Error ? error.message : codedText('something-else'),
    });
  }
}
