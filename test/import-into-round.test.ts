import { describe, expect, it } from 'vitest';
import { jsonLines, runAssay, temporaryFolder } from './run-assay.ts';
import type { Run } from './run-assay.ts';

const protocol = `assay: 1
name: topics
guideline: { version: "1.0", file: guideline.md }
tasks:
  topics:
    unit: { id: id, show: text }
    questions:
      relevant: {}
panel:
  people: { names: [anna, ben] }
rounds:
  full: { units: all, annotators: 2 }
`;
const units = ['u1', 'u2', 'u3', 'u4'].map((id) => ({ id, text: `Text ${id}` }));
const judged = ['anna', 'ben'].flatMap((annotator) =>
  units.map(({ id }) => ({
    id,
    relevant: id === 'u1',
    annotator_id: annotator,
    guideline_version: '1.0',
  })),
);

type Assay = (...words: string[]) => Promise<Run>;

/** A workspace with four units and a file that two people judged elsewhere. */
async function withUnits(source = protocol): Promise<Assay> {
  const folder = temporaryFolder({
    'protocol.yaml': source,
    'guideline.md': '# Topics\n',
    'units.jsonl': jsonLines(units),
    'judged by hand.jsonl': jsonLines(judged),
  });
  const assay: Assay = async (...words) => await runAssay([...words, '-d', 'w.db'], folder);
  expect(await assay('import', 'units.jsonl', '-p', '.')).toMatchObject({ code: 0 });
  return assay;
}

const given = ['import', 'judged by hand.jsonl', '--kind', 'judgments'];
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** The commands that a message names, each on a line of its own, as words. */
function commandsIn(text: string): readonly (readonly string[])[] {
  const lines = text.split('\n').filter((line) => line.startsWith('  assay '));
  return lines.map((line) =>
    [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!).slice(1),
  );
}

describe('judgments imported into a project with rounds', () => {
  it('end with 1 where none counts, and the commands that are named help', async () => {
    const assay = await withUnits();
    const outside = await assay(...given);
    expect(outside.code).toBe(1);
    expect(flat(outside.err)).toContain('0 of 8 judgments will count.');
    const commands = commandsIn(outside.err);
    expect(commands).toEqual([
      ['round', 'open', 'full', '--database', 'w.db'],
      [...given, '--round', 'full', '--database', 'w.db'],
    ]);
    for (const words of commands) expect((await assay(...words)).code).toBe(0);
    const closed = await assay('round', 'close', 'full', '--json');
    expect(JSON.parse(closed.out)).toMatchObject({ judged: 8, wanted: 8 });
  });
});
