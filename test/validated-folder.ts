import { join } from 'node:path';
import { printFault } from '../src/domain/fault.ts';
import { validate } from '../src/operations/protocol/validate.ts';
import type { Validation } from '../src/operations/protocol/validation.ts';
import { jsonLines, temporaryFolder } from './run-assay.ts';

/** A protocol with every kind of file, all of them right; a test replaces what it is about. */
export const good: Readonly<Record<string, string>> = {
  'protocol.yaml': `assay: 1
name: reviews
guideline: { version: "1", file: guideline.md }
units: { safety: units.jsonl }
tasks:
  safety:
    unit: { id: review_id, subject: business_id, show: text }
    questions:
      relevant: {}
      severity: { scale: { nominal: [mild, severe] }, when: relevant }
      evidence: { scale: { quote: { from: text } }, required: false }
panel:
  people: { weight: 1 }
  keywords: { kind: rule, file: rules.yaml }
rounds:
  training: { units: 2, key: key.jsonl, gate: ["cohen_kappa >= 0.7 against key"] }
policies: { files: [policy.yaml], k: [25] }
`,
  'guideline.md': '# Guideline\n\n## relevant – a\n\n## severity – b\n\n## evidence – c\n',
  'units.jsonl': jsonLines([
    { review_id: 'r1', business_id: 'b1', text: 'They had no idea what an allergen is.' },
    { review_id: 'r2', business_id: 'b1', text: 'Fine.' },
  ]),
  'rules.yaml': 'labels:\n  relevant: [allergen]\n',
  'key.jsonl': jsonLines([
    {
      review_id: 'r1',
      relevant: true,
      severity: 'mild',
      annotator_id: 'key',
      guideline_version: '1',
    },
  ]),
  'policy.yaml':
    'policy: P1\ntitle: Policy\ntask: safety\nverdicts: [Low, High]\ndefault: Low\n' +
    'ladder:\n  - { verdict: High, any: [{ exists: severity = severe }] }\n',
};

/** What validation finds in a folder with these files instead, with paths inside the folder. */
export function check(
  files: Readonly<Record<string, string>>,
  further: readonly string[] = [],
): { readonly result: Validation; readonly faults: readonly string[] } {
  const folder = temporaryFolder({ ...good, ...files });
  const result = validate(
    folder,
    further.map((file) => join(folder, file)),
    null,
  );
  return {
    result,
    faults: result.faults.map((one) => printFault(one).replaceAll(`${folder}/`, '')),
  };
}

export const judged = (rows: readonly Readonly<Record<string, unknown>>[]): string =>
  jsonLines(
    rows.map((row) => ({
      review_id: 'r1',
      relevant: false,
      annotator_id: 'anna',
      guideline_version: '1',
      ...row,
    })),
  );
