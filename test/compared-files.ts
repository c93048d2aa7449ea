import { join } from 'node:path';
import type { AgreeRequest } from '../src/operations/agreement/agree.ts';
import { jsonLines, temporaryFolder } from './run-assay.ts';

/** A protocol with one measured question, two rounds, and runs of a model. */
export const protocol = `assay: 1
name: tickets
guideline: { version: "1.0", file: guideline.md }
units: { topics: units.jsonl }
tasks:
  topics:
    unit: { id: id, show: text }
    scales: { grade: { ordinal: [0, 1, 2] } }
    questions: { bug: { scale: grade }, why: { scale: text, required: false } }
    asides: [notes]
panel:
  people: { kind: human }
  mini: { kind: model, runs: 2 }
rounds:
  pilot: { units: 4, annotators: 2, gate: ["percent_agreement >= 0.75 overall", "all quotas met"] }
  full: { annotators: 2 }
`;

/** A row of a file of judgments. */
export type Row = Readonly<Record<string, unknown>>;
/** The judgment of somebody on a unit. */
export const row = (unit: string, annotator: string, bug: number, more: Row = {}): Row => ({
  id: unit,
  annotator_id: annotator,
  guideline_version: '1.0',
  bug,
  ...more,
});
/** The judgments of somebody on `u1`, `u2` … */
export const rows = (annotator: string, grades: readonly number[]): readonly Row[] =>
  grades.map((grade, at) => row(`u${at + 1}`, annotator, grade));

/** A folder with the protocol and files of judgments, and what compares them. */
export function prepared(files: Readonly<Record<string, readonly Row[]>>) {
  const folder = temporaryFolder({
    'protocol.yaml': protocol,
    'guideline.md': '# Guide\n',
    ...Object.fromEntries(Object.entries(files).map(([name, all]) => [name, jsonLines(all)])),
  });
  const at = (name: string): string => join(folder, name);
  const request: AgreeRequest = {
    files: Object.keys(files).map(at),
    onePerFile: true,
    protocol: folder,
    units: [],
    overlap: false,
    retest: false,
  };
  return { at, request };
}
