import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jsonLines, runAssay, temporaryFolder } from './run-assay.ts';

/** The words of a printed command, as a shell takes them. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!).slice(1);

/** Takes a proposal for a file and runs every command that it prints. */
async function pasted(name: string, content: string | Uint8Array) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'my files'));
  writeFileSync(join(folder, 'my files', name), content);
  const proposal = await runAssay(
    ['import', `my files/${name}`, '--suggest', 'my project'],
    folder,
  );
  expect(proposal.err).not.toContain('Would be refused');
  const lines = proposal.err.split('\n').filter((line) => /^ +assay import/.test(line));
  const runs = [];
  for (const line of lines) {
    const run = await runAssay([...wordsOf(line.trim())], folder);
    expect([line, run.code, run.code === 0 ? '' : run.err]).toEqual([line, 0, '']);
    runs.push(/main\s+(\d+)/.exec(run.out)?.[1]);
  }
  return { runs, said: proposal.err.replaceAll(/\s+/g, ' '), shown: proposal.out };
}

const region = (label: string): object => ({
  from_name: 'boxes',
  to_name: 'image',
  type: 'rectanglelabels',
  value: { x: 1, y: 1, width: 2, height: 2, rectanglelabels: [label] },
});
const choice = (label: string): object => ({
  from_name: 'kind',
  to_name: 'image',
  type: 'choices',
  value: { choices: [label] },
});
const boxed = (id: number, ...result: readonly object[]): object => ({
  id,
  data: { image: `s3://pictures/${id}.png` },
  annotations: [{ id, completed_by: 1, result }],
});

describe('the commands that a proposal prints', () => {
  it('number the rows of a table that names none', async () => {
    const { runs, said } = await pasted(
      'sentences.csv',
      'text,label\nThe same sentence.,pos\nThe same sentence.,neg\nAnother one.,pos\n',
    );
    expect(runs).toEqual(['3']);
    expect(said).toContain('No field names the rows, so they are numbered in row_number.');
  });

  it('pass over a column without a name, in which data frames number their rows', async () => {
    const csv = ',text,label\n0,First sentence of two.,1\n1,Second sentence of two.,0\n';
    expect((await pasted('frame.csv', csv)).runs).toEqual(['2']);
  });

  it('name an annotator where doccano names none, and leave unlabelled rows out', async () => {
    const rows = [
      { id: 1, text: 'Fine work.', label: ['good'] },
      { id: 2, text: 'Poor work.', label: ['bad'] },
      { id: 3, text: 'No label yet.' },
    ];
    const { runs, said } = await pasted('doccano.jsonl', jsonLines(rows));
    expect(runs).toEqual(['3', '2']);
    expect(said).toContain('The proposed mapping uses doccano');
  });

  it('leave regions of pictures out, and judgments where there is nothing else', async () => {
    const both = [boxed(1, region('cat'), choice('pet')), boxed(2, region('ox'), choice('farm'))];
    const mixed = await pasted('mixed.json', JSON.stringify(both));
    expect(mixed.runs).toEqual(['2', '2']);
    expect(mixed.said).toContain(
      'The proposed mapping leaves out boxes: not answers that Assay can read',
    );
    const alone = await pasted('boxes.json', JSON.stringify([boxed(1, region('cat'))]));
    expect(alone.runs).toEqual(['1']);
  });

  it('are not there for one object that holds lists', async () => {
    const folder = temporaryFolder();
    const coco = { images: [{ id: 1 }], annotations: [{ id: 1, bbox: [1, 2, 3, 4] }] };
    writeFileSync(join(folder, 'coco.json'), JSON.stringify(coco, null, 2));
    const run = await runAssay(['import', 'coco.json', '--suggest', 'project'], folder);
    expect(run.code).toBe(2);
    expect(run.err).toContain('it is one JSON object, with lists in images and annotations');
  });
});

describe('a proposal', () => {
  it('says what the import would refuse, row by row', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'gap.csv'), 'id,text\n1,A sentence.\n2,\n');
    const { code, err } = await runAssay(['import', 'gap.csv', '--suggest', 'project'], folder);
    expect(code).toBe(0);
    expect(err).toContain('Would be refused:\ngap.csv:3 text is missing, expected a value');
  });

  it('numbers rows of units only', async () => {
    const words = ['import', 'a.csv', '--kind', 'judgments', '--numbered', 'n'];
    const { code, err } = await runAssay(words, temporaryFolder());
    expect([code, err]).toEqual([2, expect.stringContaining('--numbered is for units')]);
  });
});
