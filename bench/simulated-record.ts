import type { ReleaseRecord } from '../src/release/record.ts';
import { recordProtocols } from '../src/release/record-fold.ts';
import { recordUnit } from '../src/release/unit-facts.ts';
import { seededRandom } from '../src/statistics/seeded-random.ts';

const labels = Array.from({ length: 14 }, (_, at) => `L${at + 1}`);

/** The record of units that three people judged on 14 labels. */
export function simulatedRecord(count: number): ReleaseRecord {
  const random = seededRandom(1);
  const questions = labels.map((label) => `      ${label}: {}`).join('\n');
  const source = `assay: 1
name: bench
guideline: { version: "1", file: guideline.md }
tasks:
  topics:
    unit: { id: chunk, subject: document, show: text }
    form: labels
    questions:
${questions}
rounds:
  full: { units: all, annotators: 3 }
release: { split: { dev: 0.4, test: 0.6 } }
`;
  const at = '2026-03-02T08:00:00.000Z';
  const guideline = `# Bench\n\n${labels.map((one) => `## ${one}\n\nText.\n`).join('\n')}`;
  const version = { version: 1, source, guidelineVersion: '1', guideline, files: {}, at };
  const empty: ReleaseRecord = {
    project: 'bench',
    versions: [{ ...version, by: 'lead', reason: null, former: false }],
    units: [],
    runs: [],
    judgments: [],
    rulings: [],
    waivers: [],
    people: null,
    remarks: [],
    decisions: [],
    models: [],
    nearDuplicates: null,
    audit: null,
  };
  const { task, hash } = recordProtocols(empty).present.tasks.get('topics')!;
  const ids = Array.from({ length: count }, (_, place) => `c${place}`);
  const units = ids.map((id, place) => {
    const fields = { chunk: id, document: `d${place >> 5}`, text: `Chunk ${id} of a document.` };
    return recordUnit(task, { id, subject: fields.document, fields }, null);
  });
  const people = ['ann', 'ben', 'cora'];
  const truths = ids.map(() => labels.map(() => random.next() < 0.1));
  const judgments = people.flatMap((annotator, who) =>
    ids.map((unit, place) => {
      const answers = Object.fromEntries(
        labels.map((label, label_at) => {
          const isTrue = truths[place]![label_at]!;
          return [label, random.next() < 0.03 ? !isTrue : isTrue];
        }),
      );
      return {
        seq: who * count + place + 1,
        task: 'topics',
        unit,
        annotator,
        run: 'full',
        answers: JSON.stringify(answers),
        asides: '{}',
        guideline: '1',
        taskHash: hash,
        at,
        untimed: false,
        seconds: 60,
        origin: 'workbench',
        reply: null,
      };
    }),
  );
  const drawn = ids.map((unit) => ({ unit, probability: 0.5 }));
  const run = { id: 'full', round: 'full', attempt: 1, task: 'topics', version: 1, guideline: '1' };
  return {
    ...empty,
    units,
    judgments,
    runs: [
      {
        ...run,
        taskHash: hash,
        seed: 1,
        perUnit: 3,
        openedAt: at,
        openedBy: 'lead',
        closedAt: at,
        unitDecision: null,
        closedBy: 'lead',
        wanted: 3 * count,
        annotators: people,
        units: drawn,
        awaited: [],
      },
    ],
  };
}
