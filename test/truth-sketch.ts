import type { ProtocolContent } from '../src/formats/protocol/protocol-content.ts';
import type { SeededRandom } from '../src/statistics/seeded-random.ts';

export const place = { project: 'risks', task: 'reviews' } as const;
export const people: readonly string[] = ['anna', 'ben', 'cora', 'dora'];

/** What a generated protocol has. */
export interface Sketch {
  readonly guideline: string;
  readonly method: 'majority' | 'weighted' | 'dawid-skene' | 'mace';
  readonly tie: 'ruling' | 'heaviest';
  /** What `grave` means; another text makes earlier judgments stale. */
  readonly grave: string;
  readonly modelRuns: number;
  readonly modelWeight: number;
  readonly named: readonly string[] | null;
  readonly hasModels: boolean;
  readonly rounds: readonly string[];
  readonly truth: readonly string[] | null;
  readonly pilotGate: number;
}

const policy = `policy: risk
title: Risk
purpose: Says how risky a place is.
topic: risk
task: reviews
verdicts: [Low, High]
default: { verdict: Low, label: LOW }
counts: relevant
ladder:
  - verdict: High
    label: HIGH
    any:
      - text: A grave review
        count: severity = grave
        at_least: 1
`;

/** The protocol of a sketch, with a policy, so that verdicts are readers too. */
export function contentOf(sketch: Sketch): ProtocolContent {
  const names = sketch.named === null ? '' : `, names: [${sketch.named.join(', ')}]`;
  const { modelRuns, modelWeight } = sketch;
  const nano = `  nano: { kind: model, runs: ${modelRuns}, weight: ${modelWeight} }\n`;
  const models = sketch.hasModels ? nano : '';
  const rounds = sketch.rounds.map((round) =>
    round === 'pilot'
      ? `  pilot: { units: 3, annotators: 2, gate: ["percent_agreement >= ${sketch.pilotGate}"] }`
      : `  ${round}: { units: all, annotators: 2 }`,
  );
  const source = `assay: 1
name: ${place.project}
guideline: { version: "${sketch.guideline}", file: guideline.md }
tasks:
  reviews:
    unit: { id: id, subject: place, show: text }
    questions:
      relevant: { ask: Is it about safety? }
      severity:
        ask: How grave is it?
        scale: { nominal: [mild, grave: ${sketch.grave}] }
        when: relevant
panel:
  people: { kind: human${names} }
${models}consensus: { method: ${sketch.method}, tie: ${sketch.tie} }
${sketch.truth === null ? '' : `truth: [${sketch.truth.join(', ')}]\n`}policies: { files: [risk.yaml], k: [20] }
rounds:${rounds.length === 0 ? ' {}' : `\n${rounds.join('\n')}`}
`;
  return {
    source,
    guideline:
      `# Guideline ${sketch.guideline}\n\n## relevant – Relevant\n\n### Definition\n\nIt ` +
      'is about safety.\n',
    files: { 'risk.yaml': policy },
  };
}

export const methods = ['majority', 'majority', 'weighted', 'dawid-skene', 'mace'] as const;

/** A protocol by lot. */
export function randomSketch(random: SeededRandom): Sketch {
  const chance = (share: number): boolean => random.next() < share;
  const rounds = chance(0.25) ? [] : chance(0.5) ? ['pilot', 'full'] : ['full'];
  return {
    guideline: '1.0',
    method: methods[random.integer(methods.length)]!,
    tie: chance(0.3) ? 'heaviest' : 'ruling',
    grave: 'Somebody was hurt.',
    modelRuns: 2,
    modelWeight: 1,
    named: chance(0.5) ? people.slice(0, 3) : null,
    hasModels: chance(0.3),
    rounds,
    truth: rounds.length > 1 && chance(0.3) ? [rounds[random.integer(2)]!] : null,
    pilotGate: chance(0.5) ? 0.1 : 0.95,
  };
}
