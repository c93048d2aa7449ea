import { codedText } from '../domain/text-values.ts';
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { refuse } from '../domain/fault.ts';
import { checkText, countLines, folderReason, markLength, refuseUnreadable } from './read-bytes.ts';
import { longestLine } from './text-file.ts';

/** Text of whole lines with the number of the first. */
export interface LinePiece {
  readonly text: string;
  readonly firstLine: number;
  /** How many bytes of the file have been read. */
  readonly done: number;
}

/** Small, so that checking the rows of a piece holds nobody up. */
const chunkBytes = 32 * 1024;

/**
 * Reads a text file in pieces of whole lines and yields after each: for files of any size in a busy
 * server. Drops a byte order mark; refuses bytes that are not UTF-8 and endless lines. `name` is
 * the file's name in messages.
 */
export async function* linePieces(path: string, name: string): AsyncGenerator<LinePiece> {
  const file = await openFile(path, name);
  try {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    let carried: Buffer[] = [];
    let carriedBytes = 0;
    let firstLine = 1;
    let done = 0;
    const piece = (bytes: Buffer): LinePiece => {
      const content = firstLine === 1 ? bytes.subarray(markLength(bytes)) : bytes;
      checkText(content, name, firstLine);
      const made = { text: content.toString('utf8'), firstLine, done };
      firstLine += countLines(bytes);
      return made;
    };
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunkBytes, null);
      if (bytesRead === 0) break;
      done += bytesRead;
      const last = chunk.subarray(0, bytesRead).lastIndexOf(10);
      if (last < 0) {
        carriedBytes += bytesRead;
        if (carriedBytes > longestLine)
          refuse('line-too-long', { limit: longestLine }, { file: name, line: firstLine });
        carried.push(Buffer.from(chunk.subarray(0, bytesRead)));
        continue;
      }
      yield piece(Buffer.concat([...carried, chunk.subarray(0, last + 1)]));
      carried = [Buffer.from(chunk.subarray(last + 1, bytesRead))];
      carriedBytes = bytesRead - last - 1;
      await nextTurn();
    }
    if (carriedBytes > 0) yield piece(Buffer.concat(carried));
  } finally {
    await file.close();
  }
}

/** The whole text of a file, for formats that cannot be read in pieces. Refuses huge files. */
export async function wholeText(path: string, name: string): Promise<string> {
  const { size } = await fileSize(path, name);
  if (size > largestText)
    refuse('too-large', { limit: codedText('bytes', { count: largestText }) }, { file: name });
  const pieces: string[] = [];
  for await (const { text } of linePieces(path, name)) pieces.push(text);
  return pieces.join('');
}

/** The first bytes of a file. */
export async function firstBytes(path: string, name: string, count: number): Promise<Buffer> {
  const file = await openFile(path, name);
  try {
    const bytes = Buffer.alloc(count);
    const { bytesRead } = await file.read(bytes, 0, count, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** All bytes of a file of a binary format. */
export async function wholeBytes(path: string, name: string): Promise<ArrayBuffer> {
  const { size } = await fileSize(path, name);
  if (size > largestBinary)
    refuse('too-large', { limit: codedText('bytes', { count: largestBinary }) }, { file: name });
  const bytes = await firstBytes(path, name, size);
  const own = new ArrayBuffer(bytes.length);
  new Uint8Array(own).set(bytes);
  return own;
}

/** The SHA-256 of a file and its size. */
export async function fileHash(
  path: string,
  name: string,
): Promise<{ readonly hash: string; readonly size: number }> {
  const file = await openFile(path, name);
  try {
    const hash = createHash('sha256');
    const chunk = Buffer.allocUnsafe(1 << 20);
    let size = 0;
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, null);
      if (bytesRead === 0) return { hash: hash.digest('hex'), size };
      hash.update(chunk.subarray(0, bytesRead));
      size += bytesRead;
      await nextTurn();
    }
  } finally {
    await file.close();
  }
}

/** A text cannot hold more than about 512 million characters. */
const largestText = 400_000_000;
const largestBinary = 1_000_000_000;

async function fileSize(path: string, name: string): Promise<{ readonly size: number }> {
  const file = await openFile(path, name);
  try {
    return await file.stat();
  } finally {
    await file.close();
  }
}

async function openFile(path: string, name: string): Promise<FileHandle> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    return refuseUnreadable(error, name);
  }
  if ((await file.stat()).isDirectory()) {
    await file.close();
    refuse('file-unreadable', { file: name, reason: folderReason });
  }
  return file;
}
