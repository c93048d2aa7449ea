import { expect, it } from 'vitest';
import { runAssay, temporaryFolder } from './run-assay.ts';

const protocol = `assay: 1
name: tickets
guideline: { version: '1.0', file: guideline.md }
units: { topics: tickets.csv }
tasks:
  topics:
    unit: { id: ticket_id, show: text }
    questions:
      billing: { title: { en: Billing, de: Abrechnung } }
      urgent: { title: Urgent }
      kind: { scale: { nominal: [question, complaint] }, required: false }
      weight: { scale: { ordinal: [0, 1, 2] }, required: false }
panel: { people: { names: [anna, ben] } }
rounds: {}
`;

const ids = Array.from({ length: 12 }, (_, at) => `T${at}`);

function folderWith(files: Readonly<Record<string, string>>): string {
  const units = `ticket_id,text\n${ids.map((id) => `${id},Text of ${id}\n`).join('')}`;
  const given = {
    'protocol.yaml': protocol,
    'guideline.md': '# Guideline\n',
    'tickets.csv': units,
  };
  return temporaryFolder({ ...given, ...files });
}

function table(header: string, row: (id: string, at: number) => string): string {
  return `${header}\n${ids.map((id, at) => `${row(id, at)}\n`).join('')}`;
}

it('rows with the same fault are one line with their number and the way out', async () => {
  const folder = folderWith({ 'a.csv': table('ticket_id,billing,urgent', (id) => `${id},1,0`) });
  const run = await runAssay(['validate', 'a.csv'], folder);
  expect(run.code).toBe(1);
  expect(run.err.trim().split('\n')).toEqual([
    'a.csv:2 12 rows: annotator is missing, expected a name; pass --annotator if one person ' +
      'gave all of them',
  ]);
  expect(run.out).toContain('12 faults.');
  const named = await runAssay(['validate', 'a.csv', '--annotator', 'anna'], folder);
  expect(named.code).toBe(0);
});

it('up to three like faults stay one by one', async () => {
  const cell = (at: number): string => (at < 3 ? 'maybe' : 'true');
  const rows = table('ticket_id,annotator_id,billing,urgent', (id, at) => {
    return `${id},anna,${cell(at)},no`;
  });
  const run = await runAssay(['validate', 'a.csv'], folderWith({ 'a.csv': rows }));
  expect(run.err.match(/^a\.csv:\d billing is "maybe"/gm)).toHaveLength(3);
  expect(run.out).toContain('3 faults.');
});

it('labels that do not fit are listed once, with the mapping that makes them fit', async () => {
  const kinds = ['Question', 'gripe', 'question'];
  const rows = table('ticket_id,annotator_id,billing,urgent,Art', (id, at) => {
    return `${id},anna,1,0,${kinds[at % 3]}`;
  });
  const folder = folderWith({
    'a.csv': rows,
    'fields.json': '{"fields": {"Art": "kind"}}',
    'values.json':
      '{"fields": {"Art": "kind"}, "values": {"Art": {"Question": "question", ' +
      '"gripe": "complaint"}}}',
  });
  const run = await runAssay(['validate', 'a.csv', '--mapping', 'fields.json'], folder);
  expect(run.err).toContain(
    'labels that are not answers here: "Question" in 4 rows; "gripe" in 4 rows. Say what they ' +
      'mean in the mapping: ' +
      '{"values":{"kind":{"Question":"question","gripe":"question | complaint"}}}',
  );
  expect(run.out).toContain('8 faults.');
  const fixed = await runAssay(['validate', 'a.csv', '--mapping', 'values.json'], folder);
  expect([fixed.err, fixed.code]).toEqual(['', 0]);
});

it('a key that no mapping has is refused with the keys that there are', async () => {
  const folder = folderWith({ 'm.json': '{"colour": 1}', 'a.csv': 'ticket_id,billing\nT1,1\n' });
  const run = await runAssay(['validate', 'a.csv', '--mapping', 'm.json'], folder);
  expect(run.code).toBe(2);
  expect(run.err).toMatch(/m\.json: colour is unknown here; a mapping may have fields, values,/);
});

it('words of the protocol’s languages, ticks and decimal commas are read, and logged', async () => {
  const header = 'ticket_id;annotator_id;billing;urgent;weight;seconds';
  const rows = `${header}\nT0;anna;WAHR;Nein;2,0;12,5\nT1;anna;x;;1;3\n`;
  const folder = folderWith({ 'a.csv': rows });
  await runAssay(['import', 'tickets.csv', '--protocol', '.', '--by', 'lead'], folder);
  const run = await runAssay(['import', 'a.csv', '--kind', 'judgments', '--json'], folder);
  expect(run.err).toContain('semicolons');
  const { changes } = JSON.parse(run.out) as { changes: Readonly<Record<string, unknown>>[] };
  expect(changes.map((one) => [one['field'], one['old'], one['new'], one['rule']])).toEqual([
    ['billing', 'WAHR', true, 'word of the language de'],
    ['urgent', 'Nein', false, 'word of the language de'],
    ['weight', '2,0', 2, 'decimal comma'],
    ['seconds', '12,5', 12.5, 'decimal comma'],
    ['billing', 'x', true, 'tick'],
    ['urgent', '', false, 'blank beside ticks'],
  ]);
});

it('a row without any tick is no answer, unless the mapping says so', async () => {
  const folder = folderWith({
    'a.csv': 'ticket_id,annotator_id,billing,urgent\nT0,anna,,\nT1,anna,x,\n',
    'm.json': '{"empty": "no label applies"}',
  });
  const run = await runAssay(['validate', 'a.csv'], folder);
  expect(run.err).toContain('a.csv:2 billing is missing');
  expect(run.err).not.toContain('a.csv:3');
  const said = await runAssay(['validate', 'a.csv', '--mapping', 'm.json'], folder);
  expect([said.err, said.code]).toEqual(['', 0]);
});

it('words of another language than the protocol’s are refused', async () => {
  const rows = 'ticket_id,annotator_id,billing,urgent\nT0,anna,vrai,faux\n';
  const run = await runAssay(['validate', 'a.csv'], folderWith({ 'a.csv': rows }));
  expect(run.err).toContain('billing is "vrai", expected true or false');
});

it('JSON over several lines is one fault, whatever reads it', async () => {
  const rows = ids.map((id) => ({ id, label: 'x' }));
  const pretty = JSON.stringify({ rows, more: 1 }, null, 2);
  const folder = folderWith({ 'p.json': pretty, 'broken.json': pretty.slice(0, -2) });
  const calls = [
    ['agree', '--a', 'p.json', '--b', 'p.json'],
    ['aggregate', 'p.json'],
    ['evaluate', '--truth', 'p.json', '--predictions', 'p.json'],
    ['validate', 'p.json'],
    ['validate', 'broken.json'],
  ];
  for (const words of calls) {
    const { code, err, out } = await runAssay(words, folder);
    expect(code).toBeGreaterThan(0);
    expect(`${err}${out}`.split('\n').filter((line) => /json:\d* /.test(line)).length).toBeLessThan(
      3,
    );
  }
  const project = ['import', 'tickets.csv', '--protocol', '.'];
  expect((await runAssay(project, folder)).code).toBe(0);
  for (const file of ['p.json', 'broken.json']) {
    const { err } = await runAssay(['import', file], folder);
    expect(err.split('\n').filter((line) => line.startsWith(file)).length).toBeLessThan(3);
  }
});
