import { codedText } from '../domain/text-values.ts';
import { refuseValue } from '../domain/field-fault.ts';

/** Where a page of a list ends, as a cursor for the next page. */
export function writeCursor(place: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(place), 'utf8').toString('base64url');
}

/**
 * What a cursor says, parsed by `read`; null without one. Refuses a foreign cursor: starting over
 * would be mistaken for the next page, again and again.
 */
export function readCursor<Place>(
  cursor: string | undefined,
  read: (parts: readonly unknown[]) => Place | null,
): Place | null {
  if (cursor === undefined) return null;
  const parts = partsOf(cursor);
  return (parts === null ? null : read(parts)) ?? refuseCursor(cursor);
}

/** The number in a cursor that counts entries; null if it is not one. */
export function countIn(parts: readonly unknown[]): number | null {
  const [count] = parts;
  if (parts.length !== 1 || typeof count !== 'number') return null;
  return Number.isSafeInteger(count) && count >= 0 ? count : null;
}

/** A cursor that is a number, for lists ordered by one. */
export function cursorNumber(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  return /^\d{1,15}$/.test(cursor) ? Number(cursor) : refuseCursor(cursor);
}

/** Refuses a cursor that no page returned. */
export function refuseCursor(cursor: string): never {
  refuseValue('cursor', cursor, codedText('cursor'));
}

function partsOf(cursor: string): readonly unknown[] | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) ? parts : null;
  } catch {
    // It was changed by hand, or belongs to something else.
    return null;
  }
}
