import { refuseParquet } from './refuse-parquet.ts';

/**
 * Unpacks a block of LZ4, whose length is known. Every copy is checked against both buffers, so
 * damaged bytes are refused. Format: https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md
 * @example lz4Block(Uint8Array.of(0x20, 104, 105), 2) // Uint8Array.of(104, 105)
 */
export function lz4Block(packed: Uint8Array, size: number): Uint8Array {
  const page = new Uint8Array(size);
  let from = 0;
  let to = 0;
  const length = (nibble: number): number => {
    let all = nibble;
    if (nibble < 15) return all;
    for (let byte = 255; byte === 255; from += 1) {
      byte = packed[from] ?? refuseParquet('parquet-page');
      all += byte;
    }
    return all;
  };
  while (from < packed.length) {
    const token = packed[from]!;
    from += 1;
    const literals = length(token >> 4);
    if (from + literals > packed.length || to + literals > size) refuseParquet('parquet-page');
    page.set(packed.subarray(from, from + literals), to);
    from += literals;
    to += literals;
    // The last sequence is literals alone.
    if (from >= packed.length) break;
    const offset = packed[from]! | (packed[from + 1]! << 8);
    from += 2;
    const copied = length(token & 15) + 4;
    if (offset === 0 || offset > to || to + copied > size) refuseParquet('parquet-page');
    // Byte by byte: the copy may overlap what it copies.
    for (let at = 0; at < copied; at += 1, to += 1) page[to] = page[to - offset]!;
  }
  return to === size ? page : refuseParquet('parquet-page');
}

/**
 * Unpacks LZ4 as Hadoop frames it (the codec `LZ4`): blocks that begin with their lengths, largest
 * byte first. Some writers leave the frame out; then the whole is one block.
 */
export function lz4Frames(packed: Uint8Array, size: number): Uint8Array {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const page = new Uint8Array(size);
  let from = 0;
  let to = 0;
  while (from + 8 <= packed.length) {
    const [unpacked, length] = [view.getUint32(from), view.getUint32(from + 4)];
    const end = from + 8 + length;
    if (end > packed.length || to + unpacked > size) return lz4Block(packed, size);
    page.set(lz4Block(packed.subarray(from + 8, end), unpacked), to);
    to += unpacked;
    from = end;
  }
  return to === size && from === packed.length ? page : lz4Block(packed, size);
}
