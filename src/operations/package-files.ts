import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { refuse } from '../domain/fault.ts';
import { failureReason } from './failure-reason.ts';

/** The version of this package. */
export function packageVersion(): string {
  return (JSON.parse(packageText('package.json')) as { readonly version: string }).version;
}

/** The text of a file that ships with the package, by its path in it. */
export function packageText(path: string): string {
  const file = fileURLToPath(new URL(`../../${path}`, import.meta.url));
  try {
    return readFileSync(file, 'utf8');
  } catch (failure) {
    return refuse('package-incomplete', { reason: failureReason(failure) });
  }
}
