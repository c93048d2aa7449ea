import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, writeSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CodedText } from '../../domain/coded-text.ts';
import { refuse } from '../../domain/fault.ts';
import { codedText } from '../../domain/text-values.ts';
import { isWorkbook } from '../../formats/parquet-mark.ts';
import { firstBytes } from '../line-pieces.ts';
import { scratchFolder } from '../scratch-folder.ts';
import { readApart } from './read-apart.ts';

/** A file whose bytes are UTF-8, or a copy of it that is, and what was said about its encoding. */
export interface TextSource {
  readonly path: string;
  readonly said: readonly CodedText[];
  discard(): Promise<void>;
}

const chunkBytes = 256 * 1024;

/**
 * The file as UTF-8: the one place where bytes of another encoding become text. UTF-16 is known by
 * its mark. A table that is not UTF-8 was saved by a spreadsheet as Windows-1252; what begins like
 * JSON or is binary stays as it is, for its reader to refuse.
 */
export async function textSource(path: string, name: string): Promise<TextSource> {
  const beginning = await firstBytes(path, name, 4096);
  const encoding = markedEncoding(beginning);
  if (encoding !== null) return await copyOf(path, name, encoding);
  if (isWorkbook(beginning)) {
    const samples = await samplesOf(path, name);
    if (samples !== null) return samples;
  }
  const first = beginning.find((byte) => byte > 32 && byte < 0xef);
  const isOther = beginning.includes(0) || /^(PAR1|PK)/.test(beginning.toString('latin1', 0, 4));
  if (isOther || first === 0x7b || first === 0x5b || (await isAllUtf8(path)))
    return { path, said: [], discard: async () => {} };
  return await copyOf(path, name, 'windows-1252');
}

/** The samples of an evaluation log as a file of their own; null for another zip file. */
async function samplesOf(path: string, name: string): Promise<TextSource | null> {
  const folder = scratchFolder('import');
  const copy = join(folder.path, 'samples.jsonl');
  try {
    const keep = async (made: { readonly file: string } | null): Promise<void> =>
      made === null ? undefined : await rename(made.file, copy);
    const samples = await readApart('samples', { path, name }, { keep });
    if (samples?.isEmpty === true) refuse('file-empty', {}, { file: name });
    if (samples !== null) return { path: copy, said: [], discard: () => folder.discard() };
  } catch (error) {
    await folder.discard();
    throw error;
  }
  await folder.discard();
  return null;
}

type Encoding = 'utf-16le' | 'utf-16be' | 'windows-1252';

function markedEncoding(bytes: Buffer): Encoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}

async function isAllUtf8(path: string): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks(path)) {
    // A piece up to a line break holds whole characters.
    const last = chunk.lastIndexOf(10);
    const piece = Buffer.concat([rest, chunk.subarray(0, last + 1)]);
    if (!isUtf8(piece)) return false;
    rest = Buffer.concat([last < 0 ? rest : Buffer.alloc(0), chunk.subarray(last + 1)]);
    // A line as long as this is nothing that a spreadsheet saved.
    if (rest.length > 16 * chunkBytes) return true;
  }
  return isUtf8(rest);
}

async function copyOf(path: string, name: string, encoding: Encoding): Promise<TextSource> {
  const folder = scratchFolder('import');
  const copy = join(folder.path, 'text');
  const descriptor = openSync(copy, 'w', 0o600);
  try {
    const decoder = new TextDecoder(encoding, { fatal: true });
    for await (const chunk of chunks(path))
      writeSync(descriptor, plainText(decoder.decode(chunk, { stream: true }), encoding, name));
    writeSync(descriptor, decoder.decode());
  } catch (error) {
    await folder.discard();
    if (!(error instanceof TypeError)) throw error;
    // The decoder says that no character can be made of the bytes.
    refuse('not-text', { got: codedText('broken-encoding', { encoding }) }, { file: name });
  } finally {
    closeSync(descriptor);
  }
  const said = [codedText('read-as-encoding', { encoding: encodingNames[encoding] })];
  return { path: copy, said, discard: () => folder.discard() };
}

const encodingNames: Readonly<Record<Encoding, string>> = {
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

/** Five bytes stand for nothing in Windows-1252: then it is another encoding. */
function plainText(text: string, encoding: Encoding, file: string): string {
  if (encoding === 'windows-1252' && /[\u0080-\u009F]/.test(text))
    refuse('not-text', { got: codedText('broken-encoding', { encoding }) }, { file });
  return text;
}

async function* chunks(path: string): AsyncGenerator<Buffer> {
  const file = await open(path, 'r');
  try {
    for (;;) {
      const chunk = Buffer.alloc(chunkBytes);
      const { bytesRead } = await file.read(chunk, 0, chunkBytes, null);
      if (bytesRead === 0) return;
      yield chunk.subarray(0, bytesRead);
      await nextTurn();
    }
  } finally {
    await file.close();
  }
}
