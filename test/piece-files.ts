import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFile } from '../src/operations/exchange/import-file.ts';
import type { ImportResult } from '../src/operations/exchange/import-file.ts';
import type { Store } from '../src/store/open-store.ts';
import { project, truthOf } from './work-world.ts';
import type { WorkWorld } from './work-world.ts';

/** A file with a row for each of the first units, answered as is right. */
export function answeredUnits(count: number, about: Readonly<Record<string, string>>): string {
  const lines = Array.from({ length: count }, (_, at) => {
    const unit = `u${at + 1}`;
    return JSON.stringify({ unit, task: 'topics', ...about, answers: truthOf(unit) });
  });
  const path = join(mkdtempSync(join(tmpdir(), 'assay-pieces-')), 'rows.jsonl');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

/** What an import that is stored in pieces may be watched by. */
export interface Watched {
  readonly store?: Store;
  readonly storing?: (done: number) => void;
}

/** Imports a file as the lead, through another store where one is given. */
export function importPieces(
  { lead }: WorkWorld,
  what: { readonly kind: 'judgments'; readonly round: string } | { readonly kind: 'rulings' },
  path: string,
  { store = lead.store, ...more }: Watched,
): Promise<ImportResult> {
  return importFile({ ...lead, store }, { project, path, name: 'rows.jsonl', ...what, ...more });
}
