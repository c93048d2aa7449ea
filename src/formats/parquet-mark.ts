/** True when the bytes begin as a Parquet file does. */
export function isParquet(bytes: Uint8Array): boolean {
  return [0x50, 0x41, 0x52, 0x31].every((byte, at) => bytes[at] === byte);
}
