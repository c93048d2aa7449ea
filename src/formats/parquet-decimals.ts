import { parquetSchema } from 'hyparquet';
import type { FileMetaData, SchemaElement } from 'hyparquet';
import { refuseParquet } from './refuse-parquet.ts';

/** A pass over some columns of a file. */
export interface ColumnPass {
  readonly metadata: FileMetaData;
  /** Null where all are read. */
  readonly columns: readonly string[] | null;
  /** Makes a decimal of what is stored for it; null where the columns have none. */
  readonly decimal: ((stored: unknown) => number | string | undefined) | null;
}

/** More digits than any program writes; a few damaged bytes can announce any number. */
const mostDigits = 76;
/** A number keeps this many digits exactly. */
const exactDigits = 15;

/**
 * How to read a file with exact decimals. The decoder turns them into numbers of some 16 digits, so
 * it is told that they are timestamps, which it passes to our parser as stored. That parser does
 * not know the column's scale, so each scale takes a pass.
 */
export function columnPasses(metadata: FileMetaData): readonly ColumnPass[] {
  const columns = parquetSchema(metadata).children;
  const scales = new Map<SchemaElement, number>();
  for (const { element, children } of columns)
    if (children.length === 0 && element.repetition_type !== 'REPEATED' && isDecimal(element))
      scales.set(element, scaleOf(element));
  for (const element of metadata.schema)
    if (
      isDecimal(element) &&
      !scales.has(element) &&
      (element.precision ?? mostDigits) > exactDigits
    )
      refuseParquet('parquet-nested-decimals', { column: element.name, digits: exactDigits });
  if (scales.size === 0) return [{ metadata, columns: null, decimal: null }];
  const others = columns.filter(({ element }) => !scales.has(element));
  const schema = metadata.schema.map((one) => (scales.has(one) ? asTimestamp(one) : one));
  return [
    { metadata, columns: others.map(({ element }) => element.name), decimal: null },
    ...[...new Set(scales.values())].map((scale) => ({
      metadata: { ...metadata, schema },
      columns: [...scales].filter(([, own]) => own === scale).map(([element]) => element.name),
      decimal: (stored: unknown) => exactDecimal(stored, scale),
    })),
  ];
}

/**
 * A decimal from its stored whole number: a number if that keeps every digit, else text.
 * @example exactDecimal(1234567890123456789n, 2) // '12345678901234567.89'
 * @internal
 */
export function exactDecimal(stored: unknown, scale: number): number | string | undefined {
  if (stored === undefined || stored === null) return undefined;
  const whole =
    stored instanceof Uint8Array ? signedNumber(stored) : BigInt(stored as number | bigint);
  const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, '0');
  const point = digits.length - scale;
  const fraction = scale === 0 ? '' : `.${digits.slice(point)}`;
  const text = `${whole < 0n ? '-' : ''}${digits.slice(0, point)}${fraction}`;
  return digits.replace(/^0+/, '').length <= exactDigits ? Number(text) : text;
}

function isDecimal(element: SchemaElement): boolean {
  return element.converted_type === 'DECIMAL' || element.logical_type?.type === 'DECIMAL';
}

function scaleOf({ name, scale: own, logical_type: logical }: SchemaElement): number {
  const scale = own ?? (logical?.type === 'DECIMAL' ? logical.scale : 0);
  if (!(Number.isInteger(scale) && scale >= 0 && scale <= mostDigits))
    refuseParquet('parquet-decimal-places', { column: name, places: scale });
  return scale;
}

/** The decoder passes a timestamp to its parser unchanged, no matter how it is stored. */
function asTimestamp({ logical_type: _, ...element }: SchemaElement): SchemaElement {
  return { ...element, converted_type: 'TIMESTAMP_MILLIS' };
}

/** Two's complement, the highest byte first. */
function signedNumber(bytes: Uint8Array): bigint {
  if (bytes.length > 32) refuseParquet('parquet-decimal-bytes', { got: bytes.length, limit: 32 });
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  return BigInt.asIntN(bytes.length * 8, value);
}
