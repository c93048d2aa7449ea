import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const places: string[] = [];

/** A new folder for something that tests copy; it is removed when this process ends. */
export function templatePlace(): string {
  // One listener for all of them: Node warns of more than ten.
  if (places.length === 0)
    process.once('exit', () => {
      for (const place of places) rmSync(place, { recursive: true, force: true });
    });
  const place = mkdtempSync(join(tmpdir(), 'assay-template-'));
  places.push(place);
  return place;
}
