import { parquetSchema } from 'hyparquet';
import type { FileMetaData, SchemaElement } from 'hyparquet';

/**
 * A pass over some columns of a file: what it is told about them, and how their decimals are made
 * of what is stored; null where they have none.
 */
export interface ColumnPass {
  readonly metadata: FileMetaData;
  /** Null where all are read. */
  readonly columns: readonly string[] | null;
  readonly decimal: ((stored: unknown) => number | string | undefined) | null;
}

/** More digits than any program writes; a few damaged bytes can announce any number. */
const mostDigits = 76;
/** So many digits a number always keeps. */
const exactDigits = 15;

/**
 * How to read a file whose decimals are wanted exactly. The decoder makes numbers of them, which
 * have some 16 digits; here it is told that they are something else, which
 * it hands over as it is stored, and that does not tell where the point is: so there is one pass
 * for each number of decimal places, beside the one for all other columns.
 */
export function columnPasses(metadata: FileMetaData): readonly ColumnPass[] {
  const leaves = parquetSchema(metadata).children;
  const own = new Map(
    leaves
      .filter(
        ({ element, children }) =>
          children.length === 0 && element.repetition_type !== 'REPEATED' && isDecimal(element),
      )
      .map(({ element }) => [element, scaleOf(element)]),
  );
  for (const element of metadata.schema)
    if (isDecimal(element) && !own.has(element) && (element.precision ?? mostDigits) > exactDigits)
      throw new Error(
        `${element.name} holds decimals of more than ${exactDigits} digits inside of lists or objects, expected text there`,
      );
  if (own.size === 0) return [{ metadata, columns: null, decimal: null }];
  const raw = {
    ...metadata,
    schema: metadata.schema.map((element) => (own.has(element) ? handedOver(element) : element)),
  };
  const others = {
    metadata,
    columns: leaves.filter(({ element }) => !own.has(element)).map(({ element }) => element.name),
    decimal: null,
  };
  return [
    others,
    ...[...new Set(own.values())].map((scale) => ({
      metadata: raw,
      columns: [...own].filter(([, one]) => one === scale).map(([element]) => element.name),
      decimal: (stored: unknown) => exactDecimal(stored, scale),
    })),
  ];
}

/**
 * A decimal from the whole number that is stored for it: a number where that keeps every digit,
 * else text.
 * @example exactDecimal(1234567890123456789n, 2) // '12345678901234567.89'
 */
export function exactDecimal(stored: unknown, scale: number): number | string | undefined {
  if (stored === undefined || stored === null) return undefined;
  const whole =
    stored instanceof Uint8Array ? signedNumber(stored) : BigInt(stored as number | bigint);
  const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, '0');
  const text = `${whole < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}${scale === 0 ? '' : `.${digits.slice(digits.length - scale)}`}`;
  return digits.replace(/^0+/, '').length <= exactDigits ? Number(text) : text;
}

function isDecimal(element: SchemaElement): boolean {
  return element.converted_type === 'DECIMAL' || element.logical_type?.type === 'DECIMAL';
}

function scaleOf(element: SchemaElement): number {
  const scale =
    element.scale ?? (element.logical_type?.type === 'DECIMAL' ? element.logical_type.scale : 0);
  if (!(Number.isInteger(scale) && scale >= 0 && scale <= mostDigits))
    throw new Error(`the decimals of ${element.name} have ${scale} places`);
  return scale;
}

/** Of all types this one is handed over to whoever asked, whatever it is stored as. */
function handedOver(element: SchemaElement): SchemaElement {
  const { logical_type: _, ...rest } = element;
  return { ...rest, converted_type: 'TIMESTAMP_MILLIS' };
}

/** Two's complement, the highest byte first. */
function signedNumber(bytes: Uint8Array): bigint {
  if (bytes.length > 32)
    throw new Error(`a decimal has ${bytes.length} bytes, expected at most 32`);
  let value = 0n;
  for (const byte of bytes) value = value * 256n + BigInt(byte);
  return BigInt.asIntN(bytes.length * 8, value);
}
