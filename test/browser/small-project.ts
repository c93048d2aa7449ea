import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { labels } from './annotate-labels.ts';
import type { Ticks } from './annotate-labels.ts';
import type { Workbench } from './workbench.ts';

/** How many units each round asks for; the full one takes those of the failed pilot again. */
export const roundSizes = { training: 6, pilot: 12, repilot: 12, full: 24 } as const;
const fresh = roundSizes.full - roundSizes.pilot;

/**
 * Makes the regulatory project in small: the same fourteen labels with grades, three experts,
 * keywords without a vote, and gates, with rounds that three
 * people finish in a minute. Each chunk says in so many words what it is about. Gives its name.
 */
export async function loadSmallProject(workbench: Workbench): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-small-'));
  try {
    writeFiles(folder);
    return await workbench.load(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a unit is about: one label by its point, another by a sentence. */
export function truthOf(unit: string): Ticks {
  const [point, aside] = topics(unit);
  return { [point]: 2, [aside]: 1 };
}

/** The label that comes some places after the one that a unit is about, going round. */
export function labelAfter(unit: string, places: number): string {
  return labels[(numberOf(unit) + places) % labels.length]!;
}

/**
 * The line of the guideline on the first label, below which it can be made more precise; counted
 * from 0.
 */
export const definitionLine = 10;

const keyUnits = Array.from({ length: 12 }, (_, at) => `KEY-${String(at + 1).padStart(2, '0')}`);
const corpus = Array.from({ length: 70 }, (_, at) => `CIR-${String(at + 1).padStart(2, '0')}`);

const protocol = `assay: 1
name: small-topics
title: Topics in small
simulated: true
guideline: { version: "1.0", file: guideline.md }
units: { topics: chunks.jsonl }
tasks:
  topics:
    title: Topics of a chunk
    unit: { id: chunk_id, subject: doc_id, show: text, place: [page] }
    form: labels
    scales:
      relevance:
        ordinal: [0: Not relevant, 1: Somewhat relevant, 2: Highly relevant]
        present: 1
        ticked: 1
    questions:
${labels.map((label) => `      ${label}: { title: ${words(label)}, scale: relevance }`).join('\n')}
    asides: [confidence, notes, flag]
panel:
  experts: { kind: human, weight: 1, names: [ada, ben, cleo] }
  keywords: { kind: rule, weight: 0, file: keywords.yaml }
rounds:
  training: { units: ${roundSizes.training}, annotators: 3, key: key.jsonl,
    gate: ["cohen_kappa >= 0.70 against key"] }
  pilot: { units: ${roundSizes.pilot}, annotators: 3, draw: { by: keywords, floor: 1 },
    gate: ["fleiss_kappa >= 0.70 overall", "fleiss_kappa >= 0.60 per question"] }
  repilot: { kind: pilot, units: ${roundSizes.repilot}, annotators: 3,
    draw: { by: keywords, floor: 1 },
    gate: ["fleiss_kappa >= 0.70 overall", "fleiss_kappa >= 0.60 per question"] }
  full: { units: ${fresh}, annotators: 3, draw: { by: keywords, floor: 1 },
    gate: ["fleiss_kappa >= 0.70 overall"] }
consensus: majority
`;

const guideline = `# Guideline, version 1.0

## How to decide

Tick what the chunk says something about.

${labels
  .map(
    (label) => `## ${label} – ${words(label)}

### Definition

Rules on ${words(label)}.

### Include

- A rule on it.

### Exclude

- A mention in a list.

### Positive examples

- "The rule on ${words(label)} is this."

### Negative examples

- "See the list of topics."
`,
  )
  .join('\n')}
## FAQ

### What if nothing applies?

Say so.
`;

function writeFiles(folder: string): void {
  writeFileSync(join(folder, 'protocol.yaml'), protocol);
  writeFileSync(join(folder, 'guideline.md'), guideline);
  writeFileSync(
    join(folder, 'keywords.yaml'),
    `labels:\n${labels.map((label) => `  ${label}: [${words(label)}]\n`).join('')}`,
  );
  writeFileSync(join(folder, 'chunks.jsonl'), jsonl([...keyUnits, ...corpus].map(chunk)));
  writeFileSync(
    join(folder, 'key.jsonl'),
    jsonl(
      keyUnits.map((unit) => ({
        chunk_id: unit,
        labels: Object.keys(truthOf(unit)),
        grades: truthOf(unit),
        annotator_id: 'key',
        notes: `The rule itself makes ${topics(unit)[0]} a 2.`,
      })),
    ),
  );
}

function chunk(unit: string): object {
  const [point, aside] = topics(unit);
  const number = numberOf(unit);
  return {
    chunk_id: unit,
    doc_id: `${unit.slice(0, 3)}-${number % 5}`,
    page: number,
    text:
      `Paragraph ${number} sets out the rule on ${words(point)}. A sentence adds what ` +
      `follows for ${words(aside)}.`,
  };
}

function topics(unit: string): readonly [string, string] {
  const number = numberOf(unit);
  // Never twice the same: 2 × number + 5 is odd, and 14 is even.
  return [labels[number % labels.length]!, labels[(number * 3 + 5) % labels.length]!];
}

function numberOf(unit: string): number {
  return Number(unit.slice(4));
}

function words(label: string): string {
  return label.replaceAll('_', ' ').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

function jsonl(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}
