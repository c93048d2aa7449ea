/** True when the bytes begin as a Parquet file does. */
export function isParquet(bytes: Uint8Array): boolean {
  return [0x50, 0x41, 0x52, 0x31].every((byte, at) => bytes[at] === byte);
}

/** True when the bytes begin as a zip file does, which an XLSX workbook is. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return [0x50, 0x4b, 0x03, 0x04].every((byte, at) => bytes[at] === byte);
}
