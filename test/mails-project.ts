import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the folder of a small project: two people, two labels, rulings where they differ. */
export function writeProject(folder: string): void {
  const write = (name: string, text: string): void => {
    const path = join(folder, name);
    writeFileSync(path, text);
  };
  for (const part of ['', 'units', 'judgments', 'rulings'])
    mkdirSync(join(folder, part), { recursive: true });
  write(
    'protocol.yaml',
    `assay: 1
name: mails
guideline: { version: "1", file: guideline.md }
units: { mails: units/mails.jsonl }
tasks:
  mails:
    unit: { id: mail, subject: thread, show: text }
    form: labels
    questions: { Urgent: {}, Angry: {} }
rounds:
  full: { units: all, annotators: 2, gate: ["percent_agreement >= 0.60 overall"] }
release: { split: { dev: 0.5, test: 0.5 }, license: CC0-1.0 }
`,
  );
  write(
    'guideline.md',
    '# Mails\n\n## Urgent\n\nNeeds an answer today.\n\n## Angry\n\nAn angry tone.\n',
  );
  const units = Array.from({ length: 24 }, (_, at) => ({
    mail: `m${at}`,
    thread: `t${at % 7}`,
    text: `Mail ${at} says ${'word '.repeat(at % 5)}and ends with ${at * 17}.`,
  }));
  write('units/mails.jsonl', units.map((unit) => `${JSON.stringify(unit)}\n`).join(''));
  for (const [who, shift] of [
    ['mara', 0],
    ['jonas', 1],
  ] as const)
    write(
      `judgments/full.${who}.jsonl`,
      units
        .map(({ mail }, at) => {
          const labels = ['Urgent', 'Angry'].filter(
            (_, label) => (at + label) % 3 === 0 && (at % 11 !== 5 || shift === 0),
          );
          const row = { mail, labels, annotator_id: who, guideline_version: '1' };
          const time = `2026-03-02T0${shift + 8}:${at + 10}:00Z`;
          return `${JSON.stringify({ ...row, at: time, seconds: 40 })}\n`;
        })
        .join(''),
    );
  const ruled = units.filter((_, at) => at % 11 === 5);
  const row = (unit: string) => ({
    unit,
    task: 'mails',
    by: 'ruth',
    reason: 'Clear.',
    at: '2026-03-03T08:00:00Z',
  });
  write(
    'rulings/rulings.jsonl',
    ruled
      .map(
        ({ mail }) =>
          `${JSON.stringify({ ...row(mail), answers: { Urgent: true, Angry: false } })}\n`,
      )
      .join(''),
  );
}
