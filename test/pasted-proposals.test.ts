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

  it('make units and grades of relevance judgments, and units of a run', async () => {
    const qrels = await pasted('qrels.txt', 'q1 0 d1 2\nq1 0 d2 0\nq2 0 d1 1\n');
    expect(qrels.runs).toEqual(['3', '3']);
    expect(qrels.shown).toContain('{"query":"q1","document":"d1"}');
    const run = await pasted('run.txt', 'q1 Q0 d1 1 9.5 mine\nq1 Q0 d2 2 8.5 mine\n');
    expect(run.runs).toEqual(['2']);
    const more = await pasted('more.txt', 'q1\tQ0\td1\t1\t9.5\tmine at\tnight\n');
    expect([more.runs, more.shown]).toEqual([['1'], expect.stringContaining('trec-run')]);
  });

  it('name the columns of votes without a header', async () => {
    const votes = ['w1\tt1\tyes', 'w2\tt1\tno', 'w1\tt2\tno', 'w2\tt2\tno', 'w1\tt3\tyes'];
    const { runs, said, shown } = await pasted('votes.tsv', `${votes.join('\n')}\n`);
    expect(runs).toEqual(['3', '5']);
    expect(said).toContain('names them: annotator, unit and answer.');
    expect(shown).toContain('"unit":"t1"');
    const rows = 'd1;First of three texts;mail\nd2;Second of three;mail\nd3;The third;note\n';
    expect((await pasted('bare.csv', rows)).runs).toEqual(['3']);
  });

  it('take tasks of Prodigy that nobody has answered, and texts with nothing to mark', async () => {
    const task = (text: string, hash: number): object => ({ text, _input_hash: hash });
    const raw = await pasted('tasks.jsonl', jsonLines([task('First.', 1), task('Second.', 2)]));
    expect(raw.runs).toEqual(['2']);
    const seen = { _view_id: 'ner_manual', answer: 'accept' };
    const marked = await pasted(
      'marked.jsonl',
      jsonLines([
        { ...task('Anna left.', 1), ...seen, spans: [{ start: 0, end: 4, label: 'PERSON' }] },
        { ...task('It rained.', 2), ...seen },
      ]),
    );
    expect(marked.runs).toEqual(['2', '2']);
  });

  it('take a trace as Langfuse downloads it, with what was said as JSON in texts', async () => {
    const trace = {
      id: 't1',
      timestamp: '2026-03-02T08:00:00Z',
      name: 'chat',
      input: '"Who left?"',
      output: '{"messages": [{"role": "assistant", "content": "Anna."}]}',
      metadata: '{"channel": "mail"}',
      scores: [
        { id: 's1', traceId: 't1', name: 'good', value: 1, dataType: 'BOOLEAN', source: 'API' },
      ],
    };
    const text = JSON.stringify({ trace, observations: [{ id: 'o1', type: 'SPAN' }] }, null, 2);
    const { runs, shown } = await pasted('trace.json', text);
    expect(runs).toEqual(['1', '1']);
    expect(shown).toContain('"query":"Who left?","answer":"Anna."');
    expect(shown).toContain('"channel":"mail"');
  });

  it('show a text that every row has, and without any text what names the row', async () => {
    const gaps = 'title,description\nOne thing,\nAnother thing,A long description of it.\n';
    expect((await pasted('gaps.csv', gaps)).runs).toEqual(['2']);
    expect((await pasted('numbers.jsonl', '{"idx":7}\n{"idx":9}\n')).runs).toEqual(['2']);
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
  it('says that a log of Inspect without samples holds nothing', async () => {
    const folder = temporaryFolder();
    const header = { version: 2, status: 'started', eval: { task: 't' }, plan: {} };
    writeFileSync(join(folder, 'log.json'), JSON.stringify(header, null, 2));
    const { code, err } = await runAssay(['import', 'log.json', '--suggest', 'p'], folder);
    expect([code, err]).toEqual([2, expect.stringContaining('the file is empty')]);
  });

  it('says what the import would refuse, row by row', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'gap.csv'), 'id,text\n1,A sentence.\n2,\n');
    const { code, err } = await runAssay(['import', 'gap.csv', '--suggest', 'project'], folder);
    expect(code).toBe(0);
    expect(err).toContain('Would be refused:\ngap.csv:3 text is missing, expected a value');
  });

  it('refuses rows that are nested absurdly deep, as the import does', async () => {
    const deep = `{"id":"u1","text":"a","more":${'['.repeat(9000)}${']'.repeat(9000)}}\n`;
    const folder = temporaryFolder({ 'deep.jsonl': deep });
    const { code, err } = await runAssay(['import', 'deep.jsonl', '--suggest'], folder);
    expect([code, err]).toEqual([2, expect.stringContaining('nested more than 64 levels deep')]);
  });

  it('numbers rows of units only', async () => {
    const words = ['import', 'a.csv', '--kind', 'judgments', '--numbered', 'n'];
    const { code, err } = await runAssay(words, temporaryFolder());
    expect([code, err]).toEqual([2, expect.stringContaining('--numbered is for units')]);
  });
});
