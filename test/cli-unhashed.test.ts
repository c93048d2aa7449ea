import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAssay, runJson, temporaryFolder } from './run-assay.ts';

const protocol = `assay: 1
name: mails
guideline: { version: "1.0", file: guideline.md }
units: { mails: mails.csv }
tasks:
  mails: { unit: { id: id, show: text }, questions: { spam: { ask: Is it spam? } } }
panel: { people: { names: [anna, ben, cleo] } }
`;

/** A folder in which nobody says under which questions they judged. */
function folderOfMails(): string {
  const folder = temporaryFolder();
  const ids = Array.from({ length: 6 }, (_, at) => `m${at}`);
  writeFileSync(join(folder, 'protocol.yaml'), protocol);
  writeFileSync(join(folder, 'guideline.md'), '# Mails\n');
  writeFileSync(
    join(folder, 'mails.csv'),
    `id,text\n${ids.map((id) => `${id},Hello`).join('\n')}\n`,
  );
  mkdirSync(join(folder, 'judgments'));
  for (const name of ['anna', 'ben', 'cleo']) {
    const rows = ids.map((id) => ({ id, spam: id < 'm3', annotator_id: name }));
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    writeFileSync(join(folder, 'judgments', `${name}.jsonl`), text);
  }
  return folder;
}

const said = (count: number): string =>
  `mails: ${count} judgments have no task_hash, so a question that changed under the same ` +
  'guideline version goes unnoticed.';

describe('judgments in files that carry no task_hash', () => {
  it('are counted aloud by agree, judge and release in the same words', async () => {
    const folder = folderOfMails();
    const files = ['judgments/anna.jsonl', 'judgments/ben.jsonl'];
    const agree = ['agree', '--a', files[0]!, '--b', files[1]!, '--protocol', '.', '--json'];
    const judge = ['judge', '--judge', 'cleo', '--protocol', '.', '--json'];
    const times = ['--date', '2026-03-01T12:00:00Z', '--names', '--json'];
    const release = ['release', '.', '--version', '1.0', '--out', 'v1', ...times];
    const warned = async (words: readonly string[]): Promise<readonly string[]> =>
      (await runJson<{ readonly warnings: readonly string[] }>(words, folder)).warnings;
    expect(await warned(agree)).toContain(said(12));
    expect(await warned(judge)).toContain(said(18));
    expect(await warned(release)).toEqual([said(18)]);
  });

  it('are named to people as well', async () => {
    const folder = folderOfMails();
    const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');
    const files = ['--a', 'judgments/anna.jsonl', '--b', 'judgments/ben.jsonl'];
    expect(flat((await runAssay(['agree', ...files], folder)).out)).toContain(said(12));
    const judged = await runAssay(['judge', '--judge', 'cleo'], folder);
    expect(flat(judged.out + judged.err)).toContain(said(18));
    const words = ['release', '.', '--version', '1.0', '--out', 'v1', '--names'];
    const cut = await runAssay([...words, '--date', '2026-03-01T12:00:00Z'], folder);
    expect(flat(cut.err)).toContain(said(18));
  });
});
