import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { InputError } from '../../../domain/fault.ts';
import { wrongField } from '../../../domain/field-fault.ts';
import { codedText } from '../../../domain/text-values.ts';
import type { NamedFile } from './evaluate-apart.ts';

/** A file of an upload: its name for people, and how many bytes of the upload are its own. */
export interface SentFile {
  readonly name: string;
  readonly bytes: number;
}

/**
 * The files that follow each other in an upload, from `start` on, each written beside it. Their
 * names end as the names they were sent with, since the ending shows their format.
 */
export async function separateFiles(
  upload: string,
  start: number,
  sent: readonly SentFile[],
): Promise<readonly NamedFile[]> {
  const { size } = statSync(upload);
  const told = sent.reduce((sum, { bytes }) => sum + bytes, start);
  if (told !== size) {
    const expected = codedText('bytes', { count: size - start });
    throw new InputError([wrongField('files.bytes', told - start, expected)]);
  }
  const files: NamedFile[] = [];
  let at = start;
  for (const { name, bytes } of sent) {
    const ending = extname(name).toLowerCase();
    const known = /^\.[a-z0-9]{1,10}$/.test(ending) ? ending : '';
    const path = join(dirname(upload), `part-${files.length}${known}`);
    const source = bytes === 0 ? [] : createReadStream(upload, { start: at, end: at + bytes - 1 });
    await pipeline(source, createWriteStream(path, { mode: 0o600 }));
    files.push({ path, name });
    at += bytes;
  }
  return files;
}
