import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultsIn } from '../../../test/refusals.ts';
import { runAssay, temporaryFolder } from '../../../test/run-assay.ts';
import { refuse } from '../../domain/fault.ts';
import { withTablesAsRows } from './judgment-tables.ts';

const protocol = `assay: 1
name: tickets
guideline: { version: "1.0", file: guideline.md }
units: { topics: tickets.csv }
tasks:
  topics:
    form: labels
    unit: { id: ticket_id, show: text }
    questions: { billing: {}, bug: {} }
    asides: [notes]
panel: { people: { names: [anna, ben] } }
rounds: { pilot: { annotators: 2, gate: ["percent_agreement >= 0.80"] } }
`;
const files = {
  'protocol.yaml': protocol,
  'guideline.md': '# Guideline\n',
  'tickets.csv':
    'ticket_id,text\nT1,"Charged twice,\nand twice again."\nT2,It crashes.\nT3,Thanks!\n',
};

describe('tables of judgments', () => {
  it('that were handed out as CSV and filled in with a spreadsheet are compared as they are', async () => {
    const folder = temporaryFolder(files);
    expect(
      await runAssay(
        ['assign', '--round', 'pilot', '--out-dir', 'tasks', '-o', 'work.csv'],
        folder,
      ),
    ).toMatchObject({ code: 0 });
    const [header] = readFileSync(join(folder, 'tasks/pilot.anna.csv'), 'utf8').split('\n');
    expect(header).toBe('order,annotator_id,guideline_version,round,ticket_id,text,billing,bug');
    const filled = (name: string, second: string): string =>
      `${header},notes\n0,${name},1.0,pilot,T1,"Charged twice,\nand twice again.",TRUE,` +
      `FALSE,\n1,${name},1.0,pilot,T2,It crashes.,FALSE,${second},by ${name}\n2,` +
      `${name},1.0,pilot,T3,Thanks!,false,false,\n`;
    const judged = temporaryFolder({
      ...files,
      'anna.csv': filled('anna', 'TRUE'),
      'ben.csv': filled('ben', 'FALSE'),
      'cora.csv': filled('cora', 'x'),
      'dora.csv': filled('dora', '1'),
    });
    const agreed = await runAssay(
      ['agree', '--a', 'anna.csv', '--b', 'ben.csv', '--mismatches', 'review.jsonl', '--json'],
      judged,
    );
    // Of six decisions one differs.
    expect(JSON.parse(agreed.out)).toMatchObject({ total_pairs: 3, gate: { status: 'PASS' } });
    expect(await runAssay(['validate', 'anna.csv', 'ben.csv'], judged)).toMatchObject({
      code: 0,
      err: '',
    });
    expect(await runAssay(['agree', 'anna.csv', 'cora.csv'], judged)).toMatchObject({
      code: 2,
      err: 'cora.csv:4 bug is "x", expected true or false\n',
    });
    expect(
      JSON.parse((await runAssay(['agree', 'anna.csv', 'dora.csv', '--json'], judged)).out),
    ).toMatchObject({ exact_matches: 3 });
    expect((await runAssay(['agree', '--a', 'anna.csv', '--b', 'anna.csv'], judged)).err).toMatch(
      /^anna\.csv and anna\.csv are both by anna, but agreement needs two people\./,
    );
  });

  it('need a protocol that says what they answer', async () => {
    const folder = temporaryFolder({
      'anna.csv': 'ticket_id,annotator_id,billing\nT1,anna,true\n',
    });
    expect(await runAssay(['agree', 'anna.csv', join(folder, 'anna.csv')], folder)).toMatchObject({
      code: 2,
      err: 'No protocol found. Pass --protocol, or run assay init in this folder.\n',
    });
  });

  it('are read as rows at their lines, beside files that are rows already', () => {
    const folder = temporaryFolder({
      ...files,
      'anna.csv': 'ticket_id,annotator_id,guideline_version,billing,bug\nT1,anna,1.0,TRUE,FALSE\n',
      'ben.jsonl': '{}\n',
    });
    const [table, lines] = ['anna.csv', 'ben.jsonl'].map((name) => join(folder, name));
    const named = { protocol: folder };
    let copy = '';
    const read = withTablesAsRows([table!, lines!], named, (paths) => {
      copy = paths[0]!;
      expect(paths[1]).toBe(lines);
      return readFileSync(copy, 'utf8').split('\n');
    });
    expect(copy).not.toBe(table);
    // The header's line is empty, so that the row stands where it stood.
    expect([read.length, read[0]]).toEqual([3, '']);
    expect(JSON.parse(read[1]!)).toMatchObject({ annotator: 'anna' });
    expect(existsSync(copy)).toBe(false);
    expect(withTablesAsRows([lines!], named, (paths) => paths)).toEqual([lines]);
    // Faults name the table, and other failures pass as they are.
    const faulty = (): never => refuse('bad-csv', { reason: 'x' }, { file: copy, line: 2 });
    expect(
      faultsIn(() =>
        withTablesAsRows([table!], named, (paths) => {
          copy = paths[0]!;
          return faulty();
        }),
      ),
    ).toMatchObject([{ code: 'bad-csv', file: table, line: 2 }]);
    expect(() =>
      withTablesAsRows([table!], named, () => {
        throw new Error('It broke.');
      }),
    ).toThrow('It broke.');
  });
});
