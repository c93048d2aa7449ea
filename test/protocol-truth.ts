import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { truthFromProtocol } from '../src/operations/verdicts/truth-from-protocol.ts';
import type {
  ProtocolTruth,
  ProtocolRequest,
} from '../src/operations/verdicts/truth-from-protocol.ts';

export const protocol = `assay: 1
name: kitchens
guideline: { version: "1.0", file: guideline.md }
units: { reviews: units.jsonl }
tasks:
  reviews:
    unit: { id: id, subject: kitchen, show: text, date: date }
    questions:
      relevant: {}
      severity: { when: relevant, scale: { nominal: [none, mild, severe] } }
      passage: { when: relevant, required: false, scale: { quote: { from: text } } }
panel:
  people: {}
  big: { kind: model, weight: 3, runs: 1 }
rounds:
  training: { key: judgments/training-key.jsonl }
  full: {}
consensus: weighted
policies: { files: [policy.yaml], k: [2] }
`;

export const policy =
  'policy: P\ntitle: Risk\ntask: reviews\nverdicts: [low, high]\ndefault: low\ncounts: ' +
  'relevant\nladder:\n  - verdict: high\n    any: [{ exists: severity = severe }]\n';

export const rows = (list: readonly object[]): string =>
  list.map((row) => `${JSON.stringify(row)}\n`).join('');

export const units = rows(
  ['u1', 'u2', 'u3'].map((id, at) => ({
    id,
    kitchen: 'k1',
    text: `Text of ${id}, severe.`,
    date: `2021-01-0${at + 1}`,
    name: 'Kitchen',
  })),
);

export const judged = (id: string, annotator: string, answers: object): object => ({
  id,
  ...answers,
  annotator_id: annotator,
  guideline_version: '1.0',
});

export const severe = { relevant: true, severity: 'severe' };

export const calm = { relevant: true, severity: 'none' };

export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-protocol-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries({
    'protocol.yaml': protocol,
    'guideline.md': '# Kitchens\n',
    'policy.yaml': policy,
    'units.jsonl': units,
    'judgments/training-key.jsonl': rows([judged('u1', 'key', calm)]),
    ...files,
  })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

export function evidence(folder: string, changes: Partial<ProtocolRequest> = {}): ProtocolTruth {
  return truthFromProtocol({
    protocol: folder,
    ids: [],
    judgments: [],
    rulings: [],
    allowPartial: false,
    invalidate: false,
    subject: null,
    seed: 1,
    ...changes,
  });
}

export function statesOf(read: ProtocolTruth): readonly string[] {
  const [subject] = read.topics[0]!.subjects();
  return subject!.units.map((unit) => unit.state);
}

export const whole = {
  'judgments/full.big.jsonl': rows(
    ['u1', 'u2', 'u3'].map((id) => judged(id, 'big#1', id === 'u1' ? severe : calm)),
  ),
};
