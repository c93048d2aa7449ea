import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { ColumnSource } from 'hyparquet-writer';

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
