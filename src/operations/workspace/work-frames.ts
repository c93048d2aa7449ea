import { writeSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';

/** Longer messages are refused: what a process answers is held in memory, and not only as bytes. */
const largestFrame = 64 * 2 ** 20;
const headerBytes = 4;

/** A message as bytes: their number, then what a structured clone holds. */
export function frame(message: unknown): Buffer {
  const content = serialize(message);
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32LE(content.length);
  return Buffer.concat([header, content]);
}

/** The messages in a stream. It is read no faster than they are asked for. */
export async function* frames(stream: AsyncIterable<Buffer>): AsyncGenerator<unknown> {
  let parts: Buffer[] = [];
  let held = 0;
  let needed = headerBytes;
  for await (const chunk of stream) {
    parts.push(chunk);
    held += chunk.length;
    if (held < needed) continue;
    const bytes = Buffer.concat(parts);
    let at = 0;
    for (;;) {
      const left = held - at;
      needed = headerBytes + (left < headerBytes ? 0 : bytes.readUInt32LE(at));
      if (needed > largestFrame) return;
      if (left < headerBytes || left < needed) break;
      yield deserialize(bytes.subarray(at + headerBytes, at + needed));
      at += needed;
    }
    parts = [bytes.subarray(at)];
    held -= at;
  }
}

/** Writes a message to a pipe, and waits while nobody takes it: memory does not grow. */
export function writeFrame(descriptor: number, message: unknown): void {
  const bytes = frame(message);
  for (let done = 0; done < bytes.length;) {
    try {
      done += writeSync(descriptor, bytes, done);
    } catch (error) {
      // The pipe is full.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
