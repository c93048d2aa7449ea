/**
 * Decodes Parquet's hybrid of repeated and bit-packed runs: exactly `count` numbers of `width` bits
 * from the bytes between `start` and `end`. Null when the
 * runs do not fit: a repeated one longer than what is left to read, or any that reaches beyond the
 * end.
 * @example readRuns(new Uint8Array([6, 1]), 0, 2, 1, 3) // Uint32Array [1, 1, 1]: three times 1
 */
export function readRuns(
  bytes: Uint8Array,
  start: number,
  end: number,
  width: number,
  count: number,
): Uint32Array | null {
  const output = new Uint32Array(count);
  let at = start;
  for (let seen = 0; seen < count;) {
    const header = varint(bytes, at, end);
    if (header === null) return null;
    at = header.next;
    const left = count - seen;
    if (header.value % 2 === 1) {
      const groups = (header.value - 1) / 2;
      const size = groups * width;
      // Some writers fill a packed run up to 32 or 64; without bits there are no bytes to hold that
      // against.
      if (groups === 0 || (width === 0 && groups * 8 > left + 63) || at + size > end) return null;
      unpack(bytes, at, width, output, seen, Math.min(groups * 8, left));
      at += size;
      seen += groups * 8;
    } else {
      const length = header.value / 2;
      const size = Math.ceil(width / 8);
      if (length === 0 || length > left || at + size > end) return null;
      let value = 0;
      for (let byte = 0; byte < size; byte += 1) value += bytes[at + byte]! * 2 ** (8 * byte);
      output.fill(value, seen, seen + length);
      at += size;
      seen += length;
    }
  }
  return output;
}

/**
 * Whether values packed as differences (DELTA_BINARY_PACKED) begin with a header that can be true:
 * so many values, in blocks that divide into
 * miniblocks of whole bytes. A decoder that believes a false one walks backwards, and never ends.
 */
export function isDeltaHeader(bytes: Uint8Array, start: number, count: number): boolean {
  const block = varint(bytes, start, bytes.length);
  const parts = block === null ? null : varint(bytes, block.next, bytes.length);
  const total = parts === null ? null : varint(bytes, parts.next, bytes.length);
  if (
    block === null ||
    parts === null ||
    total === null ||
    parts.value === 0 ||
    parts.value > 1024 ||
    block.value > 1 << 20
  )
    return false;
  const perPart = block.value / parts.value;
  return perPart > 0 && perPart % 8 === 0 && total.value === count;
}

function varint(
  bytes: Uint8Array,
  start: number,
  end: number,
): { readonly value: number; readonly next: number } | null {
  let value = 0;
  for (let at = start; at < end && at < start + 5; at += 1) {
    value += (bytes[at]! & 0x7f) * 2 ** (7 * (at - start));
    // Beyond 31 bits the decoder's own arithmetic would turn negative.
    if (bytes[at]! < 0x80) return value < 2 ** 31 ? { value, next: at + 1 } : null;
  }
  return null;
}

function unpack(
  bytes: Uint8Array,
  start: number,
  width: number,
  output: Uint32Array,
  from: number,
  count: number,
): void {
  for (let entry = 0; entry < count; entry += 1) {
    let value = 0;
    for (let bit = 0; bit < width; bit += 1) {
      const place = entry * width + bit;
      value += ((bytes[start + (place >> 3)]! >> (place & 7)) & 1) * 2 ** bit;
    }
    output[from + entry] = value;
  }
}
