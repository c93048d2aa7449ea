import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** A process that ends at a byte, as far as its files and its provider can tell. */
export interface Dying {
  /** How many bytes were written before. */
  readonly written: () => number;
  readonly undo: () => void;
}

/**
 * Ends a process at a byte: what was written before is there, the write that it falls into ends in
 * its middle, and nothing is written, cut off or sent after that.
 */
export function dieAtByte(at: number): Dying {
  const { writeSync, ftruncateSync } = fs;
  const { fetch: real } = globalThis;
  let written = 0;
  let isDead = false;
  const dead = (): never => {
    isDead = true;
    throw Object.assign(new Error('killed'), { code: 'EKILLED' });
  };
  fs.writeSync = ((file: number, bytes: Buffer, from: number) => {
    if (isDead) return dead();
    const length = bytes.length - from;
    if (written + length <= at) {
      written += length;
      return writeSync(file, bytes, from);
    }
    writeSync(file, bytes, from, at - written);
    written = at;
    return dead();
  }) as typeof fs.writeSync;
  fs.ftruncateSync = ((file: number, length?: number) =>
    isDead ? undefined : ftruncateSync(file, length)) as typeof fs.ftruncateSync;
  globalThis.fetch = async (input, init) => (isDead ? dead() : await real(input, init));
  syncBuiltinESMExports();
  return {
    written: () => written,
    undo: () => {
      Object.assign(fs, { writeSync, ftruncateSync });
      globalThis.fetch = real;
      syncBuiltinESMExports();
    },
  };
}
