/** Where a page of a list ends, as a text that is handed back for the next page. */
export function writeCursor(place: readonly (string | number | null)[]): string {
  return Buffer.from(JSON.stringify(place), 'utf8').toString('base64url');
}

/** What such a text says; null when there is none, or when it is not one of ours: then the list begins anew. */
export function readCursor(cursor: string | undefined): readonly unknown[] | null {
  if (cursor === undefined) return null;
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(place) ? place : null;
  } catch {
    // A cursor that somebody changed by hand means nothing.
    return null;
  }
}
