import { readdirSync } from 'node:fs';

/** How many files this process has open, for tests that run on Linux. */
export function openFiles(): number {
  return readdirSync('/proc/self/fd').length;
}
