import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runAssay, temporaryFolder } from './run-assay.ts';

const protocol = `assay: 1
name: bugs
guideline: { version: '1.0', file: guideline.md }
tasks:
  main:
    unit: { id: item, show: item }
    questions: { bug: { title: Bug } }
panel: { people: { names: [anna, ben] } }
rounds: {}
`;
const graded = protocol
  .replace('{ id: item, show: item }', '{ id: [query_id, doc_id], show: doc_id }')
  .replace('{ title: Bug }', '{ title: Bug, scale: relevance }')
  .replace('    unit:', '    scales: { relevance: { ordinal: [0: No, 1: Yes] } }\n    unit:');
const files = { 'protocol.yaml': protocol, 'guideline.md': '# Bugs\n' };

// Several commands each, on a machine that others may keep busy.
describe('judgments of a task without units', () => {
  it('bring their units along in one step, and say so', async () => {
    const folder = temporaryFolder({
      ...files,
      'votes.csv': 'item,annotator,bug\nu1,anna,true\nu1,ben,false\nu2,anna,false\n',
    });
    const words = ['import', 'votes.csv', '--kind', 'judgments'];
    const run = await runAssay([...words, '--protocol', '.'], folder);
    expect(run.code).toBe(0);
    expect(run.err).toContain('The task had no units: 2 were made from votes.csv.');
    expect(run.out).toMatch(/main +3 +0\n/);
    expect(await unitsIn(folder)).toEqual([{ item: 'u1' }, { item: 'u2' }]);
    // Now there are units, and a row about another one is a fault.
    writeFileSync(join(folder, 'more.csv'), 'item,annotator,bug\nu3,anna,true\n');
    const other = await runAssay(['import', 'more.csv', '--kind', 'judgments'], folder);
    expect([other.code, other.err]).toEqual([
      2,
      expect.stringContaining('unit u3 is not among the units'),
    ]);
  });

  it('leave nothing behind when one of them is wrong', async () => {
    const folder = temporaryFolder({
      ...files,
      'votes.csv': 'item,annotator,bug\nu1,anna,true\nu2,anna,perhaps\n',
    });
    const words = ['import', 'votes.csv', '--kind', 'judgments', '--protocol', '.'];
    const run = await runAssay(words, folder);
    expect([run.code, run.err]).toEqual([
      2,
      expect.stringContaining('votes.csv:3 bug is "perhaps", expected true or false'),
    ]);
    expect(await unitsIn(folder)).toEqual([]);
  });

  it('of a qrels file too', async () => {
    const folder = temporaryFolder({
      ...files,
      'protocol.yaml': graded,
      qrels: 'q1 0 d1 1\nq1 0 d2 0\n',
    });
    const words = ['import', 'qrels', '--kind', 'judgments', '--annotator', 'anna'];
    const run = await runAssay([...words, '--protocol', '.'], folder);
    expect([run.code, run.err]).toEqual([0, expect.stringContaining('2 were made from qrels')]);
  });
});

async function unitsIn(folder: string): Promise<readonly unknown[]> {
  const words = ['export', '--kind', 'units', '--format', 'jsonl', '--out', 'units.jsonl'];
  const run = await runAssay([...words, '--force'], folder);
  expect(run.err).toBe('');
  return readFileSync(join(folder, 'units.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}
