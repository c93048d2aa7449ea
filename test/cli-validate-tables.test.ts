import { readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeWorkbook } from '../src/formats/xlsx-writer.ts';
import { runAssay, temporaryFolder } from './run-assay.ts';

const protocol = `assay: 1
name: mails
guideline: { version: '1.0', file: guideline.md }
tasks:
  main:
    unit: { id: id, show: text }
    questions: { topic: { scale: { nominal: [repair, praise] } } }
panel: { people: { names: [anna] } }
rounds: {}
`;
const rows = [
  { unit: 'u1', annotator: 'anna', topic: 'repair' },
  { unit: 'u2', annotator: 'anna', topic: 'Größe' },
];
const table = `unit;annotator;topic\n${rows.map((row) => Object.values(row).join(';')).join('\n')}\n`;
const columns = Object.keys(rows[0]!).map((name) => ({ name, type: 'text' as const }));

it.each([
  ['a.xlsx', writeWorkbook('Tabelle', columns, rows), ''],
  ['a.csv', Buffer.from(table, 'latin1'), 'read as Windows-1252'],
  ['b.csv', Buffer.from(`\uFEFF${table}`, 'utf16le'), 'read as UTF-16'],
])('a table that can be imported can be validated: %s', async (name, bytes, said) => {
  const folder = temporaryFolder({ 'protocol.yaml': protocol, 'guideline.md': '# Mails\n' });
  writeFileSync(join(folder, name), bytes);
  // Other files of tests run beside this one, in processes of their own.
  const own = new RegExp(`import.*-${process.pid}-`);
  const copies = (): number => readdirSync(tmpdir()).filter((one) => own.test(one)).length;
  const before = copies();
  const run = await runAssay(['validate', name, '--kind', 'judgments'], folder);
  expect(run.code).toBe(1);
  expect(run.out).toMatch(new RegExp(`${name} +judgments +main +1 +1`));
  expect(run.err).toContain(`${name}:3 topic is "Größe", expected repair or praise`);
  expect(run.err).toContain(said);
  expect(copies()).toBe(before);
});

it('rows that nothing names are numbered, as import does, and only where they are units', async () => {
  const folder = temporaryFolder({
    'protocol.yaml': protocol,
    'guideline.md': '# Mails\n',
    'units.csv': 'text,from\nIt drips.,a\nThank you!,b\n',
    'units.jsonl': '{"text":"It drips."}\n{"text":"Thank you!"}\n',
  });
  for (const file of ['units.csv', 'units.jsonl']) {
    const words = ['validate', file, '--kind', 'units'];
    const plain = await runAssay(words, folder);
    expect([file, plain.code]).toEqual([file, 1]);
    const numbered = await runAssay([...words, '--numbered', 'id'], folder);
    expect([file, numbered.code, numbered.err]).toEqual([file, 0, '']);
  }
  const refused = await runAssay(['validate', 'units.csv', '--numbered', 'id'], folder);
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('--numbered is for units');
});
