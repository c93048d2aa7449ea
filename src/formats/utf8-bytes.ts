/**
 * True when the bytes are well-formed UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing
 * above U+10FFFF).
 * @example isUtf8(new Uint8Array([0xc3, 0xa4])) // true
 */
export function isUtf8(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at]!;
    if (first < 0x80) {
      at += 1;
      continue;
    }
    const length =
      first >= 0xc2 && first <= 0xdf
        ? 2
        : first >= 0xe0 && first <= 0xef
          ? 3
          : first >= 0xf0 && first <= 0xf4
            ? 4
            : 0;
    if (length === 0 || at + length > bytes.length) return false;
    const second = bytes[at + 1]!;
    const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
    const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
    if (second < low || second > high) return false;
    for (let rest = at + 2; rest < at + length; rest += 1)
      if (bytes[rest]! < 0x80 || bytes[rest]! > 0xbf) return false;
    at += length;
  }
  return true;
}
