import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { ColumnSource } from 'hyparquet-writer';
import { readParquetFile } from '../src/operations/exchange/import-rows.ts';

/** A Parquet file whose footer says something else than its pages. */
export function parquetWithFooter(
  columnData: ColumnSource[],
  change: (footer: Pick<ParquetWriter, 'num_rows' | 'row_groups' | 'schema'>) => void,
): ArrayBuffer {
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({ writer: bytes, schema: schemaFromColumnData({ columnData }) });
  writer.write({ columnData });
  change(writer);
  writer.finish();
  return bytes.getBuffer();
}

/** Reads bytes as an uploaded Parquet file is read. */
export async function readParquetBytes(
  bytes: ArrayBuffer | Uint8Array,
  limits: Parameters<typeof readParquetFile>[0]['limits'] = {},
  ...readers: Parameters<typeof readParquetFile> extends [unknown, ...infer Rest] ? Rest : never
): ReturnType<typeof readParquetFile> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-parquet-'));
  const path = join(folder, 'file');
  writeFileSync(path, new Uint8Array(bytes));
  try {
    return await readParquetFile({ path, name: 'table.parquet', limits }, ...readers);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
