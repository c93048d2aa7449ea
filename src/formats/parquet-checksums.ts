import type { FileMetaData } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { refuseParquet } from './refuse-parquet.ts';

/**
 * Compares the pages of a file with their checksums, where it has any: the decoder does not, and a
 * changed byte would be a changed answer.
 */
export function checkPages(bytes: ArrayBuffer, { row_groups }: FileMetaData): void {
  for (const { columns } of row_groups)
    for (const { meta_data: column } of columns) {
      if (column === undefined) continue;
      const dictionary = Number(column.dictionary_page_offset ?? 0n);
      const start = dictionary > 0 ? dictionary : Number(column.data_page_offset);
      const end = start + Number(column.total_compressed_size);
      if (!(start >= 0 && end >= start && end <= bytes.byteLength))
        refuseParquet('parquet-outside', { start, end });
      checkColumn(new DataView(bytes, start, end - start), column.path_in_schema.join('.'));
    }
}

function checkColumn(view: DataView, column: string): void {
  const reader = { view, offset: 0 };
  while (reader.offset < view.byteLength - 1) {
    const { compressed_page_size: size, crc } = parquetHeader(reader);
    if (!(size >= 0 && reader.offset + size <= view.byteLength)) refuseParquet('parquet-page');
    const page = new Uint8Array(view.buffer, view.byteOffset + reader.offset, size);
    if (crc !== undefined && crc32(page) !== crc >>> 0)
      refuseParquet('parquet-checksum', { column: JSON.stringify(column) });
    reader.offset += size;
  }
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? 0xedb88320 ^ (sum >>> 1) : sum >>> 1;
  return sum;
});

/**
 * The checksum of gzip, PNG and Parquet pages (ISO 3309).
 * @example crc32(Uint8Array.from('123456789', (digit) => digit.charCodeAt(0))) // 0xcbf43926
 * @internal
 */
export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = table[(sum ^ byte) & 0xff]! ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}
