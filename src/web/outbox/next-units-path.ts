import { apiPath, withQuery } from '../api/client.ts';

/** How many units to fetch first, so that the page has something to show soon. */
export const firstUnits = 3;

/** The address of the next units of a run behind a position; null begins at the first open one. */
export function nextUnitsPath(run: string, count: number, after: number | null): string {
  return withQuery(apiPath`/api/runs/${run}/next`, { count, after });
}
