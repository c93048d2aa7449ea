import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { FolderTemplate } from './folder-template.ts';
import { runAssay } from './run-assay.ts';

const protocol = `assay: 1
name: drawn
guideline: { version: "1.0", file: guideline.md }
units: { topics: units/all.jsonl }
tasks:
  topics:
    unit: { id: id, show: text }
    questions:
      green: { ask: Is it green? }
panel:
  people: { names: [ana] }
  keywords: { kind: rule, weight: 0, file: rules.yaml }
rounds:
  full: { units: 40, annotators: 1, draw: { by: keywords, floor: 15 } }
`;

/**
 * A release of 40 units that were drawn from 200: of the 20 that a keyword finds at least 15, of
 * the others far fewer. Exactly those with the keyword are green. `system.jsonl` finds every second
 * green unit, and calls some others green that are not.
 */
export async function drawnRelease(): Promise<string> {
  return await drawn.copy();
}

const drawn = new FolderTemplate(async (folder) => {
  mkdirSync(join(folder, 'units'));
  const write = (name: string, rows: readonly object[]): void =>
    writeFileSync(join(folder, name), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  writeFileSync(join(folder, 'protocol.yaml'), protocol);
  writeFileSync(join(folder, 'guideline.md'), '# Guideline\n\nVersion 1.0\n');
  writeFileSync(join(folder, 'rules.yaml'), 'labels: { green: [alder] }\n');
  const places = Array.from({ length: 200 }, (_, at) => at);
  write(
    'units/all.jsonl',
    places.map((at) => ({ id: `u${at}`, text: `${isGreen(at) ? 'alder' : 'birch'} word${at}` })),
  );
  write(
    'system.jsonl',
    places.map((at) => ({ id: `u${at}`, green: says(at) ? 1 : 0 })),
  );
  const run = async (...words: readonly string[]): Promise<void> => {
    const made = await runAssay(words, folder);
    expect({ code: made.code, err: made.code === 0 ? '' : made.err }).toEqual({ code: 0, err: '' });
  };
  await run('import', 'units/all.jsonl', '--protocol', '.');
  await run('round', 'open', 'full');
  await run('sample', '--round', 'full', '-o', 'drawn.jsonl');
  write(
    'ana.jsonl',
    drawnUnits(folder).map(({ id }) => ({
      id,
      green: isGreen(Number(id.slice(1))),
      annotator_id: 'ana',
      guideline_version: '1.0',
    })),
  );
  await run('import', 'ana.jsonl', '--kind', 'judgments', '--round', 'full');
  await run('round', 'close', 'full');
  const date = ['--date', '2026-01-05T10:00:00Z', '-d', '.assay/workspace.db'];
  await run('release', '--version', '1', '--out', 'out', ...date);
});

/** The drawn units with their chances. */
export function drawnUnits(
  folder: string,
): readonly { readonly id: string; readonly inclusion_probability: number }[] {
  const lines = readFileSync(join(folder, 'drawn.jsonl'), 'utf8').trim().split('\n');
  return lines.map(
    (line) => JSON.parse(line) as { readonly id: string; readonly inclusion_probability: number },
  );
}

/** What is true of a unit. */
export function isGreen(at: number): boolean {
  return at % 10 === 0;
}

/** What the system says of a unit. */
export function says(at: number): boolean {
  return at % 20 === 0 || at % 9 === 1;
}
