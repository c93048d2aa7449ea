import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { legacyPolicies, models, ownPolicies, terms } from './verdict-policies.ts';
import { cacheEntries, datasetRows, judgmentRows, unitRows } from './verdict-rows.ts';

/**
 * Writes the dataset, the cache and the four policies once; they are the same for the reference.
 */
export function writeVerdictFiles(folder: string, subjects: number): void {
  const done = join(folder, 'done');
  if (existsSync(done) && readFileSync(done, 'utf8') === protocolText()) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'policies'), { recursive: true });
  mkdirSync(join(folder, 'terms'), { recursive: true });
  writeInPieces(join(folder, 'dataset.jsonl'), datasetRows(subjects));
  writeInPieces(join(folder, 'judgement_cache.json'), cacheEntries(subjects));
  for (const [name, text] of Object.entries(legacyPolicies()))
    writeFileSync(join(folder, 'policies', name), text);
  writeFileSync(join(folder, 'terms', 'bench.yaml'), termsText());
  writeProtocol(join(folder, 'protocol'), subjects);
  writeFileSync(done, protocolText());
}

/** The possible answers as a file of terms. */
function termsText(): string {
  return Object.entries(terms)
    .flatMap(([field, values]) => [
      `${field.toUpperCase()}:\n  type: enum\n  values:\n`,
      ...values.map(
        (value) =>
          `    - { id: "${value}", label: "${value}", description: "${field} is ${value}" }\n`,
      ),
    ])
    .join('');
}

/** The same units, judgments and policies in Assay's formats. */
function writeProtocol(own: string, subjects: number): void {
  mkdirSync(join(own, 'judgments'), { recursive: true });
  mkdirSync(join(own, 'policies'), { recursive: true });
  writeFileSync(join(own, 'guideline.md'), '# Bench\n\nVersion 1.0\n');
  writeFileSync(join(own, 'protocol.yaml'), protocolText());
  for (const [name, text] of Object.entries(ownPolicies()))
    writeFileSync(join(own, 'policies', name), text);
  writeInPieces(join(own, 'units.jsonl'), unitRows(subjects));
  let first = 0;
  for (const [model, runs] of models) {
    const file = join(own, 'judgments', `${model}.jsonl`);
    writeInPieces(file, judgmentRows(subjects, model, runs, first));
    first += runs;
  }
}

function protocolText(): string {
  const lines = Object.entries(terms).map(([field, values]) => {
    const nominal = values.map((value) => `"${value}"`).join(', ');
    return `      ${field}: { when: is_relevant, scale: { nominal: [${nominal}] } }`;
  });
  const panel = models.map(
    ([model, runs, weight]) => `  ${model}: { kind: model, weight: ${weight}, runs: ${runs} }`,
  );
  return `assay: 1
name: bench
guideline: { version: "1.0", file: guideline.md }
units: { bench: units.jsonl }
tasks:
  bench:
    unit:
      id: review_id
      subject: business_id
      show: text
      place: [name, categories]
      date: date
    questions:
      is_relevant: {}
${lines.join('\n')}
panel:
${panel.join('\n')}
consensus: weighted
policies:
  files: [${Object.keys(ownPolicies())
    .map((name) => `policies/${name}`)
    .join(', ')}]
  k: [25, 50, 100, 200]
`;
}

/** Writes a file without ever holding it. */
function writeInPieces(file: string, pieces: Iterable<string>): void {
  const descriptor = openSync(file, 'w');
  let held: string[] = [];
  let length = 0;
  const flush = (): void => {
    const bytes = Buffer.from(held.join(''));
    for (let done = 0; done < bytes.length;) done += writeSync(descriptor, bytes, done);
    held = [];
    length = 0;
  };
  for (const piece of pieces) {
    held.push(piece);
    length += piece.length;
    if (length > 4_000_000) flush();
  }
  flush();
  closeSync(descriptor);
}
