import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ReleaseContent } from '../../release/release-file.ts';

/** The content of a file in pieces. The next piece is read into the memory of the last. */
export function* filePieces(path: string, size = 1 << 20): Generator<Buffer> {
  const file = openSync(path, 'r');
  try {
    const piece = Buffer.allocUnsafe(size);
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece))
      yield piece.subarray(0, read);
  } finally {
    closeSync(file);
  }
}

/** The lines of a text file that are not empty; throws where it is no UTF-8. */
export function* fileLines(path: string): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let carried = '';
  for (const piece of filePieces(path)) {
    const text = carried + decoder.decode(piece, { stream: true });
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      if (end > start) yield text.slice(start, end);
      start = end + 1;
    }
    carried = text.slice(start);
  }
  carried += decoder.decode();
  if (carried !== '') yield carried;
}

/** Whether a file has this content, byte for byte. */
export function hasContent(path: string, content: ReleaseContent): boolean {
  const file = openSync(path, 'r');
  try {
    let at = 0;
    let there = Buffer.alloc(0);
    for (const made of content()) {
      const piece = bytesOf(made);
      if (there.length < piece.length) there = Buffer.allocUnsafe(piece.length);
      let read = 0;
      while (read < piece.length) {
        const more = readSync(file, there, read, piece.length - read, at + read);
        if (more === 0) return false;
        read += more;
      }
      if (there.compare(piece, 0, piece.length, 0, piece.length) !== 0) return false;
      at += piece.length;
    }
    return fstatSync(file).size === at;
  } finally {
    closeSync(file);
  }
}

/** A piece of a file as its bytes. */
export function bytesOf(piece: string | Uint8Array): Uint8Array {
  return typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
}
